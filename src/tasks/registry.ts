/** @file The task families: shipped ones by name, and worlds and tasks as data. */
import { CodedError } from '../common/coded-error.ts';
import type { Family } from './family.ts';
import { additions } from './families/additions/additions.ts';
import { englishCalls } from './families/english-calls/english-calls.ts';
import { functionCalling } from './families/function-calling/function-calling.ts';
import { household } from './families/household/household.ts';
import { householdErrands, longErrands } from './families/household-errands/household-errands.ts';
import { multiHopSearch, wideSearch } from './families/multi-hop/multi-hop.ts';
import { serviceCalls, statefulCalls } from './families/stateful-calls/stateful-calls.ts';
import { travelRules } from './families/travel-rules/travel-rules.ts';
import { givenFamily } from './given/given-family.ts';
import { type GivenReason, type TaskSet, taskSetName } from './given/task-set.ts';
import { type World, worldName, type WorldReason } from './worlds/world.ts';
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

type ReasonsOf<Registered> = Registered extends Family<infer _, infer Reason> ? Reason : never;

/** Every reason that a family here gives. */
export type RegisteredReason = ReasonsOf<(typeof families)[FamilyName]> | WorldReason | GivenReason;

export const FAMILIES: readonly Family[] = Object.values<Family>(families);

export const familyNames = Object.keys(families) as FamilyName[];

export const isFamilyName = (name: string): name is FamilyName => Object.hasOwn(families, name);

/** A family that a person made: a world, or tasks with their answers. */
export type OwnFamily = World | TaskSet;

/** A family of a run: the name of a shipped one, or an own one without problems, which so is in the run's log. */
export type FamilyChoice = string | OwnFamily;

export const isTaskSet = (choice: FamilyChoice): choice is TaskSet => typeof choice === 'object' && 'tasks' in choice;

/** The own families that this thread has met, by their names, which are hashes: none ever means another. */
const ownFamilies = new Map<string, { title: string; kind: 'world' | 'tasks'; family: Family }>();

/** The name that texts, scores and charts of a run have for a family. */
export function familyNameOf(choice: FamilyChoice): string {
  if (typeof choice === 'string') return choice;
  return isTaskSet(choice) ? taskSetName(choice) : worldName(choice);
}

/** From now on, names of own families among these are known here. */
export function meetFamilies(choices: readonly FamilyChoice[]): void {
  for (const choice of choices) {
    const name = familyNameOf(choice);
    if (typeof choice === 'string' || ownFamilies.has(name)) continue;
    const kind = isTaskSet(choice) ? 'tasks' : 'world';
    const family = isTaskSet(choice) ? givenFamily(choice) : worldFamily(choice);
    ownFamilies.set(name, { title: choice.name, kind, family: family as unknown as Family });
  }
}

/** What people call the own family of a name, and what it is; undefined where the name is of none met here. */
export const ownFamily = (name: string): { title: string; kind: 'world' | 'tasks' } | undefined =>
  ownFamilies.get(name);

/** The family of a name; undefined where it is of no shipped one and no own one met here (an imported run). */
export const knownFamily = (name: string): Family | undefined =>
  isFamilyName(name) ? (families[name] as Family) : ownFamilies.get(name)?.family;

/** The family of a name, or an own one. @throws CodedError `unknown-family` that lists the names there are */
export function familyByName(choice: FamilyChoice): Family {
  meetFamilies([choice]);
  const name = familyNameOf(choice);
  const family = knownFamily(name);
  if (family) return family;
  throw new CodedError('unknown-family', { name, known: familyNames.join(', ') });
}

/** The families that settings name, in the registry's order, then own ones by name. */
export function familiesByName(choices: readonly FamilyChoice[]): Family[] {
  const chosen = new Set(choices.map(familyByName));
  const shipped = FAMILIES.filter((family) => chosen.delete(family));
  return [...shipped, ...[...chosen].sort((a, b) => (a.name < b.name ? -1 : 1))];
}
