/** @file The contract with the worker that scores: a job goes on while `advance` is called, and its results stay there. */
import type { PickedFile } from '../../../src/common/byte-source.ts';
import type { EvaluationHeader } from '../../../src/evaluation/evaluation-header.ts';
import type { Decoding, EvaluatedRow, EvaluationReason } from '../../../src/evaluation/evaluation.ts';
import type { BenchmarkFile, BenchmarkName, BenchmarkRule, FileProblem } from '../../../src/benchmarks/benchmark.ts';
import type { RejectionReason } from '../../../src/benchmarks/reason.ts';
import type { ResultRow } from '../../../src/benchmarks/score-predictions.ts';
import type { Split } from '../../../src/tasks/family.ts';

export interface BenchmarkEntry {
  name: BenchmarkName;
  rule: BenchmarkRule;
  files: readonly BenchmarkFile[];
}

export interface FamilyEntry {
  name: string;
  levels: number;
}

export interface Catalogue {
  benchmarks: BenchmarkEntry[];
  families: FamilyEntry[];
}

export interface ItemsRead {
  items: number;
  /** The published parts, such as splits, with their numbers of items; empty if there are none. */
  parts: { name: string; items: number }[];
  /** The first ones, at most `MAX_PROBLEMS`. */
  problems: FileProblem[];
  problemCount: number;
}

export const MAX_PROBLEMS = 500;

/** A model by its name in the page's own folder or by its web address; or the files of a chosen folder. */
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
  /** Share of the predictions file that is read, or of the attempts that are made; 0 to 1. */
  progress: number;
  /** The turn that unfinished attempts have reached if a model is evaluated; else 0. */
  turn: number;
  results: number;
  correct: number;
  /** The benchmark's figures; null until the end, and if scoring was cancelled. */
  aggregate: Record<string, number> | null;
  /** The header of an evaluation; null if predictions are scored. */
  header: EvaluationHeader | null;
}

export type RowFilter = 'all' | 'correct' | 'wrong';

export type ShownRow = ResultRow<EvaluationReason | RejectionReason> & Partial<Pick<EvaluatedRow, 'output' | 'finish'>>;

export interface RowPage {
  /** Each with its place among all results, from 1. */
  rows: { place: number; row: ShownRow }[];
  /** Results that pass the filter. */
  total: number;
}

/** There is at most one job: starting another ends the one before. */
export interface ScoringWorker {
  catalogue(): Promise<Catalogue>;
  /** Reads a benchmark's items from files and keeps them until the next call. */
  load(benchmark: string, files: readonly PickedFile[]): Promise<ItemsRead>;
  /** Starts to score a predictions file against the loaded items. */
  score(predictions: PickedFile): Promise<JobState>;
  /** Loads a model and starts to evaluate it. */
  evaluate(model: EvaluatedFolder, target: EvaluationTarget, decoding: Decoding): Promise<JobState>;
  /** Continues the job for about a tenth of a second, or for one turn of a model. */
  advance(): Promise<JobState>;
  /** Ends the job and keeps its results. May be called during `advance`. */
  cancel(): Promise<void>;
  rows(filter: RowFilter, start: number, count: number): Promise<RowPage>;
  /** All results as JSON lines, as the command line prints them. */
  results(): Promise<Blob>;
}
