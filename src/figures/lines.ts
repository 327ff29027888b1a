/**
 * @file Text in lines of a width. A line breaks at a space, and beside a Chinese or Japanese character, which like a Korean
 * syllable is about twice as wide as a Latin letter; marks that close something stay with what is before them, marks that
 * open something with what follows.
 */

/** Characters between which a line may end, and the marks that are set as wide as they are. */
const UNSPACED = '\\u3000-\\u9fff\\uff00-\\uffef';
/** Korean has spaces between words. */
const WIDE = new RegExp(`[${UNSPACED}\\uac00-\\ud7af]`, 'u');
/** No line may end within a piece: a word with the space before it, or one such character. */
const PIECE = new RegExp(`\\s*[（《「“]*(?:[${UNSPACED}]|[^\\s${UNSPACED}]+)?[、。，；：！？）》」”]*`, 'gu');

/** The width of a text in mean Latin characters. */
export const widthInCharacters = (text: string): number =>
  [...text].reduce((width, character) => width + (WIDE.test(character) ? 1.8 : 1), 0);

/** @param characters the width of a line in mean Latin characters */
export function wrapped(text: string, characters: number): string[] {
  const lines: string[] = [];
  for (const piece of text.match(PIECE) ?? []) {
    if (piece === '') continue;
    const longer = (lines.at(-1) ?? '') + piece;
    if (lines.length > 0 && widthInCharacters(longer) <= characters) lines[lines.length - 1] = longer;
    else lines.push(piece.trimStart());
  }
  return lines;
}
