/** @file The names of the arms in the language chosen. */
import type { AnyWording } from './any-wording.ts';
import { armTitle as english } from './en/arms.ts';

export const armTitle: AnyWording<typeof english> = english;
