/**
 * @file Reads and writes the task language of the household errands. A task is a few errands, each with an action, an
 * object, the place where the object lies, and the place to leave it. Each errand has its own object.
 *
 *     heat apple shelf desk & put mug drawer shelf
 *
 * The names of receptacles and objects are shorter than ALFWorld's. The skill to discover is that things are cleaned at
 * the sink, heated in the microwave and cooled in the fridge, which no task says.
 */
import { AND, splitWords, wordsOf } from '../../text.ts';
import { refuse } from '../../family-parts.ts';
import { OBJECTS } from '../household/household.ts';
import {
  type Affordance,
  APPLIANCE,
  type HouseholdFacts,
  type HouseholdGoal,
  TREATABLE,
  type Treatment,
  TREATMENTS,
} from './alfworld/facts.ts';

/** Maps words to ALFWorld's names of receptacle types, if they differ. */
const RECEPTACLE_TYPES: ReadonlyMap<string, string> = new Map([
  ['sink', APPLIANCE.clean],
  ['microwave', APPLIANCE.heat],
  ['fridge', APPLIANCE.cool],
]);

const OPEN_RECEPTACLES: readonly string[] = ['sink', 'desk', 'shelf', 'table', 'counter'];
const CLOSED_RECEPTACLES: readonly string[] = ['microwave', 'fridge', 'drawer', 'cabinet', 'safe'];
export const RECEPTACLES: readonly string[] = [...OPEN_RECEPTACLES, ...CLOSED_RECEPTACLES];
const LAMP = 'lamp';

const TREATMENTS_OF: ReadonlyMap<string, readonly Treatment[]> = new Map([
  ['apple', ['clean', 'heat', 'cool']],
  ['egg', ['clean', 'heat', 'cool']],
  ['mug', ['clean', 'heat', 'cool']],
  ['cup', ['clean', 'heat', 'cool']],
  ['plate', ['clean', 'heat', 'cool']],
  ['bowl', ['clean', 'cool']],
  ['pot', ['clean', 'cool']],
  ['knife', ['clean']],
  ['towel', ['clean']],
]);

const receptacleType = (word: string): string => RECEPTACLE_TYPES.get(word) ?? word;
const isOpenable = (word: string): boolean => CLOSED_RECEPTACLES.includes(word);
const allowsTreatment = (object: string, treatment: Treatment): boolean =>
  TREATMENTS_OF.get(object)?.includes(treatment) ?? false;

export const applianceFor = (treatment: Treatment): string =>
  RECEPTACLES.find((word) => receptacleType(word) === APPLIANCE[treatment])!;

const affordancesOf = (object: string): ReadonlySet<Affordance> =>
  object === LAMP
    ? new Set<Affordance>(['toggleable'])
    : new Set<Affordance>(['pickupable', ...(TREATMENTS_OF.get(object) ?? []).map((name) => TREATABLE[name])]);

/** Returns true if an object may lie in a receptacle. Microwave and fridge take only what they treat. */
function mayLieIn(object: string, receptacle: string): boolean {
  if (receptacle === applianceFor('heat')) return allowsTreatment(object, 'heat');
  if (receptacle === applianceFor('cool')) return allowsTreatment(object, 'cool');
  return object !== LAMP || !isOpenable(receptacle);
}

/** Maps ALFWorld's receptacle types to the objects that may be put there. */
const CAN_CONTAIN: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  RECEPTACLES.map((receptacle) => [
    receptacleType(receptacle),
    new Set(OBJECTS.filter((object) => mayLieIn(object, receptacle))),
  ]),
);

/** Kind of an errand without a treatment. */
export const PUT = 'put';
export const KINDS: readonly string[] = [PUT, ...TREATMENTS];
const APPLIANCES: readonly string[] = TREATMENTS.map(applianceFor);
/** Receptacles where things lie and are left. */
export const PLACES: readonly string[] = RECEPTACLES.filter((receptacle) => !APPLIANCES.includes(receptacle));
/** An errand is written as kind, object and two places. */
export const ERRAND_WORDS = 4;

export interface Errand {
  kind: string;
  object: string;
  source: string;
  /** Always differs from `source`. */
  target: string;
}

export interface HouseholdErrandsTask {
  text: string;
  errands: readonly Errand[];
}

export const treatmentOf = (kind: string): Treatment | null =>
  TREATMENTS.find((treatment) => treatment === kind) ?? null;

export const writeErrand = ({ kind, object, source, target }: Errand): string =>
  [kind, object, source, target].join(' ');

export const writeTask = (errands: readonly Errand[]): string => errands.map(writeErrand).join(` ${AND} `);

/** Returns the objects that an errand of this kind may ask for: all, or those that allow the treatment. */
export const objectsFor = (kind: string): string[] => {
  const treatment = treatmentOf(kind);
  return OBJECTS.filter((object) => treatment === null || allowsTreatment(object, treatment));
};

function readErrand(words: readonly string[]): Errand {
  if (words.length === 0) refuse({ code: 'household-errands/no-errand' });
  const [kind, object, source, target] = words;
  if (!KINDS.includes(kind)) refuse({ code: 'household-errands/unknown-errand', word: kind });
  if (words.length !== ERRAND_WORDS) refuse({ code: 'household-errands/incomplete-errand', errand: words.join(' ') });
  if (!OBJECTS.includes(object)) refuse({ code: 'household-errands/unknown-object', word: object });
  const unknown = [source, target].find((word) => !PLACES.includes(word));
  if (unknown !== undefined) refuse({ code: 'household-errands/unknown-place', word: unknown });
  if (!objectsFor(kind).includes(object)) {
    refuse({ code: 'household-errands/treatment-impossible', treatment: kind, object });
  }
  if (source === target) refuse({ code: 'household-errands/same-place', place: source });
  return { kind, object, source, target };
}

export function parseTask(text: string, most: number): HouseholdErrandsTask {
  const errands: Errand[] = [];
  for (const words of splitWords(wordsOf(text), AND)) {
    const read = readErrand(words);
    const { object } = read;
    if (errands.some((errand) => errand.object === object)) {
      refuse({ code: 'household-errands/repeated-object', object });
    }
    errands.push(read);
  }
  if (errands.length > most) {
    refuse({ code: 'household-errands/too-many-errands', errands: errands.length, most });
  }
  return { text: writeTask(errands), errands };
}

/** Turns an errand into a goal of the household world: the object lies at its target, treated as asked. */
export const goalOf = ({ kind, object, target }: Errand): HouseholdGoal => ({
  kind: 'place',
  object,
  receptacle: receptacleType(target),
  treatment: treatmentOf(kind),
  count: 1,
});

/** Describes the household of a task as facts of the household world, with the goal of the first errand. */
export const factsOf = ({ text, errands }: HouseholdErrandsTask): HouseholdFacts => ({
  receptacles: RECEPTACLES.map((name) => ({
    name,
    type: receptacleType(name),
    location: name,
    openable: isOpenable(name),
    opened: false,
  })),
  objects: errands.map(({ object, source }) => ({
    name: object,
    type: object,
    in: [source],
    affordances: affordancesOf(object),
    container: false,
  })),
  agentLocation: 'door',
  canContain: CAN_CONTAIN,
  goal: goalOf(errands[0]),
  task: text,
});
