/** @file The register of the task families' words. */
import type { Sentences } from '../../common/sentences.ts';
import type { FamilyWords } from '../../tasks/family.ts';
import { type FamilyName, isFamilyName, type RegisteredReason } from '../../tasks/registry.ts';
import { englishCalls, reasons as ofEnglishCalls } from '../../tasks/families/english-calls/words.zh.ts';
import { functionCalling, reasons as ofFunctionCalling } from '../../tasks/families/function-calling/words.zh.ts';
import { household, reasons as ofHousehold } from '../../tasks/families/household/words.zh.ts';
import {
  householdErrands,
  longErrands,
  reasons as ofHouseholdErrands,
} from '../../tasks/families/household-errands/words.zh.ts';
import { multiHopSearch, wideSearch, reasons as ofMultiHop } from '../../tasks/families/multi-hop/words.zh.ts';
import {
  statefulCalls,
  serviceCalls,
  reasons as ofStatefulCalls,
} from '../../tasks/families/stateful-calls/words.zh.ts';
import { travelRules, reasons as ofTravelRules } from '../../tasks/families/travel-rules/words.zh.ts';

export const families: Readonly<Record<FamilyName, FamilyWords>> = {
  household,
  'function-calling': functionCalling,
  'travel-rules': travelRules,
  'stateful-calls': statefulCalls,
  'service-calls': serviceCalls,
  'household-errands': householdErrands,
  'long-errands': longErrands,
  'multi-hop-search': multiHopSearch,
  'wide-search': wideSearch,
  'english-calls': englishCalls,
};

/** Made where it is called, so that what needs the titles alone does not load it. */
export const familyReasons = (): Sentences<RegisteredReason> => ({
  ...ofHousehold,
  ...ofFunctionCalling,
  ...ofTravelRules,
  ...ofStatefulCalls,
  ...ofHouseholdErrands,
  ...ofMultiHop,
  ...ofEnglishCalls,
});

/** The title; a name this program does not know (of an imported run, for example) stays as it is. */
export const familyTitle = (name: string): string => (isFamilyName(name) ? families[name].title : name);
