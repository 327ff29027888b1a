/** @file The words of a plan of memory in the language chosen: with what shows plans, not with the first screen. */
import type { AnyWording } from './any-wording.ts';
import { plan } from './en/plan.ts';

export const planText: AnyWording<typeof plan> = plan;
