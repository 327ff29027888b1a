/** @file The words of a plan of memory in the language chosen: with what shows plans, not with the first screen. */
import type { AnyWording } from './any-wording.ts';
import type { plan as english } from './en/plan.ts';
import { chosen } from './language.ts';

export const { plan: planText } = await chosen<{ plan: AnyWording<typeof english> }>({
  en: () => import('./en/plan.ts'),
  zh: () => import('./zh/plan.ts'),
});
