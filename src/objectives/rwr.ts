/**
 * @file Computes the environment's loss: reward-weighted regression (RWR) with a KL penalty to the initial environment
 * model.
 *
 *   L = −(1/T_w) Σ_i w_i Σ_t log π(y_it) + λ_KL · (1/T_kl) Σ_i c_i Σ_t KL(π‖π₀)_it
 *
 * Regression on samples weighted by reward comes from Peters & Schaal, "Reinforcement learning by reward-weighted
 * regression", 2007. The weights w ∝ exp(λR_env) and the penalty come from GenEnv, arXiv 2512.19682, section 3. The
 * paper leaves λ_KL and the direction of the divergence open. The divergence here is exact, over the whole vocabulary.
 * Sequences with c_i = 1 need not be the sequences with w_i ≠ 0.
 *
 * If the batch's mean KL per sequence reaches the cap `klOnlyAbove`, the loss is the mean KL alone, which leads back
 * towards the initial weights. The GPU checks the cap in the same forward pass. A batch in several parts needs an extra
 * forward pass beforehand.
 *
 * Cross-entropy, the loss of pre-training, is this regression without weights and penalty.
 */
import { meanOrZero } from '../common/mean.ts';
import { normaliseWeights } from '../curriculum/ops/regression-weights.ts';
import type { PredictionList } from '../lm/packing.ts';
import type { Predictions } from '../lm/transformer.ts';
import { map } from '../tensor/ops/map.ts';
import type { Tape } from '../tensor/tape.ts';
import { type ObjectiveLoss, perToken, weightedSum } from './loss-parts.ts';
import { perPrediction } from './aggregation-weights.ts';
import type { RwrObjective, TrainingSequence } from './objective.ts';

/** Returns the loss −(1/M) Σ_m log π over the M predictions of a batch. */
export function crossEntropyLoss(batch: PredictionList): ObjectiveLoss {
  const tokens = batch.tokenIndices.length;
  return {
    ofPart: (tape, { logprobs, entropy }) => ({
      loss: weightedSum(tape, logprobs, tape.upload(new Float32Array(logprobs.size).fill(-1 / tokens))),
      observed: [entropy],
    }),
    statistics: ([entropy]) => ({
      klPerToken: 0,
      klPerSequence: 0,
      entropy: meanOrZero(entropy),
      clipFraction: 0,
      meanRatio: 1,
      tokens,
    }),
  };
}

/** Cap that no divergence reaches. */
const NO_CAP = 3e38;

/** Returns true if the sequence counts in the regression or in the penalty. */
export const countsInRwr = (sequence: TrainingSequence): boolean =>
  isRegressed(sequence) || (sequence.klWeight ?? 1) === 1;

const isRegressed = ({ weight = 0 }: TrainingSequence): boolean => weight !== 0;

/** Returns the loss of a batch. @param shared a tape that outlives all parts, for the batch's regression weights */
export function rwrLoss(
  shared: Tape,
  batch: PredictionList,
  sequences: readonly TrainingSequence[],
  objective: RwrObjective,
): ObjectiveLoss {
  const regressed = sequences.filter(isRegressed);
  const rowOf = new Map(regressed.map((sequence, row) => [sequence, row]));
  const rows = Array.from(
    perPrediction(batch, (s) => s),
    (s) => rowOf.get(sequences[s]),
  );
  const inPenalty = perPrediction(batch, (s) => sequences[s].klWeight ?? 1);
  const penalised = sequences.filter(({ klWeight = 1 }) => klWeight === 1).length;
  const regressionTokens = rows.filter((row) => row !== undefined).length;
  const klTokens = inPenalty.filter((counts) => counts === 1).length;
  const penaltyWeights = inPenalty.map((counts) => counts / Math.max(1, klTokens));
  const { klWeight, klOnlyAbove, overMean } = objective;
  const given = regressed.map(({ weight }) => weight!);
  /** One weight for each regressed sequence, f32 [R]. */
  const weights =
    given.length === 0 ? undefined : shared.upload(overMean ? normaliseWeights(given) : Float32Array.from(given));

  /** Returns (1/T_kl) Σ_i c_i Σ_t KL over the part. */
  const penaltyOf = (tape: Tape, { kl }: Predictions, first: number) =>
    weightedSum(tape, kl!, tape.upload(penaltyWeights.subarray(first, first + kl!.size)));

  return {
    ...(klOnlyAbove !== undefined && { measure: penaltyOf }),
    ofPart(tape, predictions, first, measured) {
      const { logprobs, entropy, kl } = predictions;
      // Without regressed tokens the sum is 0, so the divisor 1 is harmless.
      const regression = weightedSum(
        tape,
        logprobs,
        weights
          ? perToken(tape, weights, rows.slice(first, first + logprobs.size), -1 / Math.max(1, regressionTokens))
          : tape.upload(new Float32Array(logprobs.size)),
      );
      const penalty = penaltyOf(tape, predictions, first);
      const loss = map(tape, {
        label: 'RWR loss',
        inputs: { regression, penalty },
        constants: { wholePenalty: measured ?? penalty },
        scalars: {
          klWeight,
          tokensPerSequence: klTokens / Math.max(1, penalised),
          klOnlyAbove: klOnlyAbove ?? NO_CAP,
        },
        forward: 'select(regression + klWeight * penalty, penalty, wholePenalty * tokensPerSequence >= klOnlyAbove)',
        gradients: {
          regression: 'select(1.0, 0.0, wholePenalty * tokensPerSequence >= klOnlyAbove)',
          penalty: 'select(klWeight, 1.0, wholePenalty * tokensPerSequence >= klOnlyAbove)',
        },
      });
      return { loss, observed: [entropy, kl!] };
    },
    statistics([entropy, kl]) {
      const klPerToken = meanOrZero(kl.filter((_, m) => inPenalty[m] === 1));
      return {
        klPerToken,
        klPerSequence: (klPerToken * klTokens) / Math.max(1, penalised),
        entropy: meanOrZero(entropy),
        clipFraction: 0,
        meanRatio: 1,
        tokens: entropy.length,
      };
    },
  };
}
