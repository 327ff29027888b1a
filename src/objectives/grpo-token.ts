/**
 * @file Computes the terms of one token's GRPO loss. The page shows the terms of each token, and the plain reference
 * (testing/losses.ts) adds them up to the loss of a batch.
 *
 * With ρ = π/π_old, advantage A, reference π₀ and aggregation weight w, the token adds w·(−S + κ·D − η·H) to the loss.
 * S = min(ρA, clip(ρ) A), but at least cA if a dual clip c is on and A < 0. D estimates KL(π‖π₀).
 *
 * ∂S/∂log π is ρA, but 0 if S is at a bound. The update then neither reinforces nor suppresses the token.
 * Through the softmax, the token's own logit is pushed by w·∂S/∂log π·(1 − π)/τ. The push is 0 if π = 1.
 */
import type { GrpoObjective, KlEstimator } from './objective.ts';

/** Bound that limits the surrogate, so that it no longer follows the ratio. */
type SurrogateBound = 'none' | 'clip' | 'dual-clip';

export interface Surrogate {
  ratio: number;
  /** Ratio clipped to [1 − ε_low, 1 + ε_high]. */
  clippedRatio: number;
  /** Clipped surrogate S. */
  value: number;
  bound: SurrogateBound;
  /** ∂S/∂log π. */
  slope: number;
}

type ClipRange = Pick<GrpoObjective, 'clipLow' | 'clipHigh'>;

/** Returns true if a ratio is outside [1 − ε_low, 1 + ε_high]. */
export const leftClipRange = (ratio: number, { clipLow, clipHigh }: ClipRange): boolean =>
  ratio < 1 - clipLow || ratio > 1 + clipHigh;

export function surrogateOf(
  ratio: number,
  advantage: number,
  { clipLow, clipHigh, dualClip }: ClipRange & Pick<GrpoObjective, 'dualClip'>,
): Surrogate {
  const clippedRatio = Math.min(1 + clipHigh, Math.max(1 - clipLow, ratio));
  const [whole, clipped] = [ratio * advantage, clippedRatio * advantage];
  const held = (value: number, bound: SurrogateBound) => ({ ratio, clippedRatio, value, bound, slope: 0 });
  if (dualClip > 0 && advantage < 0 && Math.min(whole, clipped) < dualClip * advantage)
    return held(dualClip * advantage, 'dual-clip');
  if (clipped < whole) return held(clipped, 'clip');
  return { ratio, clippedRatio, value: whole, bound: 'none', slope: whole };
}

/** Returns exp(x) − x − 1, which is never negative (Schulman, "Approximating KL Divergence", 2020). */
const k3 = (logRatio: number): number => Math.exp(logRatio) - logRatio - 1;

/**
 * Returns the estimate D of KL(π‖π₀) from one token's probabilities. grpo.ts has the formulas.
 * @param logprob, oldLogprob, referenceLogprob natural logarithms of π, π_old and π₀ of the token
 */
export function divergenceEstimate(
  estimator: Exclude<KlEstimator, 'exact'>,
  { logprob, oldLogprob, referenceLogprob }: Readonly<Record<'logprob' | 'oldLogprob' | 'referenceLogprob', number>>,
): number {
  const difference = referenceLogprob - logprob;
  switch (estimator) {
    case 'k3':
      return k3(difference);
    case 'k3-clamped':
      return Math.min(10, k3(Math.min(20, Math.max(-20, difference))));
    case 'ratio-weighted':
      // Do not multiply ρ by k3, because π₀/π may be infinite if ρ is 0.
      return Math.exp(referenceLogprob - oldLogprob) - Math.exp(logprob - oldLogprob) * (difference + 1);
  }
}

/**
 * Returns −∂(−wS)/∂z for the token's own logit z before temperature. This push is the logit's change per unit of
 * learning rate. A positive push reinforces the token, and a negative push suppresses it.
 */
export const logitPush = (
  weight: number,
  { slope }: Pick<Surrogate, 'slope'>,
  logprob: number,
  temperature: number,
): number => (weight * slope * (1 - Math.exp(logprob))) / temperature;
