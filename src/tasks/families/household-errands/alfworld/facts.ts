/**
 * @file Declares the facts of one household: where the receptacles are, which objects are in them, what can be done
 * with each object, and the agent's goal. They are the initial facts of an ALFWorld game (Shridhar et al. 2021, arXiv
 * 2010.03768), whose planning domain `alfred.pddl` the rest of this folder follows.
 *
 * A household is plain data, independent of a benchmark's files and of a task language.
 */

/** An object may allow these actions. Looking is always possible. */
export type Affordance = 'pickupable' | 'cleanable' | 'heatable' | 'coolable' | 'toggleable' | 'sliceable';

export type Treatment = 'clean' | 'heat' | 'cool';

export interface Receptacle {
  /** The name is unique in the household, such as `drawer 2`. */
  name: string;
  /** Types are in lower case, such as `drawer`. */
  type: string;
  /** The agent reaches the receptacle from this location. Several receptacles may share a location. */
  location: string;
  openable: boolean;
  /** True if the receptacle is open at the beginning. The field has no meaning unless `openable`. */
  opened: boolean;
}

export interface HouseholdObject {
  /** The name is unique in the household, also among the receptacles. */
  name: string;
  /** Types are in lower case, such as `soapbar`. */
  type: string;
  /** The object lies in these receptacles: none if it stands in the room, rarely more than one. */
  in: readonly string[];
  affordances: ReadonlySet<Affordance>;
  /** True for bowls and boxes: their observation says what is inside, which is always nothing. */
  container: boolean;
}

export type HouseholdGoal =
  /** Asks for `count` different objects of a type in one receptacle of a type, after the treatment. */
  | { kind: 'place'; object: string; receptacle: string; treatment: Treatment | null; count: 1 | 2 }
  /** Asks to hold an object of a type beside a switched-on lamp of a type. */
  | { kind: 'look'; object: string; lamp: string };

export interface HouseholdFacts {
  /** Observations name things in the order of both lists. */
  receptacles: readonly Receptacle[];
  objects: readonly HouseholdObject[];
  agentLocation: string;
  /** Maps a receptacle type to the object types that may be put there. */
  canContain: ReadonlyMap<string, ReadonlySet<string>>;
  goal: HouseholdGoal;
  /** The agent reads the goal in these words. */
  task: string;
}

/** Maps each treatment to the receptacle type that it needs. */
export const APPLIANCE: Record<Treatment, string> = { clean: 'sinkbasin', heat: 'microwave', cool: 'fridge' };
export const TREATABLE: Record<Treatment, Affordance> = { clean: 'cleanable', heat: 'heatable', cool: 'coolable' };
export const TREATMENTS: readonly Treatment[] = ['clean', 'heat', 'cool'];
export const KNIVES: ReadonlySet<string> = new Set(['knife', 'butterknife']);

/** ALFWorld's own evaluation ends an episode after this many commands. */
const STEP_LIMIT = 50;

/** The game has two wordings: `move O to R` since ALFWorld 0.4, `put O in/on R` before. */
export type Wording = 'move' | 'put';
export const PREPOSITION: Record<Wording, string> = { move: 'to', put: 'in/on' };

/** Indexes the things of a household by name. */
export interface HouseholdWorld {
  readonly facts: HouseholdFacts;
  readonly wording: Wording;
  readonly stepLimit: number;
  readonly receptacles: ReadonlyMap<string, Receptacle>;
  readonly objects: ReadonlyMap<string, HouseholdObject>;
}

/** Names an inconsistency of the facts, in English; `null` if there is none. */
export function factsProblem({ receptacles, objects }: HouseholdFacts): string | null {
  const names = new Set<string>();
  for (const { name } of [...receptacles, ...objects]) {
    if (name === '' || name !== name.trim()) return `the name "${name}" is empty or begins or ends with a space.`;
    if (names.has(name)) return `two things are called "${name}".`;
    names.add(name);
  }
  const places = new Set(receptacles.map(({ name }) => name));
  for (const object of objects) {
    const unknown = object.in.find((place) => !places.has(place));
    if (unknown !== undefined) return `"${object.name}" lies in "${unknown}", which is no receptacle here.`;
  }
  return null;
}

