/**
 * @file The receptacles and objects of the household game, and what can be done with each. The words are shorter than
 * ALFWorld's; what they allow is the same. That things are cleaned at the sink, heated in the microwave and cooled in the
 * fridge is the skill to discover: no task says it.
 */
import { type Affordance, APPLIANCE, TREATABLE, type Treatment } from './alfworld/facts.ts';
import { OBJECTS } from '../household/world.ts';

/** ALFWorld's type of a receptacle, if it differs from the word. */
const RECEPTACLE_TYPES: ReadonlyMap<string, string> = new Map([
  ['sink', APPLIANCE.clean],
  ['microwave', APPLIANCE.heat],
  ['fridge', APPLIANCE.cool],
]);

export const OPEN_RECEPTACLES: readonly string[] = ['sink', 'desk', 'shelf', 'table', 'counter'];
export const CLOSED_RECEPTACLES: readonly string[] = ['microwave', 'fridge', 'drawer', 'cabinet', 'safe'];
export const RECEPTACLES: readonly string[] = [...OPEN_RECEPTACLES, ...CLOSED_RECEPTACLES];
export const LAMP = 'lamp';

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

export const receptacleType = (word: string): string => RECEPTACLE_TYPES.get(word) ?? word;
export const isOpenable = (word: string): boolean => CLOSED_RECEPTACLES.includes(word);
export const allowsTreatment = (object: string, treatment: Treatment): boolean =>
  TREATMENTS_OF.get(object)?.includes(treatment) ?? false;

/** The receptacle where a treatment takes place. */
export const applianceFor = (treatment: Treatment): string =>
  RECEPTACLES.find((word) => receptacleType(word) === APPLIANCE[treatment])!;

export const affordancesOf = (object: string): ReadonlySet<Affordance> =>
  object === LAMP
    ? new Set<Affordance>(['toggleable'])
    : new Set<Affordance>(['pickupable', ...(TREATMENTS_OF.get(object) ?? []).map((name) => TREATABLE[name])]);

/** True if an object may lie in a receptacle: appliances take only what they are for. */
export function mayLieIn(object: string, receptacle: string): boolean {
  if (receptacle === applianceFor('heat')) return allowsTreatment(object, 'heat');
  if (receptacle === applianceFor('cool')) return allowsTreatment(object, 'cool');
  return object !== LAMP || !isOpenable(receptacle);
}

/** By ALFWorld's type of receptacle, the objects it may contain. */
export const CAN_CONTAIN: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  RECEPTACLES.map((receptacle) => [
    receptacleType(receptacle),
    new Set(OBJECTS.filter((object) => mayLieIn(object, receptacle))),
  ]),
);
