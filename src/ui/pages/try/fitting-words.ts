/** @file The words that fit at a place of a text, found a few milliseconds at a time, so that typing is never held up. */
import type { NextWord } from '../../../tasks/completions.ts';

const SLICE_MILLISECONDS = 8;

/** @param isWanted asked between two slices; where it says no, the search ends and the answer is undefined */
export async function fittingWords(
  { candidates, fits }: NextWord,
  isWanted: () => boolean,
): Promise<string[] | undefined> {
  const found: string[] = [];
  let until = performance.now() + SLICE_MILLISECONDS;
  for (const word of candidates) {
    if (fits(word)) found.push(word);
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) return undefined;
    until = performance.now() + SLICE_MILLISECONDS;
  }
  return isWanted() ? found : undefined;
}
