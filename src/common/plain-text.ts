/** @file Handles invisible characters: Python's white space, and characters that can disguise a text. */

/**
 * White space as defined by Python's `str.strip`, `str.split` and `\s`. JavaScript's `\s` lacks U+001C–U+001F and
 * U+0085, and includes the byte order mark.
 */
const CHARACTERS = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const WHITE = new RegExp(`[${CHARACTERS}]`);
/** Matches the white space at `lastIndex`, even if it is empty. */
export const WHITE_SPACE_HERE = new RegExp(`[${CHARACTERS}]*`, 'y');
/** Character class like Python's `\s`, for use in a longer regular expression. */
export const WHITE_SPACE_CLASS = `[${CHARACTERS}]`;

/**
 * Computes Python's `text.strip(characters)`, or `lstrip` or `rstrip` for one side.
 * @param characters to remove; default: white space
 */
export function strip(text: string, characters?: string, side: 'both' | 'left' | 'right' = 'both'): string {
  const all = Array.from(text);
  const goes = (one: string) => (characters === undefined ? WHITE.test(one) : characters.includes(one));
  let from = 0;
  let to = all.length;
  while (side !== 'right' && from < to && goes(all[from])) from += 1;
  while (side !== 'left' && to > from && goes(all[to - 1])) to -= 1;
  return all.slice(from, to).join('');
}

/**
 * Matches invisible characters: controls except tab and newline, bidirectional controls, zero-width spaces, line and
 * paragraph separators, lone surrogates and the byte order mark. U+200C and U+200D stay, for emoji and Persian.
 */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

const codeOf = (one: string): string => `U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** Replaces each invisible character with its code, such as `‹U+202E›`. */
export const plainText = (text: string): string => text.replaceAll(UNSEEN, (one) => `‹${codeOf(one)}›`);

/** Cuts a text to `most` UTF-16 units and adds `…`, then replaces invisible characters. */
export const shortPlainText = (text: string, most: number): string =>
  plainText(text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text);

/** Returns the code of the first invisible character, such as `U+202E`; undefined if there is none. */
export const unseenCharacter = (text: string): string | undefined => {
  const [one] = text.match(UNSEEN) ?? [];
  return one && codeOf(one);
};

/** Escapes invisible characters in JSON, which still parses to the same value. */
export const plainJson = (json: string): string =>
  json.replaceAll(UNSEEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
