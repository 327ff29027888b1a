/**
 * @file The household world of the `discovery` preset: each verb is done at one station. That table is the skill an
 * agent has to discover; no task text ever says it.
 */

/** Verb → the station where it is done. */
export const STATION_OF: ReadonlyMap<string, string> = new Map([
  ['clean', 'sink'],
  ['heat', 'oven'],
  ['cool', 'fridge'],
  ['light', 'lamp'],
  ['store', 'shelf'],
  ['dry', 'rack'],
]);

export const VERBS: readonly string[] = [...STATION_OF.keys()];
export const STATIONS: readonly string[] = [...STATION_OF.values()];
export const OBJECTS: readonly string[] = [
  'apple',
  'mug',
  'plate',
  'knife',
  'book',
  'pen',
  'vase',
  'bowl',
  'egg',
  'towel',
  'cup',
  'pot',
];
