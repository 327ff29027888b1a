/**
 * @file Computes the GRPO loss: a clipped importance ratio, a KL penalty to the initial weights and an entropy bonus.
 *
 * Per token, with ρ = π/π_old, advantage A, reference π₀ (Shao et al., "DeepSeekMath", arXiv 2402.03300, eq. 3, 4):
 *
 *   l = −min(ρA, clip(ρ, 1 − ε_low, 1 + ε_high) A) + β·KL − η·H
 *
 * KL is one of these estimates of KL(π‖π₀) at the token (Schulman, "Approximating KL Divergence", 2020, for k3):
 *
 *   k3              π₀/π − log(π₀/π) − 1, never negative. Its mean is KL(π‖π₀) if tokens are drawn from π, but they are
 *                   drawn from π_old. From the second step after sampling, a token with a large π₀/π outweighs all
 *                   others. The gradient (1 − π₀/π) ∇log π has the mean ∇KL(π₀‖π) under π.
 *   k3-clamped      k3 with log(π₀/π) held within ±20 and the result within ±10, as in verl. A clamped value has no
 *                   gradient.
 *   ratio-weighted  ρ·k3 = π₀/π_old − ρ + ρ (log π − log π₀). Both mean and gradient are right under π_old:
 *                     E[ρ·k3] = Σ_y π₀ − Σ_y π + Σ_y π (log π − log π₀) = KL(π‖π₀);
 *                     ∂(ρ·k3)/∂log π = −ρ + ρ (log π − log π₀) + ρ = ρ (log π − log π₀), because ∂ρ/∂log π = ρ;
 *                     E[ρ (log π − log π₀) ∇log π] = Σ_y ∇π (log π − log π₀) = ∇KL(π‖π₀), because Σ_y ∇π = 0.
 *                   If π₀/π is large, ρ is small: value and gradient stay bounded by π₀/π_old and ρ log(1/ρ).
 *   exact           KL(π‖π₀) over the whole vocabulary.
 *
 * The statistics always report the exact divergence, because the head has both sets of logits anyway.
 *
 * ε_low ≠ ε_high is DAPO's clip-higher (arXiv 2503.14476). Dual clip (Ye et al., arXiv 1912.09729; in verl) bounds the
 * surrogate from below by cA if A < 0. The variants of GRPO differ in how they aggregate tokens
 * (aggregation-weights.ts) and in how they compute A from a group's rewards (curriculum/curriculum.ts).
 *
 * On the first step after sampling, ρ = 1 and a group's advantages sum to 0. So the loss is about 0, but its gradient
 * −A ∇log π is not.
 */
import { meanOrZero } from '../common/mean.ts';
import { map } from '../tensor/ops/map.ts';
import { sum } from '../tensor/ops/reduce.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { PredictionList } from '../lm/packing.ts';
import type { Predictions } from '../lm/transformer.ts';
import type { ObjectiveLoss } from './loss-parts.ts';
import { aggregationWeights, perPrediction } from './aggregation-weights.ts';
import { leftClipRange } from './grpo-token.ts';
import type { GrpoObjective, KlEstimator, TrainingSequence } from './objective.ts';

/** WGSL of the surrogate, k3 and clamped k3. A slope is the derivative with respect to log π (∂ρ/∂log π = ρ). */
const functions = /* wgsl */ `
fn surrogate(ratio: f32, advantage: f32, clipLow: f32, clipHigh: f32, dualClip: f32) -> f32 {
  let clipped = min(ratio * advantage, clamp(ratio, 1.0 - clipLow, 1.0 + clipHigh) * advantage);
  return select(clipped, max(clipped, dualClip * advantage), dualClip > 0.0 && advantage < 0.0);
}
fn surrogateSlope(ratio: f32, advantage: f32, clipLow: f32, clipHigh: f32, dualClip: f32) -> f32 {
  let whole = ratio * advantage;
  let unclipped = whole <= clamp(ratio, 1.0 - clipLow, 1.0 + clipHigh) * advantage;
  let bounded = dualClip > 0.0 && advantage < 0.0 && whole < dualClip * advantage;
  return select(0.0, whole, unclipped && !bounded);
}
fn k3(difference: f32) -> f32 { return exp(difference) - difference - 1.0; }
fn clampedK3(difference: f32) -> f32 { return clamp(k3(clamp(difference, -20.0, 20.0)), -10.0, 10.0); }
fn clampedK3Slope(difference: f32) -> f32 {
  return select(0.0, 1.0 - exp(difference), abs(difference) <= 20.0 && k3(difference) <= 10.0);
}
`;

