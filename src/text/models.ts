/** @file The words of the models page in the language chosen. */
import type { AnyWording } from './any-wording.ts';
import { models } from './en/models.ts';

export const modelsText: AnyWording<typeof models> = models;
