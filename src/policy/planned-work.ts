/** @file Declares the inputs of the memory plan: the adapter, and the largest work that policies do on it. */
import type { ModelConfig } from '../lm/files/config.ts';
import type { Objective } from '../objectives/objective.ts';
import type { KernelStyle } from '../tensor/profile.ts';
import type { SamplingSettings, Training, UpdateRequest } from './policy.ts';

/** The profile decides which kernels run. Limits are in bytes. */
export interface PlannedAdapter {
  kernelStyle: KernelStyle;
  maxBufferSize: number;
  maxStorageBufferBindingSize: number;
}

/** Completions to sample at once. */
export interface SamplingWork {
  prompts: number;
  promptTokens: number;
  rolloutsPerPrompt: number;
  sampling: SamplingSettings;
}

/** A step of learning. */
export interface UpdateWork extends Pick<UpdateRequest, 'memory'> {
  objective: Objective;
  sequences: number;
  prompts: number;
  promptTokens: number;
  completionTokens: number;
}

/** A policy, and the largest of what it does in a run. */
export interface PolicyWork {
  /** The checkpoint; adapters over the same one share its weights. */
  model: string;
  config: ModelConfig;
  training: Training;
  samplings: readonly SamplingWork[];
  updates: readonly UpdateWork[];
  /** True if copies of weights and optimizer state are held during an update. */
  holds: boolean;
}
