/** @file The register of the task families' words. */
import type { Sentences } from '../../common/sentences.ts';
import type { FamilyWords } from '../../tasks/family.ts';
import { type FamilyName, isFamilyName, type RegisteredReason } from '../../tasks/registry.ts';
import { englishCalls, reasons as ofEnglishCalls } from '../../tasks/families/english-calls/words.en.ts';
import { functionCalling, reasons as ofFunctionCalling } from '../../tasks/families/function-calling/words.en.ts';
import { household, reasons as ofHousehold } from '../../tasks/families/household/words.en.ts';
import {
  householdErrands,
  longErrands,
  reasons as ofHouseholdErrands,
} from '../../tasks/families/household-errands/words.en.ts';
import { multiHopSearch, wideSearch, reasons as ofMultiHop } from '../../tasks/families/multi-hop/words.en.ts';
import {
  statefulCalls,
  serviceCalls,
  reasons as ofStatefulCalls,
} from '../../tasks/families/stateful-calls/words.en.ts';
import { travelRules, reasons as ofTravelRules } from '../../tasks/families/travel-rules/words.en.ts';

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
