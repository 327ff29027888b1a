/** @file The contract of a store of sweeps. */

export interface SweepRecord {
  /** Results are stored under this name: a sweep that is extended under the same name keeps its finished runs. */
  name: string;
  /** The sweep file (sweeps/sweep-file.ts); null if only results were imported. */
  sweep: unknown;
  /** Wall-clock milliseconds since 1970; shown in lists, never part of a result. */
  updatedAt: number;
}

/** The result of one finished run. */
export interface StoredResult {
  /** One line of summaries.jsonl. */
  summary: string;
  /** One line of telemetry.jsonl; null if no seconds were recorded. */
  telemetry: string | null;
}

/** Every method rejects with a CodedError, whose message is a sentence for a person. */
export interface SweepStore {
  /** Newest change first. */
  list(): Promise<SweepRecord[]>;
  put(record: SweepRecord): Promise<void>;
  /** The results by run id, in the order of ids; empty if there are none. */
  results(sweep: string): Promise<Map<string, StoredResult>>;
  result(sweep: string, run: string): Promise<StoredResult | undefined>;
  putResults(record: SweepRecord, results: ReadonlyMap<string, StoredResult>): Promise<void>;
  /** Removes a sweep and all its results. */
  remove(sweep: string): Promise<void>;
}
