/**
 * @file How far a policy has moved from those that wrote old traces: what shows when learning from them breaks.
 *
 * With ρ = π(y)/μ(y) of a token y, π the policy and μ the one that sampled it:
 *
 *   share clipped          of tokens with ρ outside [1 − ε_low, 1 + ε_high]
 *   mean ratio             of ρ over tokens: 1 in expectation, because Σ_y μ(y)·π(y)/μ(y) = 1, as long as μ has not left out
 *                          what π does; far below 1 the traces are what π no longer says
 *   KL(μ‖π) per token      mean of ρ − 1 − log ρ, never negative; its mean under μ is the divergence (Schulman,
 *                          "Approximating KL Divergence", 2020: k3)
 *   effective sample size  (Σ w)² / (n Σ w²) of n traces with w = Π ρ over a trace's tokens, from 1 (all count alike) down
 *                          to 1/n (one outweighs all others) (Kish 1965; Owen, "Monte Carlo theory", chapter 9.3)
 *
 * All are 1, 0 or none where π = μ.
 */
import { meanOrZero } from '../common/mean.ts';
import { k3, leftClipRange } from './grpo-token.ts';
import type { GrpoObjective } from './objective.ts';

/** A trace with the natural-log probabilities of its tokens by the policy that sampled it, and by the present one. */
export interface RescoredTrace {
  /** 1 where the agent wrote the token. */
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
  // Weights relative to the largest: their sums stay finite.
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
