/**
 * @file The task families: shipped ones by name, and worlds as data.
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
import type { WorldReason } from './worlds/reasons.ts';
import { worldFamily } from './worlds/world-family.ts';
import { type World, worldName } from './worlds/world.ts';

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
export type RegisteredReason = ReasonsOf<(typeof families)[FamilyName]> | WorldReason;

export const FAMILIES: readonly Family[] = Object.values<Family>(families);

export const familyNames = Object.keys(families) as FamilyName[];

export const isFamilyName = (name: string): name is FamilyName => Object.hasOwn(families, name);

/** A family of a run: the name of a shipped one, or a world without problems, which so is in the run's log. */
export type FamilyChoice = string | World;

/** The worlds that this thread has met, by the names of their families, which are hashes: none ever means another. */
const worlds = new Map<string, { world: World; family: Family }>();

/** The name that texts, scores and charts of a run have for a family. */
export const familyNameOf = (choice: FamilyChoice): string => (typeof choice === 'string' ? choice : worldName(choice));

/** From now on, names of worlds among these are known here. */
export function meetWorlds(choices: readonly FamilyChoice[]): void {
  for (const world of choices) {
    if (typeof world === 'string' || worlds.has(worldName(world))) continue;
    worlds.set(worldName(world), { world, family: worldFamily(world) as unknown as Family });
  }
}

/** What people call the world of a name; undefined where the name is not that of a world met here. */
export const worldTitle = (name: string): string | undefined => worlds.get(name)?.world.name;

/** The family of a name; undefined where it is of no shipped one and no world met here (an imported run). */
export const knownFamily = (name: string): Family | undefined =>
  isFamilyName(name) ? (families[name] as Family) : worlds.get(name)?.family;

/**
 * The family of a name, or of a world.
 * @throws CodedError `unknown-family` that lists the names there are
 */
export function familyByName(choice: FamilyChoice): Family {
  meetWorlds([choice]);
  const name = familyNameOf(choice);
  const family = knownFamily(name);
  if (family) return family;
  throw new CodedError('unknown-family', { name, known: familyNames.join(', ') });
}

/**
 * The families that settings name, in the order of the registry, then worlds by name: the order of names never changes a
 * vocabulary.
 */
export function familiesByName(choices: readonly FamilyChoice[]): Family[] {
  const chosen = new Set(choices.map(familyByName));
  const shipped = FAMILIES.filter((family) => chosen.delete(family));
  return [...shipped, ...[...chosen].sort((a, b) => (a.name < b.name ? -1 : 1))];
}
