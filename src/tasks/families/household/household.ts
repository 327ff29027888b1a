/** @file Household, the family of the `discovery` preset: a world as data. */
import { worldFamily } from '../../worlds/world-family.ts';
import { householdWorld } from './world.ts';

export const household = worldFamily(householdWorld, 'household');
