/**
 * @file A policy: a language model that writes token sequences and learns from them.
 *
 * The one boundary between the method and whatever runs the model: a WebGPU worker in the page, Dawn in Node, a table
 * in a test. Everything that crosses it is plain, structured-cloneable data; nothing says how large the model is or
 * which runtime serves it.
 */

export type TokenIds = readonly number[];

/** Counter-based randomness: together with task, rollout and position these indices name every random number of a run. */
export interface RandomKey {
  seed: number;
  /** Which use of randomness this is (see genenv/random-streams.ts), so that two uses never share numbers. */
  stream: number;
  epoch: number;
}

export interface SamplingSettings {
  /** Logits are divided by this; 0 is greedy decoding. */
  temperature: number;
  /** Keep only the k most likely tokens; 0 keeps all. */
  topK: number;
  /** Keep the smallest set of most likely tokens whose mass reaches this; 1 keeps all. */
  topP: number;
  maxNewTokens: number;
  /** Sampling stops after any of these; the stop token is part of the completion. */
  stopIds: TokenIds;
}

/** One prompt, read once, and the rollouts to sample from it. */
export interface Prompt {
  ids: TokenIds;
  /** Index of the task this prompt belongs to: part of the random key. */
  task: number;
  /** Indices of the rollouts to sample: one completion each. */
  rollouts: readonly number[];
  /** Tokens this rollout has already written in earlier turns: the next random position. */
  position: number;
}

export interface Completion {
  task: number;
  rollout: number;
  ids: number[];
  /** log p(token | before) under softmax(logits / temperature), natural logarithm, as sampled; same length as `ids`. */
  logprobs: number[];
  /** `stop`: ended with a stop token. `length`: cut off at `maxNewTokens`. */
  finish: 'stop' | 'length';
}

/** A sequence to score or to learn from. */
export interface Sequence {
  prompt: TokenIds;
  completion: TokenIds;
  /** 1 where this policy wrote the token, 0 where a simulator did (an observation): only 1s carry loss. Absent: all 1. */
  mask?: readonly (0 | 1)[];
}

export interface ScoredSequence {
  /** Natural-log probability of every completion token (0 where the mask is 0); same length as the completion. */
  logprobs: number[];
  /** Entropy of the next-token distribution at the same places, nats. */
  entropy: number[];
}

/** Which weights to use: those being trained, or the frozen ones the run started from. */
export type Weights = 'current' | 'initial';

export interface OptimizerSettings {
  learningRate: number;
  beta1: number;
  beta2: number;
  epsilon: number;
  weightDecay: number;
  /** Gradients are scaled so that their global L2 norm is at most this; 0 turns clipping off. */
  clipNorm: number;
}

/**
 * How the token losses l_it of B sequences with n_i masked-in tokens become one number:
 * `sequence-mean`: (1/B) Σ_i (1/n_i) Σ_t l_it; `token-mean`: (1/Σ_i n_i) Σ_i Σ_t l_it;
 * `constant-length`: (1/(B·maxCompletionLength)) Σ_i Σ_t l_it. A plain reference: genenv/testing/losses.ts.
 */
export type LossAggregation = 'sequence-mean' | 'token-mean' | 'constant-length';

/** Aggregated over tokens: −clipped surrogate + klWeight·k3 − entropyWeight·H, all three through one aggregation. */
export interface GrpoObjective {
  kind: 'grpo';
  clipLow: number;
  clipHigh: number;
  /** Lower bound −c·|A| on the surrogate for negative advantages (verl's dual clip); 0 turns it off. */
  dualClip: number;
  /** Weight of the k3 estimate of the KL divergence to the initial weights. */
  klWeight: number;
  entropyWeight: number;
  aggregation: LossAggregation;
  /** Divisor per sequence of the aggregation `constant-length`. */
  maxCompletionLength: number;
  temperature: number;
}

/**
 * L = −(1/T_w) Σ_i w_i Σ_t log π(y_it) + klWeight · (1/T_kl) Σ_i c_i Σ_t KL(π‖π_initial)_it, where T_w counts the
 * masked-in tokens of sequences with w_i ≠ 0 and T_kl those with c_i = 1 (c is `TrainingSequence.klWeight`, absent: 1).
 */
export interface RwrObjective {
  kind: 'rwr';
  /** Weight of the full-vocabulary KL divergence KL(π‖π_initial). */
  klWeight: number;
  /**
   * KL-only cap, nats: where this batch's KL per sequence, measured in this step's forward pass, is at or above it, the
   * loss is (1/T_kl) Σ c_i Σ_t KL alone, with weight 1. Absent: no cap.
   */
  klOnlyAbove?: number;
  temperature: number;
}

