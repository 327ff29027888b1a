/**
 * @file R-Zero's repetition penalty (Huang et al. 2025, arXiv 2508.05004): r_rep(x) = |C|/B, where C is the cluster of x
 * among the B texts of a batch by the distance 1 − BLEU. Clusters are merged while their mean distance is below ½.
 *
 * Read in the published code (github.com/Chengsong-Huang/R-Zero, examples/reward_function/caller_penalty.py of 4 February
 * 2026): words are what stands between spaces, the text that comes first is compared with the later one as its reference,
 * average linkage, threshold ½. There, texts of less than four words are never alike, not even equal ones, because
 * they have no 4-grams; tasks here can be that short, so longer n-grams than a text has are left out (common/sentence-bleu.ts).
 */
import { averageLinkage } from '../common/average-linkage.ts';
import { sentenceBleu } from '../common/sentence-bleu.ts';

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
