/** @file The contract with the thread that exports models: one export at a time, its files kept until the next. */
import type { ExportRequest, Player } from '../../../src/interop/models/exported-model.ts';
import type { WrittenFile } from '../../../src/interop/models/words.ts';

/** A player of a stored run, or a model by its name in the settings. */
export type ExportSource = { runId: string; player: Player } | { model: string };

export interface ModelExported {
  files: WrittenFile[];
  /** The name of its file, without an ending. */
  name: string;
}

export interface ModelExporter {
  /** Writes and keeps an export in the place of the one before. */
  export(source: ExportSource, request: ExportRequest): Promise<ModelExported>;
  /** Bytes written by the export under way; null if none is under way. */
  progress(): Promise<number | null>;
  /** Ends the export under way, which then rejects with an AbortError. */
  cancel(): Promise<void>;
  zip(): Promise<Blob>;
}
