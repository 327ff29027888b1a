/**
 * @file BLEU of one sentence against one reference (Papineni et al. 2002): the geometric mean of the clipped precisions of
 * its 1- to 4-grams, times the brevity penalty. A precision without a match counts as ε = .1 matches, smoothing method 1 of
 * Chen & Cherry 2014; without a shared word BLEU is 0. N-grams longer than the shorter of the two are left out, so that equal
 * sentences have 1 at any length.
 */

const LONGEST = 4;
const EPSILON = 0.1;

function nGrams(words: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= words.length; i++) {
    const gram = JSON.stringify(words.slice(i, i + n));
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/** From 0 to 1; not symmetric. */
export function sentenceBleu(words: readonly string[], reference: readonly string[]): number {
  const longest = Math.min(LONGEST, words.length, reference.length);
  if (longest === 0) return 0;
  let logarithms = 0;
  for (let n = 1; n <= longest; n++) {
    const known = nGrams(reference, n);
    let matches = 0;
    for (const [gram, count] of nGrams(words, n)) matches += Math.min(count, known.get(gram) ?? 0);
    if (n === 1 && matches === 0) return 0;
    logarithms += Math.log((matches || EPSILON) / (words.length - n + 1));
  }
  const brevity = Math.min(0, 1 - reference.length / words.length);
  return Math.exp(logarithms / longest + brevity);
}
