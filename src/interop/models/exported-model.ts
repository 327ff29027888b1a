/** @file Declares what an export reads and writes: the model, its weights, the files, and the facts of its card. */
import type { ModelConfig } from '../../lm/files/config.ts';
import type { ModelFiles } from '../../lm/files/model-files.ts';
import type { LoraConfig } from '../../lm/lora/lora-config.ts';
import type { AdapterWeights } from '../../lm/lora/merge.ts';

/** Source of weights, which are read one parameter at a time. Names are Hugging Face's. */
export interface WeightReader {
  /** Returns a parameter's values in row-major order. */
  read(name: string): Promise<Float32Array<ArrayBuffer>>;
}

/** Origin of the weights, which the model card states. */
export type Origin =
  | { kind: 'folder' }
  | {
      kind: 'run';
      /** Name that the user gave the run. */
      name: string;
      player: Player;
      /** Number of epochs for which the run trained the weights. */
      epochs: number;
      /** Settings at the start of the run. */
      settings: object;
      /** Later changes of settings, each with its epoch. */
      changes: readonly { epoch: number; changes: object }[];
    };

export type Player = 'agent' | 'environment';

export interface ExportedModel {
  /** Name of the model, which is the title of its card. */
  name: string;
  config: ModelConfig;
  /** Folder of the initial model, which has the configuration, the tokenizer and the chat template. */
  base: ModelFiles;
  /** Public name of the initial model: `hf:owner/name`, or the last part of a folder's path. */
  baseName: string;
  /** SHA-256 of the initial model's weights, in hexadecimal. */
  baseHash: string;
  /** Weights to export, with any adapter merged. */
  weights: WeightReader;
  /** Adapter that a run trained. Absent if the run trained all weights, or if there was no run. */
  adapter?: AdapterWeights;
  origin: Origin;
}

/** `safetensors` is a model folder for transformers, with any adapter merged. `peft` is the adapter alone. */
export const EXPORT_FORMATS = ['safetensors', 'peft'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const PRECISIONS = ['f32', 'f16'] as const;
export type Precision = (typeof PRECISIONS)[number];

export interface ExportRequest {
  format: ExportFormat;
  precision: Precision;
}

/** Bytes of a file, in consecutive parts. */
export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export const textChunks = (text: string): Chunks => [new TextEncoder().encode(text)];

/** Writes a file of the exported folder. Paths use `/` on every system. */
export type WriteFile = (path: string, chunks: Chunks) => Promise<void>;

/** Target of an export that keeps files as blobs, which a browser may move to the disk. */
export class BlobTarget {
  readonly blobs = new Map<string, Blob>();
  /** Written files, as a folder that can be read. */
  readonly files: ModelFiles;

  constructor(name: string) {
    this.files = {
      name,
      size: async (file) => this.blobs.get(file)?.size,
      read: async (file, range) => {
        const blob = this.blobs.get(file);
        return blob && new Uint8Array(await (range ? blob.slice(range.begin, range.end) : blob).arrayBuffer());
      },
    };
  }

  readonly write: WriteFile = async (path, chunks) => {
    const parts: Blob[] = [];
    // A blob copies the bytes, so that the chunk can be freed at once.
    for await (const chunk of chunks) parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
    this.blobs.set(path, new Blob(parts));
  };
}

export interface WrittenFile {
  path: string;
  bytes: number;
  sha256: string;
}

export interface CardFacts extends ExportRequest {
  name: string;
  family: string;
  parameters: number;
  contextLength: number;
  /** Name, hash of the weights, and licence of the initial model. The licence is from the card of that model. */
  base: { name: string; weightsHash: string; license?: string };
  origin: Origin;
  /** Configuration of the trained adapter. Null without an adapter. */
  adapter: LoraConfig | null;
  files: readonly WrittenFile[];
}
