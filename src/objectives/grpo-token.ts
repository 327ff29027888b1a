/**
 * @file Computes the terms of one token's GRPO loss. The page shows them for each token, and the plain reference
 * (testing/losses.ts) computes the loss of a whole batch with them.
 *
 * With ρ = π/π_old, advantage A, reference π₀ and aggregation weight w, the token adds w·(−S + κ·D − η·H) to the loss.
 * S = min(ρA, clip(ρ) A), but at least cA if a dual clip c is on and A < 0. D estimates KL(π‖π₀).
 *
 * ∂S/∂log π is ρA, or 0 if S is at one of its bounds: such a token is neither reinforced nor suppressed. Through the
 * softmax, the token's own logit is pushed by w·∂S/∂log π·(1 − π)/τ, which is 0 if the model is certain of the token.
 *
 * The ratios ρ also tell how far a policy has moved from the policies that wrote the traces of earlier epochs.
 */
import { meanOrZero } from '../common/mean.ts';
import type { GrpoObjective, KlEstimator } from './objective.ts';

/** The bound at which the surrogate no longer follows the ratio. */
type SurrogateBound = 'none' | 'clip' | 'dual-clip';

export interface Surrogate {
  ratio: number;
  /** Ratio, clipped to [1 − ε_low, 1 + ε_high]. */
  clippedRatio: number;
  /** S, the clipped surrogate. */
  value: number;
  bound: SurrogateBound;
  /** ∂S/∂log π. */
  slope: number;
}

type ClipRange = Pick<GrpoObjective, 'clipLow' | 'clipHigh'>;

/** Returns true if a ratio is outside of [1 − ε_low, 1 + ε_high]. */
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
 * Returns the estimate D of KL(π‖π₀) from one token's probabilities; grpo.ts has the formulas.
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
      // Do not compute ρ times k3: π₀/π may be infinite if ρ is 0.
      return Math.exp(referenceLogprob - oldLogprob) - Math.exp(logprob - oldLogprob) * (difference + 1);
  }
}

/**
 * Returns −∂(−wS)/∂z for the token's own logit z before temperature: its change per unit of learning rate. The token is
 * reinforced if it is positive and suppressed if it is negative.
 */
export const logitPush = (
  weight: number,
  { slope }: Pick<Surrogate, 'slope'>,
  logprob: number,
  temperature: number,
): number => (weight * slope * (1 - Math.exp(logprob))) / temperature;

/** Natural-log probabilities of a trace's tokens, under the policy that sampled them and under the present one. */
export interface RescoredTrace {
  /** 1 for each token that the agent wrote. */
  mask: readonly (0 | 1)[];
  sampled: readonly number[];
  present: readonly number[];
}

export interface OffPolicyStats {
  clipFraction: number;
  meanRatio: number;
  klPerToken: number;
  effectiveSampleSize: number;
  tokens: number;
}

/**
 * Measures how far a policy has moved from the policies that wrote old traces, which shows when learning from them
 * breaks.
 *
 * With ρ = π(y)/μ(y) of a token y, π the policy and μ the one that sampled it:
 *
 *   clipFraction         share of tokens with ρ outside [1 − ε_low, 1 + ε_high]
 *   meanRatio            mean of ρ over tokens. Its expectation is Σ_y μ(y)·π(y)/μ(y) = 1 if μ gives a probability to
 *                        every token that π does. Far below 1, π hardly ever writes such traces.
 *   klPerToken           mean of ρ − 1 − log ρ, never negative. Its expectation under μ is KL(μ‖π) (Schulman,
 *                        "Approximating KL Divergence", 2020: k3).
 *   effectiveSampleSize  (Σ w)² / (n Σ w²) of n traces, with w = Π ρ over a trace's tokens. It is 1 if all weigh the same
 *                        and 1/n if one outweighs all others (Kish 1965; Owen, "Monte Carlo theory", chapter 9.3).
 */
export function offPolicyStats(
  traces: readonly RescoredTrace[],
  clip: Pick<GrpoObjective, 'clipLow' | 'clipHigh'>,
): OffPolicyStats {
  const logRatios = traces.map(({ mask, sampled, present }) =>
    present.map((logprob, t) => logprob - sampled[t]).filter((_, t) => mask[t] === 1),
  );
  const tokens = logRatios.flat();
  const ratios = tokens.map(Math.exp);
  const logWeights = logRatios.map((own) => own.reduce((sum, one) => sum + one, 0));
  // Take weights relative to the largest, so that their sums stay finite.
  const largest = Math.max(...logWeights);
  const weights = logWeights.map((one) => Math.exp(one - largest));
  const [sum, squares] = [weights, weights.map((one) => one * one)].map((all) => all.reduce((a, b) => a + b, 0));
  return {
    clipFraction: meanOrZero(ratios.map((ratio) => (leftClipRange(ratio, clip) ? 1 : 0))),
    meanRatio: meanOrZero(ratios),
    klPerToken: meanOrZero(tokens.map(k3)),
    effectiveSampleSize: (sum * sum) / (traces.length * squares),
    tokens: tokens.length,
  };
}
