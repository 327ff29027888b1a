/** @file The words of the part where a person writes a task and plays the agent, in the language chosen. */
import type { AnyWording } from './any-wording.ts';
import type { tryIt as english } from './en/try-it.ts';
import { chosen } from './language.ts';

export const { tryIt: tryItText } = await chosen<{ tryIt: AnyWording<typeof english> }>({
  en: () => import('./en/try-it.ts'),
  zh: () => import('./zh/try-it.ts'),
});
