/**
 * @file Computes the environment's reward R_env and the difficulty filter from the agent's success rate p̂, and the
 * regression weights from R_env. R_env is one of:
 *
 * - `alpha`, the α-curriculum (GenEnv, §3): R_env(p̂) = exp(−β (p̂ − α)²). Its maximum is 1, at p̂ = α. The paper takes
 *   α = ½, because the learning signal is proportional to p(1 − p) (Proposition 1).
 * - `uncertainty` (R-Zero, Huang et al. 2025, arXiv 2508.05004): 1 − 2|p̂ − ½| = 2·min(p̂, 1 − p̂).
 * - `failure-rate` (Absolute Zero, Zhao et al. 2025, arXiv 2505.03335): 1 − p̂, and 0 if p̂ = 0. Absolute Zero calls it
 *   learnability, which in other papers means p̂(1 − p̂).
 * - `sometimes` (SQLM, Chen et al. 2025, arXiv 2508.03682): 1 if 0 < p̂ < 1, else 0.
 *
 * R-Zero's repetition penalty is r_rep(x) = |C|/B. C is the cluster of x among the B texts of a batch, with the
 * distance 1 − BLEU. Details follow the published code (github.com/Chengsong-Huang/R-Zero,
 * examples/reward_function/caller_penalty.py of 4 February 2026). Words are split at spaces, and the later text is the
 * reference of the earlier one. Clusters merge by average linkage while their distance is below ½. In the published
 * code, texts of fewer than four words are never alike, even if they are equal, because they have no 4-grams. Tasks
 * here can be that short, so BLEU leaves out n-grams that are longer than a text.
 */
import { meanOrZero } from '../common/mean.ts';

/** k successes in n rollouts of one task, task batch or epoch. */
export interface SuccessCount {
  k: number;
  n: number;
}

/** Rollouts behind p̂. The paper takes `batch`: "each generated batch of n task variations" of one seed context. */
type SuccessScope = 'task' | 'batch' | 'epoch';

/** Returns p̂ = k/n, or 0 if n = 0. */
export const successRate = ({ k, n }: SuccessCount): number => (n === 0 ? 0 : k / n);

export function addCounts(counts: readonly SuccessCount[]): SuccessCount {
  return {
    k: counts.reduce((sum, { k }) => sum + k, 0),
    n: counts.reduce((sum, { n }) => sum + n, 0),
  };
}

/** Returns the number of each task's scope. Tasks with the same number share one p̂. */
export function scopesOf(batches: readonly number[], scope: SuccessScope): number[] {
  return batches.map((batch, task) => (scope === 'task' ? task : scope === 'batch' ? batch : 0));
}

/**
 * Range of success rates that the difficulty filter keeps, both bounds included. Bounds have at most nine decimals. In
 * GenEnv, §3, the environment's update leaves out a task batch with |p̂ − α| > k_min. The inequality is strict, so with
 * α = .5 and k_min = .1, 4 of 10 and 6 of 10 stay. The filter does not affect the agent's update.
 */
export interface Band {
  low: number;
  high: number;
  /** If true, tasks that are never or always solved are left out too. */
  excludeExtremes?: boolean;
}

/** Number of units in the rate 1. Rates are compared as whole units, because quotients of counts are inexact. */
export const DECIMAL = 1e9;

/** Clamps a rate to [0, 1] and returns it as a whole number of units of 10⁻⁹. */
export const asDecimal = (rate: number): number => Math.round(Math.min(1, Math.max(0, rate)) * DECIMAL);

/** Returns true if low·n ≤ k ≤ high·n, so that the filter keeps the task. The result is exact for n up to 9 million. */
export const inBand = ({ k, n }: SuccessCount, { low, high, excludeExtremes = false }: Band): boolean =>
  asDecimal(low) * n <= k * DECIMAL && k * DECIMAL <= asDecimal(high) * n && !(excludeExtremes && (k === 0 || k === n));

/** Returns the numbers k of successes in n rollouts that the filter keeps, in ascending order. */
export const passingCounts = (n: number, band: Band): number[] =>
  Array.from({ length: n + 1 }, (_, k) => k).filter((k) => inBand({ k, n }, band));

/** Returns the band |p̂ − α| ≤ k_min. */
export const bandAround = (alpha: number, kMin: number): Band => ({ low: alpha - kMin, high: alpha + kMin });

/** Returns the weight exp(λ·R_env) before normalisation. */
export const regressionWeight = (environmentReward: number, lambda: number): number =>
  Math.exp(lambda * environmentReward);

/** Divides weights by their mean, so that λ changes their contrast and not the step size. */
export function normaliseWeights(weights: readonly number[]): number[] {
  const mean = meanOrZero(weights);
  return weights.map((weight) => weight / mean);
}

export const rewardKinds = ['alpha', 'uncertainty', 'failure-rate', 'sometimes'] as const;
export type RewardKind = (typeof rewardKinds)[number];

/** Returns R_env of the α-curriculum. */
export const environmentReward = (successRate: number, alpha: number, beta: number): number =>
  Math.exp(-beta * (successRate - alpha) ** 2);

export interface RewardSettings {
  kind: RewardKind;
  alpha: number;
  beta: number;
}

const rewards: Readonly<Record<RewardKind, (successRate: number, settings: RewardSettings) => number>> = {
  alpha: (successRate, { alpha, beta }) => environmentReward(successRate, alpha, beta),
  uncertainty: (successRate) => 2 * Math.min(successRate, 1 - successRate),
  'failure-rate': (successRate) => (successRate === 0 ? 0 : 1 - successRate),
  sometimes: (successRate) => (successRate > 0 && successRate < 1 ? 1 : 0),
};

export const rewardOf = (successRate: number, settings: RewardSettings): number =>
  rewards[settings.kind](successRate, settings);

/**
 * Clusters by average linkage. It repeatedly merges the two clusters with the smallest mean distance between members,
 * until no distance is below the threshold. Of equally near pairs, it merges the first.
 * @returns the clusters as lists of indices
 */
function averageLinkage(distances: readonly (readonly number[])[], threshold: number): number[][] {
  const clusters = distances.map((_, place) => [place]);
  /** `sums[i][j]` is the sum of distances between the members of clusters i and j. */
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

/** Length of the longest n-grams that BLEU counts. */
const LONGEST = 4;
/** Number of matches that stands in for 0 in a precision (method 1 of Chen & Cherry 2014). */
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
 * Returns BLEU of one sentence against one reference (Papineni et al. 2002), from 0 to 1. BLEU is the geometric mean of
 * the clipped precisions of the 1- to 4-grams, times the brevity penalty. It is not symmetric, and it is 0 without a
 * shared word. N-grams longer than the shorter sentence are left out, so that equal sentences of any length score 1.
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

/** Returns the penalty of each of B texts, from 1/B to 1. It is the share of all texts in the text's cluster. */
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
