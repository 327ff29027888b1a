/** @file The contract with the thread that exports models: one export at a time, its files kept until the next. */
import type { ExportProgress } from '../../src/interop/models/export-model.ts';
import type { Player } from '../../src/interop/models/exported-model.ts';
import type { ExportRequest } from '../../src/interop/models/formats.ts';
import type { TryOut } from '../../src/interop/models/try-out.ts';
import type { ExportReport } from '../../src/interop/models/words.ts';

/** A player of a stored run, or a model by its name in the settings. */
export type ExportSource = { runId: string; player: Player } | { model: string };

export interface ModelExported {
  report: ExportReport;
  /** The name of its file, without an ending. */
  name: string;
  /** A prompt of the run to try it with; empty where there is none. */
  prompt: string;
}

export interface ModelExporter {
  /** Writes, checks and keeps an export in the place of the one before. */
  export(source: ExportSource, request: ExportRequest): Promise<ModelExported>;
  /** The progress of `export`; null if none is under way. */
  progress(): Promise<ExportProgress | null>;
  /** Ends the export under way, which then rejects with an AbortError. */
  cancel(): Promise<void>;
  zip(): Promise<Blob>;
  /** Opens an ONNX export in transformers.js and lets it and our engine write after a prompt. */
  tryOut(prompt: string, newTokens: number): Promise<TryOut>;
  /** Gives memory back: the export's files and the GPU's. */
  close(): Promise<void>;
}
