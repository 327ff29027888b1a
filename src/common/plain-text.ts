/**
 * @file Handles characters that are not seen: Python's white space, and characters in texts of others that change how
 * their surroundings look.
 */

/**
 * Matches white space as Python's `str.strip`, `str.split` and `\s` see it. JavaScript's `\s` lacks the separators
 * 1c–1f and 85, and has the byte order mark.
 */
const CHARACTERS = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const WHITE = new RegExp(`[${CHARACTERS}]`);
/** Matches white space at `lastIndex`, even if there is none. */
export const WHITE_SPACE_HERE = new RegExp(`[${CHARACTERS}]*`, 'y');
/** Has the meaning of Python's `\s` inside a longer regular expression. */
export const WHITE_SPACE_CLASS = `[${CHARACTERS}]`;

/**
 * Computes Python's `text.strip(characters)`; `lstrip` and `rstrip` strip one side.
 * @param characters default: white space
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
 * Matches characters that cannot be seen: control characters but tabs and ends of lines; marks, embeddings, overrides
 * and isolates of the direction of writing; the space without width; separators of lines and paragraphs; halves of
 * surrogate pairs; the mark of byte order. Joiners, which emoji and Persian need, are none of these.
 */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

const codeOf = (one: string): string => `U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** Writes each such character as its code: `‹U+202E›`. */
export const plainText = (text: string): string => text.replaceAll(UNSEEN, (one) => `‹${codeOf(one)}›`);

/** Returns plain text of at most this many characters of the given one; `…` stands for the others. */
export const shortPlainText = (text: string, most: number): string =>
  plainText(text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text);

/** Returns the code of the first such character (`U+202E`); undefined if there is none. */
export const unseenCharacter = (text: string): string | undefined => {
  const [one] = text.match(UNSEEN) ?? [];
  return one && codeOf(one);
};

/** Escapes such characters in JSON, which stays the same value. */
export const plainJson = (json: string): string =>
  json.replaceAll(UNSEEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
