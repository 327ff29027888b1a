/**
 * @file R-Zero's repetition penalty (Huang et al. 2025, arXiv 2508.05004): r_rep(x) = |C|/B, where C is the cluster of x
 * among the B texts of a batch by the distance 1 − BLEU. Clusters are merged while their mean distance is below ½.
 *
 * Read in the published code (github.com/Chengsong-Huang/R-Zero, examples/reward_function/caller_penalty.py of 4 February
 * 2026): words are what stands between spaces, the text that comes first is compared with the later one as its reference,
 * average linkage, threshold ½. There, texts of less than four words are never alike, not even equal ones, because
 * they have no 4-grams; tasks here can be that short, so longer n-grams than a text has are left out.
 */

/**
 * Clusters by average linkage: the two clusters with the smallest mean distance between their members are merged, as
 * long as it is below a threshold. Of equally near pairs the first is merged.
 * @returns the clusters as lists of places
 */
function averageLinkage(distances: readonly (readonly number[])[], threshold: number): number[][] {
  const clusters = distances.map((_, place) => [place]);
  /** Summed distances between the members of two clusters. */
  const sums = distances.map((row) => [...row]);
  for (;;) {
    let nearest = { distance: threshold, a: -1, b: -1 };
    for (let a = 0; a < clusters.length; a++)
      for (let b = a + 1; b < clusters.length; b++) {
        const distance = sums[a][b] / (clusters[a].length * clusters[b].length);
        if (distance < nearest.distance) nearest = { distance, a, b };
      }
    const { a, b } = nearest;
    if (a < 0) return clusters;
    clusters[a].push(...clusters[b]);
    sums.forEach((row, other) => (row[a] = sums[a][other] += sums[b][other]));
    for (const row of sums) row.splice(b, 1);
    sums.splice(b, 1);
    clusters.splice(b, 1);
  }
}

/** The longest n-grams that BLEU counts. */
const LONGEST = 4;
/** Matches that a precision without a match counts as. */
const EPSILON = 0.1;

function nGrams(words: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= words.length; i++) {
    const gram = JSON.stringify(words.slice(i, i + n));
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/**
 * BLEU of one sentence against one reference (Papineni et al. 2002), from 0 to 1 and not symmetric: the geometric mean
 * of the clipped precisions of its 1- to 4-grams, times the brevity penalty. A precision without a match counts as
 * ε = .1 matches, smoothing method 1 of Chen & Cherry 2014; without a shared word BLEU is 0. N-grams longer than the
 * shorter of the two are left out, so that equal sentences have 1 at any length.
 */
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

const THRESHOLD = 0.5;

/** The share of the texts that lie in each text's cluster, from 1/B to 1, in their order. */
export function repetitionPenalties(texts: readonly string[]): number[] {
  const words = texts.map((text) => text.split(/\s+/).filter(Boolean));
  const distances = words.map((one, i) =>
    words.map((other, j) => (i === j ? 0 : 1 - (i < j ? sentenceBleu(one, other) : sentenceBleu(other, one)))),
  );
  const shares = new Array<number>(texts.length);
  for (const cluster of averageLinkage(distances, THRESHOLD))
    for (const place of cluster) shares[place] = cluster.length / texts.length;
  return shares;
}
