/** @file What a keeper of sweeps must do: the contract, fulfilled by IndexedDB in the page and by memory in tests. */

export interface SweepRecord {
  /** Results are found by it: a sweep that grows under its name keeps the runs it has. */
  name: string;
  /** What is run, as a sweep file (experiments/sweep-file.ts); null where only results were brought in. */
  sweep: unknown;
  /** Wall-clock milliseconds since 1970; for lists, part of no result. */
  updatedAt: number;
}

/** Of one finished run. */
export interface StoredResult {
  /** One line of summaries.jsonl. */
  summary: string;
  /** One line of telemetry.jsonl; null where no seconds were recorded. */
  telemetry: string | null;
}

/** Every method rejects with a StoreError, whose message is a sentence for a person. */
export interface SweepStore {
  /** Newest change first. */
  list(): Promise<SweepRecord[]>;
  put(record: SweepRecord): Promise<void>;
  /** By run id, in the order of ids; empty where there are none. */
  results(sweep: string): Promise<Map<string, StoredResult>>;
  result(sweep: string, run: string): Promise<StoredResult | undefined>;
  /** Stores several results and the record they belong to, or nothing. */
  putResults(record: SweepRecord, results: ReadonlyMap<string, StoredResult>): Promise<void>;
  /** With all its results. */
  remove(sweep: string): Promise<void>;
}
