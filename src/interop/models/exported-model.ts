/** @file The contract of an export: what is known of a model that leaves, and where its weights come from. */
import type { ModelConfig } from '../../lm/files/config.ts';
import type { AdapterWeights } from '../../lm/lora/merge.ts';
import type { ModelFiles } from '../../lm/files/model-files.ts';
import type { WeightReader } from '../onnx/decoder-weights.ts';

/** The origin of the weights, as the card tells it. */
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
  /** The name on the card. */
  name: string;
  config: ModelConfig;
  /** The folder that it began with: its configuration, tokenizer and chat template go along. */
  base: ModelFiles;
  /** The base's name elsewhere: `hf:owner/name`, or a folder's own name without its path. */
  baseName: string;
  /** SHA-256 of the base's weights, hexadecimal. */
  baseHash: string;
  /** The weights as they are now, an adapter merged into them. */
  weights: WeightReader;
  /** The adapter that was trained over frozen weights; absent if all weights were trained, or none. */
  adapter?: AdapterWeights & {
    base: WeightReader;
  };
  origin: Origin;
}

export type ExportFormat = 'onnx' | 'safetensors' | 'peft';
