/**
 * @file The words of the page in the language chosen.
 *
 * The files of this folder are the doors to all words; nothing outside imports from the folder of a language. What must
 * not be loaded with the first screen has a door of its own (benchmark-reasons.ts, figures.ts, reports.ts), and so has
 * what a worker needs by itself (arms.ts). A further language is a folder beside `en/` with the same exports, its name in
 * language.ts, and a line in each door, whose type says what the language has to give.
 */
import type { AnyWording } from './any-wording.ts';
import type { text as english } from './en/text.ts';
import { chosen } from './language.ts';

/** The words that every language provides. */
export type Text = AnyWording<typeof english>;

export const { text } = await chosen<{ text: Text }>({
  en: () => import('./en/text.ts'),
  zh: () => import('./zh/text.ts'),
});
