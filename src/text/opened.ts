/** @file The words of what can be opened, in the language chosen: not part of the first screen. */
import type { AnyWording } from './any-wording.ts';
import type { opened as english } from './en/opened.ts';
import { chosen } from './language.ts';

export const { opened: openedText } = await chosen<{ opened: AnyWording<typeof english> }>({
  en: () => import('./en/opened.ts'),
  zh: () => import('./zh/opened.ts'),
});
