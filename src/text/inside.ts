/** @file The words of the page that looks inside the models in the language chosen. */
import type { AnyWording } from './any-wording.ts';
import type { inside as english } from './en/inside.ts';
import { chosen } from './language.ts';

export const { inside: insideText } = await chosen<{ inside: AnyWording<typeof english> }>({
  en: () => import('./en/inside.ts'),
  zh: () => import('./zh/inside.ts'),
});
