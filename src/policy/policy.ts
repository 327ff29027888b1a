/**
 * @file A policy: a language model that writes token sequences (`Sampler`), and may learn from them (`Learner`).
 *
 * The boundary between the method and whatever runs the model: a WebGPU worker in the page, Dawn in Node, a table
 * in a test. Everything that crosses it is plain, structured-cloneable data; nothing depends on how large the model is
 * or which runtime serves it.
 */
import type { Assessment, AssessmentRequest, Weighing, WeighingRequest } from '../curriculum/curriculum.ts';
import type { LoraConfig } from '../lm/lora/lora-config.ts';
import type { Completion, LikelyToken, Prompt, SamplingSettings } from '../lm/sampling.ts';
import type { Objective, Sequence, TrainingSequence, UpdateStats } from '../objectives/objective.ts';
import type { RandomKey } from '../random/streams.ts';
import type { AdamWSettings, MatrixPrecision } from '../tensor/tensor.ts';

/** The weights being trained, or the frozen ones the run started from. */
export type WeightsVersion = 'current' | 'initial';

export { LORA_MODULES, type LoraModule } from '../lm/lora/lora-config.ts';

export interface LoraTraining {
  kind: 'lora';
  lora: LoraConfig;
  basePrecision: MatrixPrecision;
  /** The adapter at the start follows from the run's seed and the number of the player, both u32. */
  seed: number;
  player: number;
}

export type PlayerTraining = { kind: 'full' } | LoraTraining;

/** `frozen`: the model only writes, and costs the memory of its weights alone. */
export type Training = PlayerTraining | { kind: 'frozen' };

export type { Completion, LikelyToken, Prompt, SamplingSettings, UpdateStats };

export interface ScoredSequence {
  /** Natural-log probability of every completion token (0 where the mask is 0); same length as the completion. */
  logprobs: number[];
  /** Entropy of the next-token distribution at the same places, nats. */
  entropy: number[];
}

export type OptimizerSettings = AdamWSettings;

/** Settings by which an update trades time for memory. */
export interface UpdateMemory {
  /** Keep only each layer's input in the forward pass, and compute the layer again in the backward pass: the same bits. */
  gradientCheckpointing: boolean;
  /** Tokens that go through the model at once, at most; 0: the whole batch. The result is the same but for rounding. */
  microBatchTokens: number;
}

export interface UpdateRequest {
  sequences: readonly TrainingSequence[];
  objective: Objective;
  optimizer: OptimizerSettings;
  /** Absent: the whole batch at once, without checkpoints. */
  memory?: UpdateMemory;
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
  /** Weights that learn, where not all do: those of an adapter. */
  trainableParameters?: number;
  vocabularySize: number;
  /** Longest sequence (prompt and completion) it accepts, tokens. */
  contextLength: number;
  /** SHA-256 of the weights it started from, hexadecimal. */
  weightsHash: string;
  /** The name of its GPU adapter, or of a table. */
  runtime: string;
}

export interface PolicyTelemetry {
  /** The present activity of the policy, and its progress: tokens decoded, sequences scored or steps done. */
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

/**
 * Any model that writes: ours, one on another runtime, a table. It costs the memory of its weights.
 *
 * It does one thing at a time: callers await each call before the next. `telemetry` may be called any time.
 */
export interface Sampler {
  describe(): Promise<PolicyDescription>;
  /** @param weights default: the current ones; of a sampler that never learns both are the same */
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
   * The most probable tokens at each place of each completion, most probable first, at most `count`; none where the mask is 0.
   * For people who look: nothing learns from it, and it is part of no cost.
   * @returns by sequence, then by token
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

/** A sampler that learns from what it wrote, and remembers the weights it started from. */
export interface Learner extends Sampler {
  /** Forward and backward passes over all sequences and one optimizer step. */
  update(request: UpdateRequest): Promise<UpdateStats>;
  /** The exact KL divergence to the initial weights, nats: per sequence, the sum over its masked-in tokens. */
  divergence(sequences: readonly Sequence[], temperature: number): Promise<{ perSequence: number[]; flops: number }>;
  /** Keeps a copy of the current weights and optimizer state on the device, in the place of an earlier copy. */
  hold(): Promise<void>;
  /** weights ← held + fraction·(weights − held), and the optimizer state goes back to the held one; 0 undoes all. */
  backtrack(fraction: number): Promise<void>;
  /** The current weights become the initial ones, and the optimizer begins anew. */
  restart(): Promise<void>;
  snapshot(): Promise<PolicySnapshot>;
  restore(snapshot: PolicySnapshot): Promise<void>;
}

/** The formulas of Algorithm 1, step 2. The plain ones are in curriculum/curriculum.ts. */
export interface Curriculum {
  /** Rewards, successes and advantages of an epoch's rollouts. */
  assess(request: AssessmentRequest): Promise<Assessment>;
  /** R_env, the difficulty filter and the regression weights of an epoch's tasks. */
  weigh(request: WeighingRequest): Promise<Weighing>;
}

/** A model that plays in a run: it learns, and computes the curriculum on its own device. */
export interface Player extends Learner, Curriculum {}

/** What Algorithm 1 asks of a player: it writes and scores, learns within the cap on its divergence, and computes the curriculum. */
export type LoopPlayer = Pick<
  Player,
  'describe' | 'generate' | 'score' | 'update' | 'divergence' | 'hold' | 'backtrack' | 'restart' | 'assess' | 'weigh'
>;
