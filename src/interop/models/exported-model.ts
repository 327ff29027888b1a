/** @file Declares what an export needs: the model and its weights, the files it becomes, and localised texts. */
import type { ModelConfig } from '../../lm/files/config.ts';
import type { ModelFiles } from '../../lm/files/model-files.ts';
import type { LoraConfig } from '../../lm/lora/lora-config.ts';
import type { AdapterWeights } from '../../lm/lora/merge.ts';

/** Reads parameters one by one, by their Hugging Face names. */
export interface WeightReader {
  /** Returns f32 in row-major order. */
  read(name: string): Promise<Float32Array<ArrayBuffer>>;
}

/** Origin of the weights, as stated in the card. */
export type Origin =
  | { kind: 'folder' }
  | {
      kind: 'run';
      /** Name that the user gave the run. */
      name: string;
      player: Player;
      /** Number of epochs before the weights were taken. */
      epochs: number;
      /** Initial settings of the run, and each later change. */
      settings: object;
      changes: readonly { epoch: number; changes: object }[];
    };

export type Player = 'agent' | 'environment';

export interface ExportedModel {
  /** Title of the card. */
  name: string;
  config: ModelConfig;
  /** Folder of the initial model. Its configuration, tokenizer and chat template are exported too. */
  base: ModelFiles;
  /** Public name of the base: `hf:owner/name`, or a folder's last path component. */
  baseName: string;
  /** SHA-256 of the base's weights, in hexadecimal. */
  baseHash: string;
  /** Reads the current weights, with any adapter merged. */
  weights: WeightReader;
  /** Adapter trained over frozen weights. Absent if all weights were trained, or none. */
  adapter?: AdapterWeights;
  origin: Origin;
}

/** `safetensors` is a folder for transformers with any adapter merged. `peft` is only the adapter. */
export const EXPORT_FORMATS = ['safetensors', 'peft'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const PRECISIONS = ['f32', 'f16'] as const;
export type Precision = (typeof PRECISIONS)[number];

export interface ExportRequest {
  format: ExportFormat;
  precision: Precision;
}

/** Bytes of a file in order. */
export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export const textChunks = (text: string): Chunks => [new TextEncoder().encode(text)];

/** Writes a file of the exported folder. Paths are separated by `/`. */
export type WriteFile = (path: string, chunks: Chunks) => Promise<void>;

/** Keeps files as blobs, which a browser may store on disk. */
export class BlobTarget {
  readonly blobs = new Map<string, Blob>();
  /** Reads the written files. */
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
    // A blob copies the bytes, so the chunk can be freed.
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
  /** Folder of the initial model, and the SHA-256 of its weights. */
  base: { name: string; weightsHash: string; /** As its own card says it. */ license?: string };
  origin: Origin;
  /** Adapter trained over frozen weights. Null if all weights were trained. */
  adapter: LoraConfig | null;
  files: readonly WrittenFile[];
}
