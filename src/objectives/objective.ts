/** @file Declares the input of a policy's learning, as plain data. The losses are in this folder, one file each. */

export type TokenIds = readonly number[];

/** Holds a sequence to score or to learn from. */
export interface Sequence {
  prompt: TokenIds;
  completion: TokenIds;
  /**
   * A 1 means that this policy wrote the token, a 0 that a simulator did (an observation): only 1s carry loss. Default:
   * all 1.
   */
  mask?: readonly (0 | 1)[];
}

/**
 * Aggregates the token losses l_it of B sequences with n_i masked-in tokens to one number:
 * `sequence-mean`: (1/B) Σ_i (1/n_i) Σ_t l_it; `token-mean`: (1/Σ_i n_i) Σ_i Σ_t l_it;
 * `constant-length`: (1/(B·maxCompletionLength)) Σ_i Σ_t l_it. Plain reference: testing/losses.ts.
 */
export type LossAggregation = 'sequence-mean' | 'token-mean' | 'constant-length';

/**
 * Chooses the form of the KL divergence to the initial weights in GRPO's token loss: weighted by the ratio (ρ·k3), as
 * published (k3), with verl's clamps, or exact over the whole vocabulary. grpo.ts has the formulas, and says what each
 * estimates.
 */
export type KlEstimator = 'ratio-weighted' | 'k3' | 'k3-clamped' | 'exact';

/** Aggregates over tokens −clipped surrogate + klWeight·KL − entropyWeight·H, all three through one aggregation. */
export interface GrpoObjective {
  kind: 'grpo';
  clipLow: number;
  clipHigh: number;
  /** Bounds the surrogate for negative advantages below by −c·|A| (verl's dual clip); 0 turns it off. */
  dualClip: number;
  klWeight: number;
  klEstimator: KlEstimator;
  entropyWeight: number;
  aggregation: LossAggregation;
  /** Divides per sequence in the aggregation `constant-length`. */
  maxCompletionLength: number;
  temperature: number;
}

/**
 * L = −(1/T_w) Σ_i w_i Σ_t log π(y_it) + klWeight · (1/T_kl) Σ_i c_i Σ_t KL(π‖π_initial)_it, where T_w counts the
 * masked-in tokens of sequences with w_i ≠ 0 and T_kl the tokens of sequences with c_i = 1 (c is
 * `TrainingSequence.klWeight`, default: 1).
 */
export interface RwrObjective {
  kind: 'rwr';
  /** Divides the regression weights by their mean over the batch, so that λ changes their contrast and not the step size. */
  overMean?: boolean;
  /** Weighs the full-vocabulary KL divergence KL(π‖π_initial). */
  klWeight: number;
  /**
   * Is the KL-only cap in nats. If this batch's KL per sequence, measured in this step's forward pass, is at or above
   * it, the loss is (1/T_kl) Σ c_i Σ_t KL alone, with weight 1. Default: no cap.
   */
  klOnlyAbove?: number;
  temperature: number;
}

export interface CrossEntropyObjective {
  kind: 'cross-entropy';
  /** Puts loss on completion tokens only, or on prompt tokens too (all but the first). */
  on: 'completion' | 'all';
}

export type Objective = GrpoObjective | RwrObjective | CrossEntropyObjective;

export interface TrainingSequence extends Sequence {
  /** GRPO has one advantage for the whole completion. */
  advantage?: number;
  /** GRPO needs log-probabilities as sampled; same length as the completion. */
  oldLogprobs?: readonly number[];
  /**
   * RWR has the regression weight exp(λ·R_env); see `RwrObjective.overMean`. 0, the default, leaves the sequence to the
   * KL penalty alone.
   */
  weight?: number;
  /** In RWR, 1 (the default) counts the sequence in the KL penalty, and 0 does not. */
  klWeight?: number;
}

/** Holds everything measured during one optimizer step. Means are over the tokens that carry loss. */
export interface UpdateStats {
  loss: number;
  /** Is the global L2 norm of the gradient before clipping. All figures are of the weights before the step. */
  gradNorm: number;
  /**
   * Is the mean exact KL divergence to the initial weights per token, in nats, whatever the loss estimates; 0 in
   * cross-entropy.
   */
  klPerToken: number;
  /** Sums the token KL divergences of a sequence, in nats, and takes the mean over the sequences that count in it. */
  klPerSequence: number;
  /** Is the mean entropy of the next-token distribution, in nats. */
  entropy: number;
  /** Is the share of tokens whose ratio left [1−clipLow, 1+clipHigh]; GRPO only, else 0. */
  clipFraction: number;
  /** Is the mean importance ratio π/π_old; GRPO only, else 1. */
  meanRatio: number;
  /** Counts tokens that carried loss. */
  tokens: number;
  /** Counts floating-point operations of the forward and backward passes, from shapes. */
  flops: number;
}

/** Holds a step as a log has it: another trainer's log does not say the mean ratio. */
export type LoggedStats = Omit<UpdateStats, 'meanRatio'> & Partial<Pick<UpdateStats, 'meanRatio'>>;
