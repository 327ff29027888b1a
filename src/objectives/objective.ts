/** @file Declares the objectives of training and their training sequences as plain data. */

export type TokenIds = readonly number[];

export interface Sequence {
  prompt: TokenIds;
  completion: TokenIds;
  /** 1 if this policy wrote the token, 0 if a simulator wrote it. Only tokens with 1 carry loss. Default: all 1. */
  mask?: readonly (0 | 1)[];
}

/**
 * Way to aggregate the token losses l_it of B sequences. Sequence i has n_i tokens that carry loss.
 *
 *   sequence-mean    (1/B) Σ_i (1/n_i) Σ_t l_it
 *   token-mean       (1/Σ_i n_i) Σ_i Σ_t l_it
 *   constant-length  (1/(B·maxCompletionLength)) Σ_i Σ_t l_it
 */
export type LossAggregation = 'sequence-mean' | 'token-mean' | 'constant-length';

/**
 * Estimator of the KL divergence to the initial weights in GRPO's token loss. It is weighted by the ratio (ρ·k3), as
 * published (k3), clamped as in verl, or exact. grpo.ts has the formulas.
 */
export type KlEstimator = 'ratio-weighted' | 'k3' | 'k3-clamped' | 'exact';

/** A token's loss is −(clipped surrogate) + klWeight·KL − entropyWeight·H. `aggregation` combines the tokens. */
export interface GrpoObjective {
  kind: 'grpo';
  clipLow: number;
  clipHigh: number;
  /** Lower bound −c·|A| of the surrogate for negative advantages (verl's dual clip). 0: no bound. */
  dualClip: number;
  klWeight: number;
  klEstimator: KlEstimator;
  entropyWeight: number;
  aggregation: LossAggregation;
  /** Number of tokens that the aggregation `constant-length` counts for each sequence. */
  maxCompletionLength: number;
  temperature: number;
}

/**
 * L = −(1/T_w) Σ_i w_i Σ_t log π(y_it) + klWeight · (1/T_kl) Σ_i c_i Σ_t KL(π‖π_initial)_it. T_w counts the tokens that
 * carry loss in sequences with w_i ≠ 0, and T_kl those in sequences with c_i = 1. c is `TrainingSequence.klWeight`.
 */
export interface RwrObjective {
  kind: 'rwr';
  /** True to divide regression weights by their mean. Then λ changes their contrast and not the step size. */
  overMean?: boolean;
  /** Weight of the full-vocabulary KL divergence KL(π‖π_initial). */
  klWeight: number;
  /**
   * Cap on the batch's KL divergence per sequence, in nats. If the forward pass of a step reaches the cap, the loss is
   * the KL term alone, with weight 1. Default: no cap.
   */
  klOnlyAbove?: number;
  temperature: number;
}

export interface CrossEntropyObjective {
  kind: 'cross-entropy';
  /** Tokens that carry loss. `all` means completion and prompt, except the first token, which nothing predicts. */
  on: 'completion' | 'all';
}

export type Objective = GrpoObjective | RwrObjective | CrossEntropyObjective;

export interface TrainingSequence extends Sequence {
  /** Advantage of the whole completion, for GRPO. */
  advantage?: number;
  /** Log-probability of each completion token at sampling, for GRPO. */
  oldLogprobs?: readonly number[];
  /** Regression weight exp(λ·R_env), for RWR. With 0, the default, the sequence counts only in the KL penalty. */
  weight?: number;
  /** 1 if the sequence counts in the KL penalty of RWR, else 0. Default: 1. */
  klWeight?: number;
}

/** Measurements of one optimizer step, on the weights before the step. Means are over the tokens that carry loss. */
export interface UpdateStats {
  loss: number;
  /** Global L2 norm of the gradient before clipping. */
  gradNorm: number;
  /**
   * Mean KL divergence to the initial weights per token, in nats. It is exact even if the loss uses an estimate. RWR
   * takes the mean over the tokens in its penalty. 0 in cross-entropy.
   */
  klPerToken: number;
  /** Mean over sequences of the KL divergence summed over tokens, in nats. RWR counts only sequences in its penalty. */
  klPerSequence: number;
  /** Mean entropy of the next-token distribution, in nats. */
  entropy: number;
  /** Share of tokens with a ratio outside [1−clipLow, 1+clipHigh] in GRPO. 0 in other objectives. */
  clipFraction: number;
  /** Mean importance ratio π/π_old in GRPO. 1 in other objectives. */
  meanRatio: number;
  /** Number of tokens that carry loss. */
  tokens: number;
  /** Floating-point operations of forward and backward passes, computed from shapes. */
  flops: number;
}

/** Measurements of a logged step. Logs of other trainers may lack the mean ratio. */
export type LoggedStats = Omit<UpdateStats, 'meanRatio'> & Partial<Pick<UpdateStats, 'meanRatio'>>;