/** @throws RangeError if the facts are inconsistent (see {@link factsProblem}) */
export function createWorld(
  facts: HouseholdFacts,
  { wording = 'move', stepLimit = STEP_LIMIT }: { wording?: Wording; stepLimit?: number } = {},
): HouseholdWorld {
  const problem = factsProblem(facts);
  if (problem !== null) throw new RangeError(`These facts describe no household: ${problem}`);
  return {
    facts,
    wording,
    stepLimit,
    receptacles: new Map(facts.receptacles.map((receptacle) => [receptacle.name, receptacle])),
    objects: new Map(facts.objects.map((object) => [object.name, object])),
  };
}

/**
 * Gives a command as data. Names are resolved, so an {@link Action} refers to things that exist; `transition.ts`
 * decides whether it is possible now.
 */
export type Action =
  | { kind: 'look' | 'inventory' | 'help' }
  | { kind: 'go' | 'open' | 'close' | 'examine receptacle'; receptacle: Receptacle }
  | { kind: 'examine object' | 'use'; object: HouseholdObject }
  | { kind: 'take' | 'put' | Treatment; object: HouseholdObject; receptacle: Receptacle }
  | { kind: 'slice'; object: HouseholdObject; knife: HouseholdObject };

/** Splits at the first `separator` that stands between two names that exist. */
function splitNames<Left, Right>(
  text: string,
  separator: string,
  lefts: ReadonlyMap<string, Left>,
  rights: ReadonlyMap<string, Right>,
): [Left, Right] | null {
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) {
    const left = lefts.get(text.slice(0, at));
    const right = rights.get(text.slice(at + separator.length));
    if (left !== undefined && right !== undefined) return [left, right];
  }
  return null;
}

const isTreatment = (verb: string): verb is Treatment => (TREATMENTS as readonly string[]).includes(verb);

/** Longer commands are not read, because no names are this long. Characters. */
const MAX_COMMAND_LENGTH = 1000;

/** Reads a command without the spaces around it. Returns `null` if it has no known form or names something unknown. */
export function parseCommand(world: HouseholdWorld, text: string): Action | null {
  if (text.length > MAX_COMMAND_LENGTH) return null;
  const command = text.trim();
  if (command === 'look' || command === 'inventory' || command === 'help') return { kind: command };
  const { receptacles, objects, wording } = world;
  if (command.startsWith('go to ')) {
    const receptacle = receptacles.get(command.slice('go to '.length));
    return receptacle ? { kind: 'go', receptacle } : null;
  }
  const space = command.indexOf(' ');
  if (space === -1) return null;
  const verb = command.slice(0, space);
  const rest = command.slice(space + 1);

  if (verb === 'open' || verb === 'close') {
    const receptacle = receptacles.get(rest);
    return receptacle ? { kind: verb, receptacle } : null;
  }
  if (verb === 'examine') {
    const receptacle = receptacles.get(rest);
    if (receptacle) return { kind: 'examine receptacle', receptacle };
    const object = objects.get(rest);
    return object ? { kind: 'examine object', object } : null;
  }
  if (verb === 'use') {
    const object = objects.get(rest);
    return object ? { kind: 'use', object } : null;
  }
  if (verb === 'slice') {
    const pair = splitNames(rest, ' with ', objects, objects);
    return pair ? { kind: 'slice', object: pair[0], knife: pair[1] } : null;
  }
  const onReceptacle = (kind: 'take' | 'put' | Treatment, separator: string): Action | null => {
    const pair = splitNames(rest, separator, objects, receptacles);
    return pair ? { kind, object: pair[0], receptacle: pair[1] } : null;
  };
  if (verb === 'take') return onReceptacle('take', ' from ');
  if (verb === wording) return onReceptacle('put', ` ${PREPOSITION[wording]} `);
  if (isTreatment(verb)) return onReceptacle(verb, ' with ');
  return null;
}
