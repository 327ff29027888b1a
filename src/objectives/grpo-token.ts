/**
 * @file One token in the GRPO loss, in numbers: what a person sees who opens it, and what the plain reference is made of
 * (testing/losses.ts), with which the loss on the GPU (grpo.ts) is compared.
 *
 * With ρ = π/π_old, advantage A, reference π₀ and aggregation weight w, the token adds w·(−S + κ·D − η·H) to the loss, where
 * S = min(ρA, clip(ρ) A), bounded by cA where a dual clip c is on and A < 0, and D estimates KL(π‖π₀).
 *
 * The derivative of S by log π is ρA, or 0 where S is at one of its bounds: such a token is neither reinforced nor suppressed.
 * By the chain through the softmax, the logit of the token itself is pushed by w·∂S/∂log π·(1 − π)/τ: nothing where the model is
 * already sure of it.
 */
import type { GrpoObjective, KlEstimator } from './objective.ts';

/** The bound that holds the surrogate when it does not follow the ratio. */
export type SurrogateBound = 'none' | 'clip' | 'dual-clip';

export interface Surrogate {
  ratio: number;
  /** The ratio within [1 − ε_low, 1 + ε_high]. */
  clippedRatio: number;
  /** S. */
  value: number;
  bound: SurrogateBound;
  /** ∂S/∂log π. */
  slope: number;
}

type ClipRange = Pick<GrpoObjective, 'clipLow' | 'clipHigh'>;

/** True if a ratio has left [1 − ε_low, 1 + ε_high]. */
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

/** exp(x) − x − 1, never negative (Schulman, "Approximating KL Divergence", 2020). */
export const k3 = (logRatio: number): number => Math.exp(logRatio) - logRatio - 1;

/**
 * D of the estimators that one token's probabilities are enough for; grpo.ts has the formulas.
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
      // Not ρ times k3: π₀/π may be infinite where ρ is 0.
      return Math.exp(referenceLogprob - oldLogprob) - Math.exp(logprob - oldLogprob) * (difference + 1);
  }
}

/**
 * The push of a step of gradient descent on the surrogates on the token's own logit: up (above 0: reinforced) or down
 * (suppressed), per unit of learning rate: −∂(−wS)/∂z of the logit z before temperature.
 */
export const logitPush = (
  weight: number,
  { slope }: Pick<Surrogate, 'slope'>,
  logprob: number,
  temperature: number,
): number => (weight * slope * (1 - Math.exp(logprob))) / temperature;
