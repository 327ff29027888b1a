/** @file The texts of an export: facts and numbers, and the words that a language has for them. */
import type { LoraConfig } from '../../lm/lora/lora-config.ts';
import type { ExportRequest, Origin } from './exported-model.ts';

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
  /** The folder that the model began with, and the SHA-256 of its weights. */
  base: { name: string; weightsHash: string; /** As its own card says it. */ license?: string };
  origin: Origin;
  /** The adapter that was trained over frozen weights; null if all weights were trained. */
  adapter: LoraConfig | null;
  files: readonly WrittenFile[];
}

export interface ModelExportWords {
  card(facts: CardFacts): string;
  /** Says how many files of which size were written. */
  report(files: readonly WrittenFile[], folder: string): string;
}
