/** @file Declares the objectives of training and the sequences that they learn from, as plain data. */

export type TokenIds = readonly number[];

export interface Sequence {
  prompt: TokenIds;
  completion: TokenIds;
  /** 1 if this policy wrote the token, 0 if a simulator did (an observation). Only 1s carry loss. Default: all 1. */
  mask?: readonly (0 | 1)[];
}

/**
 * Aggregates the token losses l_it of B sequences, with n_i tokens that carry loss, to one number:
 * `sequence-mean`: (1/B) Σ_i (1/n_i) Σ_t l_it; `token-mean`: (1/Σ_i n_i) Σ_i Σ_t l_it;
 * `constant-length`: (1/(B·maxCompletionLength)) Σ_i Σ_t l_it. Plain reference: testing/losses.ts.
 */
export type LossAggregation = 'sequence-mean' | 'token-mean' | 'constant-length';

/**
 * Form of the KL divergence to the initial weights in GRPO's token loss: weighted by the ratio (ρ·k3), as published (k3),
 * with verl's clamps, or exact. grpo.ts has the formulas.
 */
export type KlEstimator = 'ratio-weighted' | 'k3' | 'k3-clamped' | 'exact';

/** The loss of a token is −clipped surrogate + klWeight·KL − entropyWeight·H. `aggregation` combines the tokens. */
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
  /** Divisor per sequence, in tokens, of the aggregation `constant-length`. */
  maxCompletionLength: number;
  temperature: number;
}

/**
 * L = −(1/T_w) Σ_i w_i Σ_t log π(y_it) + klWeight · (1/T_kl) Σ_i c_i Σ_t KL(π‖π_initial)_it. T_w counts the tokens that
 * carry loss in sequences with w_i ≠ 0, and T_kl those in sequences with c_i = 1. c is `TrainingSequence.klWeight`.
 */
export interface RwrObjective {
  kind: 'rwr';
  /** True if regression weights are divided by their mean, so that λ changes their contrast and not the step size. */
  overMean?: boolean;
  /** Weight of the full-vocabulary KL divergence KL(π‖π_initial). */
  klWeight: number;
  /**
   * KL-only cap in nats. If the batch's KL per sequence in this step's forward pass reaches it, the loss is the KL term
   * alone, with weight 1. Default: no cap.
   */
  klOnlyAbove?: number;
  temperature: number;
}

export interface CrossEntropyObjective {
  kind: 'cross-entropy';
  /** Tokens that carry loss: the completion's only, or all but the first of the prompt. */
  on: 'completion' | 'all';
}

export type Objective = GrpoObjective | RwrObjective | CrossEntropyObjective;

export interface TrainingSequence extends Sequence {
  /** For GRPO: one advantage for the whole completion. */
  advantage?: number;
  /** For GRPO: log-probabilities at sampling, as many as completion tokens. */
  oldLogprobs?: readonly number[];
  /**
   * For RWR: the regression weight exp(λ·R_env), see `RwrObjective.overMean`. With 0, the default, only the KL penalty
   * sees the sequence.
   */
  weight?: number;
  /** For RWR: 1 (default) if the sequence counts in the KL penalty, else 0. */
  klWeight?: number;
}

/** Measurements of one optimizer step, on the weights before it. Means are over the tokens that carry loss. */
export interface UpdateStats {
  loss: number;
  /** Global L2 norm of the gradient before clipping. */
  gradNorm: number;
  /**
   * Mean exact KL divergence to the initial weights per token, in nats, with every estimator. RWR takes the mean over the
   * tokens in its penalty. 0 in cross-entropy.
   */
  klPerToken: number;
  /** KL divergence summed over a sequence's tokens, in nats. A mean over the sequences that count in the penalty. */
  klPerSequence: number;
  /** Mean entropy of the next-token distribution, in nats. */
  entropy: number;
  /** Share of tokens whose ratio left [1−clipLow, 1+clipHigh]. GRPO only, else 0. */
  clipFraction: number;
  /** Mean importance ratio π/π_old. GRPO only, else 1. */
  meanRatio: number;
  /** Number of tokens that carried loss. */
  tokens: number;
  /** Floating-point operations of forward and backward passes, computed from shapes. */
  flops: number;
}

/** Statistics of a logged step. Other trainers' logs have no mean ratio. */
export type LoggedStats = Omit<UpdateStats, 'meanRatio'> & Partial<Pick<UpdateStats, 'meanRatio'>>;
