/** @file Declares the family of the `discovery` preset, which is a world as data. */
import { worldFamily } from '../../worlds/world-family.ts';
import type { World } from '../../worlds/world.ts';

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

export const householdWorld: World = {
  world: 1,
  name: 'Household',
  things: OBJECTS,
  actions: [
    { name: 'clean' },
    { name: 'heat' },
    { name: 'cool' },
    { name: 'light' },
    { name: 'store' },
    { name: 'dry' },
  ],
  where: [
    { action: 'clean', place: 'sink' },
    { action: 'heat', place: 'oven' },
    { action: 'cool', place: 'fridge' },
    { action: 'light', place: 'lamp' },
    { action: 'store', place: 'shelf' },
    { action: 'dry', place: 'rack' },
  ],
  levels: Array.from({ length: 10 }, (_, index) => ({ steps: index + 1 })),
};

export const household = worldFamily(householdWorld, 'household');
