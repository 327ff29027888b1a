/**
 * @file White space as Python's `str.strip`, `str.split` and `\s` see it. JavaScript's `\s` lacks the separators 1c–1f and
 * 85, and has the byte order mark.
 */

const CHARACTERS = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const WHITE = new RegExp(`[${CHARACTERS}]`);
/** One or more at the place of `lastIndex`, or none. */
export const WHITE_SPACE_HERE = new RegExp(`[${CHARACTERS}]*`, 'y');
/** The meaning of `\s`, for use inside a longer regular expression. */
export const WHITE_SPACE_CLASS = `[${CHARACTERS}]`;

/** `text.strip()` */
export function strip(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && WHITE.test(text[from])) from += 1;
  while (to > from && WHITE.test(text[to - 1])) to -= 1;
  return text.slice(from, to);
}
