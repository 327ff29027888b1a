/** @file Declares the family of the `discovery` preset. The family is a world as data (worlds/world.ts). */
import { worldFamily } from '../../worlds/world-family.ts';
import type { World } from '../../worlds/world.ts';

export const OBJECTS: readonly string[] = 'apple mug plate knife book pen vase bowl egg towel cup pot'.split(' ');

const PLACE_OF = { clean: 'sink', heat: 'oven', cool: 'fridge', light: 'lamp', store: 'shelf', dry: 'rack' };

export const householdWorld: World = {
  world: 1,
  name: 'Household',
  things: OBJECTS,
  actions: Object.keys(PLACE_OF).map((name) => ({ name })),
  where: Object.entries(PLACE_OF).map(([action, place]) => ({ action, place })),
  levels: Array.from({ length: 10 }, (_, index) => ({ steps: index + 1 })),
};

export const household = worldFamily(householdWorld, 'household');
