/**
 * @file The words of the page in the language chosen: the one door to all its texts.
 *
 * A further language is a folder beside `en/` whose index exports a value of type {@link Text}, and its choice here.
 */
import { english } from './en/index.ts';

/** The same texts in any wording: a string for a string, a function of the same parameters for a function. */
type AnyWording<English> = English extends string
  ? string
  : English extends (...parameters: infer Parameters) => string
    ? (...parameters: Parameters) => string
    : { readonly [Name in keyof English]: AnyWording<English[Name]> };

/** What every language provides. */
export type Text = AnyWording<typeof english>;

export const text: Text = english;
