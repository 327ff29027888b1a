/**
 * @file Declares a policy: a language model that samples token sequences (`Sampler`), and may learn from them
 * (`Learner`).
 *
 * The model may run in a page's WebGPU worker, in Node with Dawn, or as a table in a test. So all arguments and results
 * are plain cloneable data, and nothing depends on the model's size or runtime.
 */
import type { Assessment, AssessmentRequest, Weighing, WeighingRequest } from '../curriculum/curriculum.ts';
import type { LoraConfig } from '../lm/lora/lora-config.ts';
import type { Completion, LikelyToken, Prompt, SamplingSettings } from '../lm/sampling.ts';
import type { Objective, Sequence, TrainingSequence, UpdateStats } from '../objectives/objective.ts';
import type { RandomKey } from '../random/streams.ts';
import type { AdamWSettings, Precision } from '../tensor/tensor.ts';

/** `initial` means the frozen weights from the start of the run, or from the last `restart`. */
export type WeightsVersion = 'current' | 'initial';

export { LORA_MODULES, type LoraModule } from '../lm/lora/lora-config.ts';

export interface LoraTraining {
  kind: 'lora';
  lora: LoraConfig;
  basePrecision: Precision;
  /** The run's seed and the player's number, both u32, determine the initial adapter. */
  seed: number;
  player: number;
}

export type PlayerTraining = { kind: 'full' } | LoraTraining;

/** A `frozen` model never learns, so it has no gradients and no optimizer state. */
export type Training = PlayerTraining | { kind: 'frozen' };

export type { Completion, LikelyToken, Prompt, SamplingSettings, UpdateStats };

export interface ScoredSequence {
  /** Natural logarithm of each completion token's probability; 0 if the token's mask is 0. */
  logprobs: number[];
  /** Entropy of the distribution that each token was drawn from, in nats. */
  entropy: number[];
}

export type OptimizerSettings = AdamWSettings;

/** Settings that trade an update's time for memory. */
export interface UpdateMemory {
  /** True to keep only each layer's input, and to recompute the layer, bit for bit, in the backward pass. */
  gradientCheckpointing: boolean;
  /** Maximum number of tokens per pass. 0 means the whole batch. A limit changes results only by rounding. */
  microBatchTokens: number;
}

export interface UpdateRequest {
  sequences: readonly TrainingSequence[];
  objective: Objective;
  optimizer: OptimizerSettings;
  /** Default: the whole batch at once, without gradient checkpointing. */
  memory?: UpdateMemory;
}

/** Weights and optimizer state, each as the bytes of a safetensors file. Restoring them is exact. */
export interface PolicySnapshot {
  weights: Uint8Array<ArrayBuffer>;
  optimizer: Uint8Array<ArrayBuffer>;
}

export interface PolicyDescription {
  /** Folder or repository of the model. */
  name: string;
  family: string;
  parameters: number;
  /** Number of weights in the adapter. Undefined if all weights learn. */
  trainableParameters?: number;
  vocabularySize: number;
  /** Largest number of tokens in a prompt with its completion. */
  contextLength: number;
  /** SHA-256 of the initial weights, hexadecimal. */
  weightsHash: string;
  runtime: string;
}

export interface PolicyTelemetry {
  /** `done` counts decoded tokens, scored sequences or finished micro-batches. */
  activity: 'idle' | 'generating' | 'scoring' | 'updating';
  done: number;
  total: number;
  gpuBytes: number;
  /** Totals since the policy was made. */
  tokensGenerated: number;
  flops: number;
}

export interface GenerateResult {
  /** Ordered by prompt, then by rollout. */
  completions: Completion[];
  flops: number;
}

/** A sampler does one thing at a time: await each call before the next. Only `telemetry` may be called at any time. */
export interface Sampler {
  describe(): Promise<PolicyDescription>;
  /** Samples completions. @param weights default: the `current` version, the only one if the sampler never learns */
  generate(
    prompts: readonly Prompt[],
    sampling: SamplingSettings,
    key: RandomKey,
    weights?: WeightsVersion,
  ): Promise<GenerateResult>;
  score(
    sequences: readonly Sequence[],
    weights: WeightsVersion,
    temperature: number,
  ): Promise<{ scored: ScoredSequence[]; flops: number }>;
  /**
   * Finds up to `count` most probable tokens at each position of each completion, and none if the position's mask is 0.
   * The page shows these tokens. Nothing learns from them, and costs leave them out.
   * @returns by sequence, then by token, most probable first
   */
  alternatives(
    sequences: readonly Sequence[],
    weights: WeightsVersion,
    temperature: number,
    count: number,
  ): Promise<LikelyToken[][][]>;
  telemetry(): Promise<PolicyTelemetry>;
  dispose(): Promise<void>;
}

export interface Learner extends Sampler {
  /** Takes one optimizer step on all sequences. */
  update(request: UpdateRequest): Promise<UpdateStats>;
  /** Computes each sequence's exact KL divergence from the initial weights, in nats, summed over tokens with mask 1. */
  divergence(sequences: readonly Sequence[], temperature: number): Promise<{ perSequence: number[]; flops: number }>;
  /** Keeps a copy of the current weights and optimizer state on the device, and frees the earlier copy. */
  hold(): Promise<void>;
  /** Sets weights ← held + fraction·(weights − held) and restores the held optimizer. 0 undoes updates since `hold`. */
  backtrack(fraction: number): Promise<void>;
  /** Makes the current weights the initial ones, and resets the optimizer. */
  restart(): Promise<void>;
  snapshot(): Promise<PolicySnapshot>;
  restore(snapshot: PolicySnapshot): Promise<void>;
}

/** Computes the formulas of GenEnv's Algorithm 1, step 2. curriculum/curriculum.ts has them in plain TypeScript. */
export interface Curriculum {
  /** Computes rewards, successes and advantages of an epoch's rollouts. */
  assess(request: AssessmentRequest): Promise<Assessment>;
  /** Computes R_env, the difficulty filter and the regression weights of an epoch's tasks. */
  weigh(request: WeighingRequest): Promise<Weighing>;
}

/** Learner that also computes the curriculum, on its own device. */
export interface Player extends Learner, Curriculum {}

/** Methods of a player that Algorithm 1 calls. */
export type LoopPlayer = Pick<
  Player,
  'describe' | 'generate' | 'score' | 'update' | 'divergence' | 'hold' | 'backtrack' | 'restart' | 'assess' | 'weigh'
>;
