/**
 * @file Theorem 1 (GenEnv, arXiv 2512.19682): of two task batches with true success p₁ and p₂, of which the first is
 * closer to α (Δᵢ = |pᵢ − α|, Δ₁ < Δ₂), R_env ranks the wrong one first with probability at most
 * 4·exp(−(2/9)(Δ₂ − Δ₁)²·min(n₁, n₂)).
 *
 * R_env falls with |p̂ − α|, so its ranking is that of |p̂ᵢ − α|, whatever β is; and p̂ᵢ = kᵢ/nᵢ with kᵢ binomial. So the
 * probability itself can be summed, and shows how loose the bound is.
 */
import { RandomStream } from '../../random/random-stream.ts';
import { streams } from '../../random/streams.ts';
import { binomial } from './binomial.ts';

/** A task batch: its true success rate, and the rollouts p̂ is taken over. */
export interface Batch {
  p: number;
  n: number;
}

/** Distances of equal counts are equal: rounding must not tell them apart. */
const TOLERANCE = 1e-9;

/** R_env(p̂₁) ≤ R_env(p̂₂): the better batch is not ranked above the other. */
const misranked = (k1: number, n1: number, k2: number, n2: number, alpha: number): boolean =>
  Math.abs(k1 / n1 - alpha) >= Math.abs(k2 / n2 - alpha) - TOLERANCE;

/** Pr(R_env(p̂₁) ≤ R_env(p̂₂)), exact to rounding. */
export function misrankProbability(closer: Batch, farther: Batch, alpha: number): number {
  const [first, second] = [binomial(closer.n, closer.p), binomial(farther.n, farther.p)];
  let total = 0;
  first.forEach((probability1, k1) =>
    second.forEach((probability2, k2) => {
      if (misranked(k1, closer.n, k2, farther.n, alpha)) total += probability1 * probability2;
    }),
  );
  return total;
}

/** The theorem's upper bound; above 1 it says nothing. */
export function misrankBound(closer: Batch, farther: Batch, alpha: number): number {
  const gap = Math.abs(farther.p - alpha) - Math.abs(closer.p - alpha);
  return 4 * Math.exp((-2 / 9) * gap ** 2 * Math.min(closer.n, farther.n));
}

/** Counts the misranked pairs in so many seeded trials. */
export function simulateMisrank(
  closer: Batch,
  farther: Batch,
  alpha: number,
  { trials, seed }: { trials: number; seed: number },
): { misranked: number; trials: number } {
  const successes = ({ p, n }: Batch, random: RandomStream): number => {
    let k = 0;
    for (let i = 0; i < n; i++) if (random.next() < p) k++;
    return k;
  };
  let count = 0;
  for (let trial = 0; trial < trials; trial++) {
    const random = new RandomStream(seed, streams.misranking, trial);
    if (misranked(successes(closer, random), closer.n, successes(farther, random), farther.n, alpha)) count++;
  }
  return { misranked: count, trials };
}
