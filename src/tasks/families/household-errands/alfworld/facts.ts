/**
 * @file Declares the facts of one household: receptacles with locations, objects with their possible uses, and the
 * agent's goal. A household is plain data, independent of benchmark files and task languages.
 *
 * An ALFWorld game (Shridhar et al. 2021, arXiv 2010.03768) begins with such facts. The rest of this folder follows the
 * game's planning domain, `alfred.pddl`.
 */

/** Possible uses of an object, besides looking at it. */
export type Affordance = 'pickupable' | 'cleanable' | 'heatable' | 'coolable' | 'toggleable' | 'sliceable';

export type Treatment = 'clean' | 'heat' | 'cool';

export interface Receptacle {
  /** Name that is unique in the household, e.g. `drawer 2`. */
  name: string;
  /** Type in lower case, e.g. `drawer`. */
  type: string;
  /** Location from which the agent reaches the receptacle. Several receptacles may share a location. */
  location: string;
  openable: boolean;
  /** True if the receptacle is open at the beginning. Ignored if the receptacle is not `openable`. */
  opened: boolean;
}

export interface HouseholdObject {
  /** Name that is unique among objects and receptacles. */
  name: string;
  /** Type in lower case, e.g. `soapbar`. */
  type: string;
  /** Receptacles that contain the object. The list is empty if the object stands in the room. */
  in: readonly string[];
  affordances: ReadonlySet<Affordance>;
  /** True for objects such as bowls and boxes. Their observation says that nothing is inside. */
  container: boolean;
}

export type HouseholdGoal =
  /** Goal to put `count` different objects of a type into one receptacle of a type, treated if `treatment` is set. */
  | { kind: 'place'; object: string; receptacle: string; treatment: Treatment | null; count: 1 | 2 }
  /** Goal to hold an object of a type beside a switched-on lamp of a type. */
  | { kind: 'look'; object: string; lamp: string };

export interface HouseholdFacts {
  /** Observations name receptacles and objects in the order of these lists. */
  receptacles: readonly Receptacle[];
  objects: readonly HouseholdObject[];
  agentLocation: string;
  /** Maps a receptacle type to the object types that may be put there. */
  canContain: ReadonlyMap<string, ReadonlySet<string>>;
  goal: HouseholdGoal;
  /** The goal in the words that the agent reads. */
  task: string;
}

/** Maps each treatment to the receptacle type that it needs. */
export const APPLIANCE: Record<Treatment, string> = { clean: 'sinkbasin', heat: 'microwave', cool: 'fridge' };
export const TREATABLE: Record<Treatment, Affordance> = { clean: 'cleanable', heat: 'heatable', cool: 'coolable' };
export const TREATMENTS: readonly Treatment[] = ['clean', 'heat', 'cool'];
export const KNIVES: ReadonlySet<string> = new Set(['knife', 'butterknife']);

/** ALFWorld's own evaluation ends an episode after this many commands. */
export const STEP_LIMIT = 50;

/** The game has two wordings: `move O to R` since ALFWorld 0.4, `put O in/on R` before. */
export type Wording = 'move' | 'put';
export const PREPOSITION: Record<Wording, string> = { move: 'to', put: 'in/on' };

/** A household with its things indexed by name. */
export interface HouseholdWorld {
  readonly facts: HouseholdFacts;
  readonly wording: Wording;
  readonly receptacles: ReadonlyMap<string, Receptacle>;
  readonly objects: ReadonlyMap<string, HouseholdObject>;
}

/** Returns an English description of an inconsistency of the facts, or `null` if there is none. */
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

/** Makes a household from facts. @throws RangeError if the facts are inconsistent (see {@link factsProblem}) */
export function createWorld(facts: HouseholdFacts, wording: Wording = 'move'): HouseholdWorld {
  const problem = factsProblem(facts);
  if (problem !== null) throw new RangeError(`These facts describe no household: ${problem}`);
  return {
    facts,
    wording,
    receptacles: new Map(facts.receptacles.map((receptacle) => [receptacle.name, receptacle])),
    objects: new Map(facts.objects.map((object) => [object.name, object])),
  };
}

/** Command as data. `transition.ts` decides whether a command is possible now. */
export type Action =
  | { kind: 'look' | 'inventory' | 'help' }
  | { kind: 'go' | 'open' | 'close' | 'examine receptacle'; receptacle: Receptacle }
  | { kind: 'examine object' | 'use'; object: HouseholdObject }
  | { kind: 'take' | 'put' | Treatment; object: HouseholdObject; receptacle: Receptacle }
  | { kind: 'slice'; object: HouseholdObject; knife: HouseholdObject };
