/**
 * @file The words of the page in the language chosen: the one door to them.
 *
 * A further language is a folder beside `en/` whose index exports a value of type {@link Text}, and its choice here.
 */
import type { AnyWording } from './any-wording.ts';
import { english } from './en/index.ts';

/** What every language provides. */
export type Text = AnyWording<typeof english>;

export const text: Text = english;
