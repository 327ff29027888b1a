/**
 * @file The GRPO loss: a clipped importance ratio, a KL penalty to the initial weights and an entropy bonus.
 *
 * Per token, with ρ = π/π_old, advantage A, reference π₀ (Shao et al., "DeepSeekMath", arXiv 2402.03300, equations 3, 4):
 *
 *   l = −min(ρA, clip(ρ, 1 − ε_low, 1 + ε_high) A) + β·k3 − η·H
 *   k3 = π₀/π − log(π₀/π) − 1        (Schulman, "Approximating KL Divergence", 2020: unbiased under π, never negative)
 *
 * ε_low ≠ ε_high is DAPO's clip-higher (arXiv 2503.14476). Dual clip (Ye et al., arXiv 1912.09729; in verl) bounds the
 * surrogate from below by cA where A < 0. The variants of GRPO differ in how they aggregate tokens (aggregation.ts) and in
 * how they make A from a group's rewards (genenv/curriculum/advantages.ts).
 *
 * On the first step after sampling ρ = 1 and a group's advantages sum to 0, so the loss is about 0 while its gradient,
 * −A ∇log π, is not.
 */
import { meanOrZero } from '../common/mean.ts';
import { map } from '../tensor/ops/map.ts';
import { sum } from '../tensor/ops/sum.ts';
import type { Tape } from '../tensor/tape.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { PackedBatch } from '../lm/packing.ts';
import type { Predictions } from '../lm/transformer.ts';
import { aggregationWeights, perPrediction } from './aggregation.ts';
import { perToken } from './per-token.ts';
import type { ObjectiveLoss } from './objective-loss.ts';
import type { GrpoObjective, TrainingSequence } from './objective.ts';

/** WGSL of the two terms with a case distinction, each with its derivative by log π (∂ρ/∂log π = ρ). */
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
fn k3(referenceLogprob: f32, logprob: f32) -> f32 {
  return exp(referenceLogprob - logprob) - (referenceLogprob - logprob) - 1.0;
}
`;

/** The advantage of each token's sequence, [M]: from the assessment, or as given. */
function advantagePerToken(
  tape: Tape,
  batch: PackedBatch,
  sequences: readonly TrainingSequence[],
  assessed: Tensor | undefined,
): Tensor {
  const given = sequences.flatMap(({ advantage }) => (typeof advantage === 'number' ? [advantage] : []));
  if (given.length === sequences.length) return tape.upload(perPrediction(batch, (s) => given[s]));
  if (given.length > 0 || !assessed)
    throw new Error('The advantages of a batch are all numbers, or all of the last assessment: call assess first.');
  const rows = sequences.map(({ advantage }) => (advantage as { rollout: number }).rollout);
  return perToken(tape, assessed, [...perPrediction(batch, (s) => rows[s])]);
}

/**
 * @param sequences those `batch` was packed from, with `advantage` and `oldLogprobs`
 * @param predictions under the current weights, with a gradient
 * @param referenceLogprobs [M], of the same tokens under the initial weights
 * @param assessed advantages of the policy's last assessment, f32 [N]: for sequences that name theirs by index
 * @throws Error where a sequence lacks its advantage, or has not one old log-probability per completion token
 */
export function grpoLoss(
  tape: Tape,
  batch: PackedBatch,
  sequences: readonly TrainingSequence[],
  objective: GrpoObjective,
  predictions: Predictions,
  referenceLogprobs: Tensor,
  assessed?: Tensor,
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
  const { clipLow, clipHigh, dualClip, klWeight, entropyWeight } = objective;
  const clip = 'advantage, clipLow, clipHigh, dualClip';

  const tokenLosses = map(tape, {
    label: 'GRPO token loss',
    inputs: { logprob: predictions.logprobs, entropy: predictions.entropy },
    constants: {
      oldLogprob: tape.upload(oldLogprobs),
      referenceLogprob: referenceLogprobs,
      advantage: advantagePerToken(tape, batch, sequences, assessed),
      weight: tape.upload(aggregationWeights(batch, objective.aggregation, objective.maxCompletionLength)),
    },
    scalars: { clipLow, clipHigh, dualClip, klWeight, entropyWeight },
    functions,
    forward: `weight * (-surrogate(exp(logprob - oldLogprob), ${clip})
      + klWeight * k3(referenceLogprob, logprob) - entropyWeight * entropy)`,
    gradients: {
      logprob: `weight * (-surrogateSlope(exp(logprob - oldLogprob), ${clip})
        + klWeight * (1.0 - exp(referenceLogprob - logprob)))`,
      entropy: '-weight * entropyWeight',
    },
  });

  return {
    loss: sum(tape, tokenLosses),
    observed: [predictions.logprobs, predictions.entropy, referenceLogprobs],
    statistics([logprobs, entropy, reference]) {
      const ratios = logprobs.map((logprob, m) => Math.exp(logprob - oldLogprobs[m]));
      const k3 = logprobs.map((logprob, m) => Math.exp(reference[m] - logprob) - (reference[m] - logprob) - 1);
      const klPerToken = meanOrZero(k3);
      return {
        klPerToken,
        klPerSequence: (klPerToken * k3.length) / sequences.length,
        entropy: meanOrZero(entropy),
        clipFraction: meanOrZero(ratios.map((ratio) => (ratio < 1 - clipLow || ratio > 1 + clipHigh ? 1 : 0))),
        meanRatio: meanOrZero(ratios),
        tokens: logprobs.length,
      };
    },
  };
}
