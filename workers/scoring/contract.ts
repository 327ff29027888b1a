/**
 * @file What crosses between the page and the thread that scores benchmarks (scoring.worker.ts).
 *
 * As in contracts.ts: everything is structured-cloneable, there are no callbacks, failures are sentences. Files cross
 * as `Blob`s, which are handles: their bytes are read in the thread. A job goes on by being asked to (`advance`) and
 * rests otherwise, so the page sets the pace; its results stay in the thread, and the page asks for those it shows.
 */
import type { EvaluationHeader } from '../../src/evaluation/evaluation-header.ts';
import type { Decoding, EvaluatedRow } from '../../src/evaluation/evaluation.ts';
import type { BenchmarkFile, Problem } from '../../src/benchmarks/benchmark.ts';
import type { ResultRow } from '../../src/benchmarks/score-predictions.ts';
import type { Split } from '../../src/tasks/family.ts';

/** A file a person has chosen; `path` is relative to the folder chosen, with `/`. */
export interface PickedFile {
  path: string;
  file: Blob;
}

export interface BenchmarkEntry {
  name: string;
  title: string;
  rule: string;
  files: readonly BenchmarkFile[];
}

export interface FamilyEntry {
  name: string;
  title: string;
  levels: number;
}

export interface Catalogue {
  benchmarks: BenchmarkEntry[];
  families: FamilyEntry[];
}

export interface ItemsRead {
  items: number;
  /** The published parts, such as splits, with their items; empty where there are none. */
  parts: { name: string; items: number }[];
  /** The first ones, at most `MAX_PROBLEMS`. */
  problems: Problem[];
  problemCount: number;
}

export const MAX_PROBLEMS = 500;

/** A model of the page's own folder or behind a web address, by name; or the files of a folder chosen. */
export interface EvaluatedFolder {
  name: string;
  files?: readonly PickedFile[];
}

/** The items of the benchmark that was loaded last, or a family's fixed tasks. */
export type EvaluationTarget =
  | { kind: 'benchmark'; /** One only. */ part?: string; /** The first ones only. */ items?: number }
  | { kind: 'family'; family: string; split: Split; tasksPerLevel: number };

export interface JobState {
  phase: 'running' | 'finished' | 'cancelled';
  /** Share of the predictions file read, or of the attempts made; 0 to 1. */
  progress: number;
  /** The turn that attempts under way have reached, where a model plays; else 0. */
  turn: number;
  results: number;
  correct: number;
  /** The benchmark's figures; null until the end, and where scoring was cancelled. */
  aggregate: Record<string, number> | null;
  /** What was evaluated and how; null where predictions are scored. */
  header: EvaluationHeader | null;
}

export type RowFilter = 'all' | 'correct' | 'wrong';

export type ShownRow = ResultRow & Partial<Pick<EvaluatedRow, 'output' | 'finish'>>;

export interface RowPage {
  /** Each with its place among all results, from 1. */
  rows: { place: number; row: ShownRow }[];
  /** Results that pass the filter. */
  total: number;
}

/** At most one job at a time: beginning another ends the one before. */
export interface ScoringWorker {
  catalogue(): Promise<Catalogue>;
  /** Reads a benchmark's items from files; they stay until the next call. */
  load(benchmark: string, files: readonly PickedFile[]): Promise<ItemsRead>;
  /** Begins to score a predictions file against the items loaded. */
  score(predictions: PickedFile): Promise<JobState>;
  /** Loads a model and begins to evaluate it. */
  evaluate(model: EvaluatedFolder, target: EvaluationTarget, decoding: Decoding): Promise<JobState>;
  /** Goes on for about a tenth of a second, or one turn of a model. */
  advance(): Promise<JobState>;
  /** Ends the job; what it has found stays. May be called while `advance` is under way. */
  cancel(): Promise<void>;
  rows(filter: RowFilter, start: number, count: number): Promise<RowPage>;
  /** All results as JSON lines, as the command line prints them. */
  results(): Promise<Blob>;
}
