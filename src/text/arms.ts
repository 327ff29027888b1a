/** @file The names of the arms in the language chosen. */
import type { AnyWording } from './any-wording.ts';
import type * as english from './en/arms.ts';
import { chosen } from './language.ts';

export const { armTitle } = await chosen<Pick<AnyWording<typeof english>, 'armTitle'>>({
  en: () => import('./en/arms.ts'),
  zh: () => import('./zh/arms.ts'),
});
