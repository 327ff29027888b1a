/**
 * @file Text in lines of a width. A line breaks at a space, and beside a Chinese character, which is about twice as wide as
 * a Latin one; marks that close something stay with what is before them, marks that open something with what follows.
 */

/** Chinese characters and the marks that are set as wide as they are. */
const WIDE = /[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/u;
/** No line may end within a piece: a word with the space before it, or a Chinese character. */
const PIECE =
  /\s*[（《「“]*(?:[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]|[^\s\u3000-\u303f\u3400-\u9fff\uff00-\uffef]+)?[、。，；：！？）》」”]*/gu;

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
