/**
 * @file The task families, by name.
 */
import { CodedError } from '../common/coded-error.ts';
import type { Family } from './family.ts';
import { englishCalls } from './families/english-calls/english-calls.ts';
import { functionCalling } from './families/function-calling/function-calling.ts';
import { household } from './families/household/household.ts';
import { householdErrands, longErrands } from './families/household-errands/household-errands.ts';
import { multiHopSearch, wideSearch } from './families/multi-hop/multi-hop.ts';
import { serviceCalls, statefulCalls } from './families/stateful-calls/stateful-calls.ts';
import { travelRules } from './families/travel-rules/travel-rules.ts';

const families = {
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

export type FamilyName = keyof typeof families;

type ReasonsOf<Registered> = Registered extends Family<infer _, infer Reason> ? Reason : never;

/** Every reason that a family here gives. */
export type RegisteredReason = ReasonsOf<(typeof families)[FamilyName]>;

export const FAMILIES: readonly Family[] = Object.values<Family>(families);

export const familyNames = Object.keys(families) as FamilyName[];

export const isFamilyName = (name: string): name is FamilyName => Object.hasOwn(families, name);

/**
 * The family of a name.
 * @throws CodedError `unknown-family` that lists the names there are
 */
export function familyByName(name: string): Family {
  if (isFamilyName(name)) return families[name];
  const known = familyNames.join(', ');
  throw new CodedError('unknown-family', { name, known });
}

/** The families of several names, in the order of the registry: the order of names never changes a vocabulary. */
export function familiesByName(names: readonly string[]): Family[] {
  const chosen = new Set(names.map(familyByName));
  return FAMILIES.filter((family) => chosen.has(family));
}
