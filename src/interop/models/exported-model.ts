/** @file The contract of an export: what is known about the model, and where its weights come from. */
import type { ModelConfig } from '../../lm/files/config.ts';
import type { ModelFiles } from '../../lm/files/model-files.ts';
import type { AdapterWeights } from '../../lm/lora/merge.ts';

/** Parameters by their Hugging Face names, read when they are needed. */
export interface WeightReader {
  /** Row-major, f32. */
  read(name: string): Promise<Float32Array<ArrayBuffer>>;
}

/** The origin of the weights, as the card tells it. */
export type Origin =
  | { kind: 'folder' }
  | {
      kind: 'run';
      /** The name that the user gave the run. */
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
  adapter?: AdapterWeights;
  origin: Origin;
}

/** `safetensors`: a folder that transformers loads, an adapter merged into it; `peft`: the adapter alone. */
export const EXPORT_FORMATS = ['safetensors', 'peft'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const PRECISIONS = ['f32', 'f16'] as const;
export type Precision = (typeof PRECISIONS)[number];

export interface ExportRequest {
  format: ExportFormat;
  precision: Precision;
}
