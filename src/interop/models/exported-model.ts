/**
 * @file Declares the contract of an export: the model and its weights, the files it becomes, and the words of a
 * language.
 */
import type { ModelConfig } from '../../lm/files/config.ts';
import type { ModelFiles } from '../../lm/files/model-files.ts';
import type { LoraConfig } from '../../lm/lora/lora-config.ts';
import type { AdapterWeights } from '../../lm/lora/merge.ts';

/** Lists parameters by their Hugging Face names, read when they are needed. */
export interface WeightReader {
  /** Returns f32 in row-major order. */
  read(name: string): Promise<Float32Array<ArrayBuffer>>;
}

/** Names the origin of the weights, as the card tells it. */
export type Origin =
  | { kind: 'folder' }
  | {
      kind: 'run';
      /** The user gave the run this name. */
      name: string;
      player: Player;
      /** The weights were taken after so many epochs. */
      epochs: number;
      /** Holds the settings it began with, and each change of them. */
      settings: object;
      changes: readonly { epoch: number; changes: object }[];
    };

export type Player = 'agent' | 'environment';

export interface ExportedModel {
  /** The card shows this name. */
  name: string;
  config: ModelConfig;
  /** The model began with this folder: its configuration, tokenizer and chat template go along. */
  base: ModelFiles;
  /** Names the base elsewhere: `hf:owner/name`, or a folder's own name without its path. */
  baseName: string;
  /** Is the SHA-256 of the base's weights, hexadecimal. */
  baseHash: string;
  /** Reads the weights as they are now, an adapter merged into them. */
  weights: WeightReader;
  /** Is the adapter that was trained over frozen weights; absent if all weights were trained, or none. */
  adapter?: AdapterWeights;
  origin: Origin;
}

/** `safetensors` is a folder that transformers loads, an adapter merged into it; `peft` is the adapter alone. */
export const EXPORT_FORMATS = ['safetensors', 'peft'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const PRECISIONS = ['f32', 'f16'] as const;
export type Precision = (typeof PRECISIONS)[number];

export interface ExportRequest {
  format: ExportFormat;
  precision: Precision;
}

export interface ExportTarget {
  write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Removes what was written; no error if nothing was. */
  discard(): Promise<void>;
}

/** Keeps files as blobs, whose bytes a browser may also store on the disk. */
export class BlobTarget implements ExportTarget {
  readonly blobs = new Map<string, Blob>();
  /** Reads what was written. */
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

  async write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const parts: Blob[] = [];
    // A blob copies the bytes, so that the chunk can be freed.
    for await (const chunk of chunks) parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
    this.blobs.set(path, new Blob(parts));
  }

  async discard(): Promise<void> {
    this.blobs.clear();
  }
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
  /** Names the folder that the model began with, and the SHA-256 of its weights. */
  base: { name: string; weightsHash: string; /** As its own card says it. */ license?: string };
  origin: Origin;
  /** Is the adapter that was trained over frozen weights; null if all weights were trained. */
  adapter: LoraConfig | null;
  files: readonly WrittenFile[];
}

export interface ModelExportWords {
  card(facts: CardFacts): string;
  /** Says how many files of which size were written. */
  report(files: readonly WrittenFile[], folder: string): string;
}

export interface ExportFile {
  /** Is a path inside the exported folder, with `/`. */
  path: string;
  /** Yields its bytes in order; each call makes them again. */
  chunks(): AsyncIterable<Uint8Array>;
}

export const textFile = (path: string, text: string): ExportFile => bytesFile(path, new TextEncoder().encode(text));

export const bytesFile = (path: string, bytes: Uint8Array): ExportFile => ({
  path,
  async *chunks() {
    yield bytes;
  },
});
