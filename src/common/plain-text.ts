/** @file Texts of others, which may hold characters that are not seen and change how their surroundings look. */

/**
 * Control characters but tabs and ends of lines; marks, embeddings, overrides and isolates of the direction of writing; the space
 * without width; separators of lines and paragraphs; halves of surrogate pairs; the mark of byte order. Joiners, which emoji and
 * Persian need, are none of these.
 */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** The text with each such character as its code: `‹U+202E›`. */
export const plainText = (text: string): string =>
  text.replaceAll(UNSEEN, (one) => `‹U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}›`);
