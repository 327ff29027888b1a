/** @file What an export tells a person: facts and numbers, and the words a language has for them. */
import type { LoraConfig } from '../../lm/lora/lora-config.ts';
import type { Precision } from '../onnx/decoder-weights.ts';
import type { Variant } from '../onnx/decoder.ts';
import type { Agreement, Difference } from './agreement.ts';
import type { ExportFormat, Origin } from './exported-model.ts';

export interface WrittenFile {
  path: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

export interface ExportReport {
  files: WrittenFile[];
  agreement: Agreement;
  /** Largest relative difference that was allowed; null where the difference is only told. */
  tolerance: number | null;
}

export interface CardFacts {
  name: string;
  family: string;
  parameters: number;
  contextLength: number;
  /** The folder that the model began with, and the SHA-256 of its weights. */
  base: { name: string; weightsHash: string; /** As its own card says it. */ license?: string };
  origin: Origin;
  format: ExportFormat;
  precision: Precision;
  /** Null for formats without a graph. */
  variant: Variant | null;
  /** What was trained over frozen weights; null where all weights were trained. */
  adapter: LoraConfig | null;
  /** How far the exported model agrees with the engine that trained it. */
  check: {
    prompts: number;
    positions: number;
    newTokens: number;
    largest: Difference;
    /** Greedy texts that are the same. */
    sameTexts: number;
    /** What the largest relative difference may be; null where it is only told. */
    tolerance: number | null;
  };
  /** Programs and what they ran on, by name. */
  versions: Readonly<Record<string, string>>;
  files: readonly WrittenFile[];
}

export interface ModelExportWords {
  /** README.md of the exported folder. */
  card(facts: CardFacts): string;
  /** Where logits differ and by how much, as a sentence without its full stop. */
  difference(difference: Difference): string;
  /** What was written, and how far it agrees. */
  report(report: ExportReport, folder: string): string;
  /** How far two runtimes agree, and the greedy texts, a line each. */
  agreement(agreement: Agreement, decode: (ids: readonly number[]) => string): string;
}