/** WGSL of the divergence, and of its derivatives with respect to log π and to the exact divergence. */
const divergences: Readonly<Record<KlEstimator, { value: string; byLogprob: string; byKl?: string }>> = {
  k3: { value: 'k3(referenceLogprob - logprob)', byLogprob: '1.0 - exp(referenceLogprob - logprob)' },
  'k3-clamped': {
    value: 'clampedK3(referenceLogprob - logprob)',
    byLogprob: 'clampedK3Slope(referenceLogprob - logprob)',
  },
  // Do not multiply ρ by k3, because an f32 cannot hold π₀/π if ρ is 0.
  'ratio-weighted': {
    value: `exp(referenceLogprob - oldLogprob)
      + exp(logprob - oldLogprob) * (logprob - referenceLogprob - 1.0)`,
    byLogprob: 'exp(logprob - oldLogprob) * (logprob - referenceLogprob)',
  },
  exact: { value: 'kl', byLogprob: '0.0', byKl: '1.0' },
};

/** Returns true if the gradient of the loss passes through the exact divergence. */
export const learnsFromExactKl = ({ klEstimator }: GrpoObjective): boolean => klEstimator === 'exact';

/** Returns the loss of a batch. @throws Error if a sequence lacks an advantage or an old log-probability */
export function grpoLoss(
  batch: PredictionList,
  sequences: readonly TrainingSequence[],
  objective: GrpoObjective,
): ObjectiveLoss {
  sequences.forEach(({ advantage, oldLogprobs, completion }, s) => {
    if (advantage === undefined || oldLogprobs?.length !== completion.length)
      throw new Error(
        `Sequence ${s} cannot be learnt from by GRPO: it needs an advantage and one old log-probability per ` +
          `completion token (${completion.length}), as sampling returned them.`,
      );
  });
  const sequenceOf = perPrediction(batch, (s) => s);
  const oldLogprobs = Float32Array.from(batch.tokenIndices, (t, m) => sequences[sequenceOf[m]].oldLogprobs![t]);
  const weights = aggregationWeights(batch, objective.aggregation, objective.maxCompletionLength);
  const advantages = perPrediction(batch, (s) => sequences[s].advantage!);
  const { clipLow, clipHigh, dualClip, klWeight, entropyWeight } = objective;
  const clip = 'advantage, clipLow, clipHigh, dualClip';
  const divergence = divergences[objective.klEstimator];

  return {
    ofPart(tape, predictions, first) {
      const { logprobs, entropy, kl, referenceLogprobs } = predictions as Required<Predictions>;
      const count = logprobs.size;
      const estimated: Record<string, Tensor> = { logprob: logprobs, entropy };
      const tokenLosses = map(tape, {
        label: 'GRPO token loss',
        inputs: learnsFromExactKl(objective) ? { ...estimated, kl } : estimated,
        constants: {
          oldLogprob: tape.upload(oldLogprobs.subarray(first, first + count)),
          referenceLogprob: referenceLogprobs,
          advantage: tape.upload(advantages.subarray(first, first + count)),
          weight: tape.upload(weights.subarray(first, first + count)),
        },
        scalars: { clipLow, clipHigh, dualClip, klWeight, entropyWeight },
        functions,
        forward: `weight * (-surrogate(exp(logprob - oldLogprob), ${clip})
      + klWeight * (${divergence.value}) - entropyWeight * entropy)`,
        gradients: {
          logprob: `weight * (-surrogateSlope(exp(logprob - oldLogprob), ${clip})
        + klWeight * (${divergence.byLogprob}))`,
          entropy: '-weight * entropyWeight',
          ...(divergence.byKl && { kl: `weight * klWeight * ${divergence.byKl}` }),
        },
      });
      return { loss: sum(tape, tokenLosses), observed: [logprobs, entropy, kl] };
    },
    statistics([logprobs, entropy, kl]) {
      const ratios = logprobs.map((logprob, m) => Math.exp(logprob - oldLogprobs[m]));
      const klPerToken = meanOrZero(kl);
      return {
        klPerToken,
        klPerSequence: (klPerToken * kl.length) / sequences.length,
        entropy: meanOrZero(entropy),
        clipFraction: meanOrZero(ratios.map((ratio) => (leftClipRange(ratio, objective) ? 1 : 0))),
        meanRatio: meanOrZero(ratios),
        tokens: logprobs.length,
      };
    },
  };
}