export interface CrossEntropyObjective {
  kind: 'cross-entropy';
  /** Loss on completion tokens only, or on prompt tokens too (all but the first). */
  on: 'completion' | 'all';
}

export type Objective = GrpoObjective | RwrObjective | CrossEntropyObjective;

export interface TrainingSequence extends Sequence {
  /** GRPO: one advantage for the whole completion. */
  advantage?: number;
  /** GRPO: log-probabilities as sampled; same length as the completion. */
  oldLogprobs?: readonly number[];
  /** RWR: regression weight w; 0 leaves the sequence to the KL penalty alone. */
  weight?: number;
  /** RWR: 1 (also where absent) where the sequence counts in the KL penalty, 0 where not. */
  klWeight?: number;
}

export interface UpdateRequest {
  sequences: readonly TrainingSequence[];
  objective: Objective;
  optimizer: OptimizerSettings;
}

/** Everything measured during one optimizer step. Means are over the tokens that carry loss. */
export interface UpdateStats {
  loss: number;
  /** Global L2 norm of the gradient before clipping. All figures are of the weights before the step. */
  gradNorm: number;
  /** Mean KL divergence to the initial weights per token, nats: k3 estimate under GRPO, exact under RWR; else 0. */
  klPerToken: number;
  /** Sum of the token KL divergences of a sequence, mean over the sequences that count in it, nats. */
  klPerSequence: number;
  /** Mean entropy of the next-token distribution, nats. */
  entropy: number;
  /** Share of tokens whose ratio left [1−clipLow, 1+clipHigh]; GRPO only, else 0. */
  clipFraction: number;
  /** Mean importance ratio π/π_old; GRPO only, else 1. */
  meanRatio: number;
  /** Tokens that carried loss. */
  tokens: number;
  /** Floating-point operations of the forward and backward passes, counted from shapes. */
  flops: number;
}

/** Weights and optimizer state, each as the bytes of a safetensors file; restoring it is exact. */
export interface PolicySnapshot {
  weights: Uint8Array<ArrayBuffer>;
  optimizer: Uint8Array<ArrayBuffer>;
}

export interface PolicyDescription {
  /** Folder or repository the model came from. */
  name: string;
  family: string;
  parameters: number;
  vocabularySize: number;
  /** Longest sequence (prompt and completion) it accepts, tokens. */
  contextLength: number;
  /** SHA-256 of the weights it started from, hexadecimal. */
  weightsHash: string;
  /** What runs it: a GPU adapter's name, or the name of a table. */
  runtime: string;
}

export interface PolicyTelemetry {
  /** What the policy is doing now, and how far it is: tokens decoded or steps done. */
  activity: 'idle' | 'generating' | 'scoring' | 'updating';
  done: number;
  total: number;
  /** Bytes of GPU buffers held. */
  gpuBytes: number;
  /** Totals since the policy was made, for throughput. */
  tokensGenerated: number;
  flops: number;
}

export interface GenerateResult {
  /** In the order of prompts, then of their rollouts. */
  completions: Completion[];
  flops: number;
}

/** A policy does one thing at a time: callers await each call before the next. `telemetry` may be called any time. */
export interface Policy {
  describe(): Promise<PolicyDescription>;
  generate(prompts: readonly Prompt[], sampling: SamplingSettings, key: RandomKey): Promise<GenerateResult>;
  score(
    sequences: readonly Sequence[],
    weights: Weights,
    temperature: number,
  ): Promise<{ scored: ScoredSequence[]; flops: number }>;
  /**
   * The exact KL divergence to the initial weights, full vocabulary: per sequence, the sum over its masked-in tokens of
   * KL(π‖π_initial), nats, in the order of `sequences`.
   */
  divergence(sequences: readonly Sequence[], temperature: number): Promise<{ perSequence: number[]; flops: number }>;
  /** One forward and backward pass over all sequences and one optimizer step. */
  update(request: UpdateRequest): Promise<UpdateStats>;
  /** Keeps a copy of the current weights and optimizer state on the device, replacing an earlier one. */
  hold(): Promise<void>;
  /** weights ← held + fraction·(weights − held); 0 rolls back completely, the optimizer state too. */
  retreat(fraction: number): Promise<void>;
  snapshot(): Promise<PolicySnapshot>;
  restore(snapshot: PolicySnapshot): Promise<void>;
  telemetry(): Promise<PolicyTelemetry>;
  dispose(): Promise<void>;
}
