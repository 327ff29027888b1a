/** @file Task texts: words separated by single spaces. Whoever tokenizes a text appends `<eos>`; no family does. */

const OTHER_SPACE = /\s/;

/** The words of a text; any white space separates them. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** The number of words of a text, without a list of them. */
export function countWords(text: string): number {
  let words = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const space = code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code >= 160 && OTHER_SPACE.test(text[i]);
    if (!space && !inWord) words += 1;
    inWord = !space;
  }
  return words;
}

/** Texts joined by single spaces; empty ones leave no gap. */
export const joinWords = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ');

/**
 * FNV-1a, 32 bits, over UTF-16 code units: the seed of an order that looks random but depends only on a text, or the text
 * in little.
 */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Cuts a list wherever a separator stands: `a & b` → [[a], [b]]. */
export function splitWords(words: readonly string[], separator: string): string[][] {
  const segments: string[][] = [[]];
  for (const word of words) {
    if (word === separator) segments.push([]);
    else segments[segments.length - 1].push(word);
  }
  return segments;
}

/** Cuts a task text before its `index`-th word: the seed, and what the environment writes after it. */
export function cutText(text: string, index: number): { seed: string; rest: string } {
  const words = wordsOf(text);
  return { seed: words.slice(0, index).join(' '), rest: words.slice(index).join(' ') };
}

/** Cuts a task text before the first word that `begins` the rest; the first word always belongs to the seed. */
export function cutBefore(text: string, begins: (word: string) => boolean): { seed: string; rest: string } {
  const words = wordsOf(text);
  const index = words.findIndex((word, i) => i > 0 && begins(word));
  return cutText(text, index < 0 ? words.length : index);
}
