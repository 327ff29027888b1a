/** @file The texts of an export: facts and numbers, and the words that a language has for them. */
import type { LoraConfig } from '../../lm/lora/lora-config.ts';
import type { Precision } from '../onnx/decoder-weights.ts';
import type { Variant } from '../onnx/decoder.ts';
import type { Agreement, Difference } from './agreement.ts';
import type { ExportFormat, Origin } from './exported-model.ts';

export interface WrittenFile {
  path: string;
  bytes: number;
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
  /** The adapter that was trained over frozen weights; null if all weights were trained. */
  adapter: LoraConfig | null;
  /** The agreement of the exported model with the engine that trained it. */
  check: {
    prompts: number;
    positions: number;
    newTokens: number;
    largest: Difference;
    sameTexts: number;
    /** The largest relative difference allowed; null if any is. */
    tolerance: number | null;
  };
  /** Programs and what they ran on, by name. */
  versions: Readonly<Record<string, string>>;
  files: readonly WrittenFile[];
}

export interface ModelExportWords {
  card(facts: CardFacts): string;
  /** The place and the size of the largest difference of logits, as a sentence without its full stop. */
  difference(difference: Difference): string;
  /** The written files, and how far they agree. */
  report(report: ExportReport, folder: string): string;
  /** The agreement of two runtimes, and the greedy texts, a line each. */
  agreement(agreement: Agreement, decode: (ids: readonly number[]) => string): string;
}
