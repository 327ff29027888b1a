/** @file Finds task families by name, and makes families from a user's worlds and tasks. */
import { CodedError } from '../common/coded-error.ts';
import { type Family, type FamilyChoice, familyNameOf, isTaskSet } from './family.ts';
import { additions } from './families/additions/additions.ts';
import { englishCalls } from './families/english-calls/english-calls.ts';
import { functionCalling } from './families/function-calling/function-calling.ts';
import { household } from './families/household/household.ts';
import { householdErrands, longErrands } from './families/household-errands/household-errands.ts';
import { multiHopSearch, wideSearch } from './families/multi-hop/multi-hop.ts';
import { serviceCalls, statefulCalls } from './families/stateful-calls/stateful-calls.ts';
import { travelRules } from './families/travel-rules/travel-rules.ts';
import { givenFamily } from './given/given-family.ts';
import { worldFamily } from './worlds/world-family.ts';

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
  additions,
};

export type FamilyName = keyof typeof families;

export const FAMILIES: readonly Family[] = Object.values<Family>(families);

export const familyNames = Object.keys(families) as FamilyName[];

export const isFamilyName = (name: string): name is FamilyName => Object.hasOwn(families, name);

/** Maps names to the user's own families. Each name contains a hash of the content. */
const ownFamilies = new Map<string, { title: string; kind: 'world' | 'tasks'; family: Family }>();

/** Registers the user's own families, so that this thread knows their names. */
export function meetFamilies(choices: readonly FamilyChoice[]): void {
  for (const choice of choices) {
    const name = familyNameOf(choice);
    if (typeof choice === 'string' || ownFamilies.has(name)) continue;
    const kind = isTaskSet(choice) ? 'tasks' : 'world';
    const family = isTaskSet(choice) ? givenFamily(choice) : worldFamily(choice);
    ownFamilies.set(name, { title: choice.name, kind, family: family as unknown as Family });
  }
}

/** Returns the title and kind of a user's own family, or undefined if it is not registered in this thread. */
export const ownFamily = (name: string): { title: string; kind: 'world' | 'tasks' } | undefined =>
  ownFamilies.get(name);

/** Returns a family by name, or undefined if it is neither shipped nor registered, as can happen in an imported run. */
export const knownFamily = (name: string): Family | undefined =>
  isFamilyName(name) ? (families[name] as Family) : ownFamilies.get(name)?.family;

/** Returns a shipped family, or registers and returns the user's own family. @throws CodedError `unknown-family` */
export function familyByName(choice: FamilyChoice): Family {
  meetFamilies([choice]);
  const name = familyNameOf(choice);
  const family = knownFamily(name);
  if (family) return family;
  throw new CodedError('unknown-family', { name, known: familyNames.join(', ') });
}

/** Returns the chosen families: shipped ones in the registry's order, then the user's own, sorted by name. */
export function familiesByName(choices: readonly FamilyChoice[]): Family[] {
  const chosen = new Set(choices.map(familyByName));
  const shipped = FAMILIES.filter((family) => chosen.delete(family));
  return [...shipped, ...[...chosen].sort((a, b) => (a.name < b.name ? -1 : 1))];
}
