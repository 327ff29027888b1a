/** @file The contract of an export: what is known of a model that leaves, and where its weights come from. */
import type { ModelConfig } from '../../lm/files/config.ts';
import type { AdapterWeights } from '../../lm/lora/merge.ts';
import type { ModelFiles } from '../../lm/files/model-files.ts';
import type { WeightReader } from '../onnx/decoder-weights.ts';

/** Where the weights come from: what its card says. */
export type Origin =
  | { kind: 'folder' }
  | {
      kind: 'run';
      /** The name a person gave the run. */
      name: string;
      player: Player;
      /** Epochs after which the weights were taken. */
      epochs: number;
      /** The settings it began with, and each change of them. */
      settings: object;
      changes: readonly { epoch: number; changes: object }[];
    };

export type Player = 'agent' | 'environment';

export interface ExportedModel {
  /** What the card calls it. */
  name: string;
  config: ModelConfig;
  /** The folder that it began with: its configuration, tokenizer and chat template go along. */
  base: ModelFiles;
  /** What the base is called elsewhere: `hf:owner/name`, or a folder's own name without its path. */
  baseName: string;
  /** SHA-256 of the base's weights, hexadecimal. */
  baseHash: string;
  /** The weights as they are now, an adapter merged into them. */
  weights: WeightReader;
  /** What was trained over frozen weights; absent where all weights were trained, or none. */
  adapter?: AdapterWeights & {
    /** The frozen weights. */
    base: WeightReader;
  };
  origin: Origin;
}

/** How a model leaves. */
export type ExportFormat = 'onnx' | 'safetensors' | 'peft';
