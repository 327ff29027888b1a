/**
 * @file The contract between the page and the thread that draws (figures.worker.ts): runs in, drawings and reports out.
 * Bootstrap intervals of many runs take seconds, and the page must not wait for them.
 */
import type { PickedFile } from '../../../src/common/byte-source.ts';
import type { ClassResults } from '../../../src/figures/class-results.ts';
import type { FileProblem, FileRun } from '../../../src/sweeps/read-summaries.ts';
import type { Axis, Runs } from '../../../src/analysis/run-summary.ts';
import type { ArmsMatrix, RunGroup } from '../../../src/analysis/results/arms-matrix.ts';
import type { Measured } from '../../../src/runs/signal/gradient-signal.ts';
import type { Theorem1Question } from '../../../src/figures/words.ts';
import type { ReportRequest, SweepReport } from '../../../src/analysis/sweep-report.ts';

export interface DrawnFigure {
  /** Also the name of its files. */
  id: string;
  title: string;
  /** Missing parts, a sentence each. */
  notes: string[];
  /** Texts of files, as `genenv figures` writes them: what was run stands in both. */
  svg: string;
  csv: string;
  /** The drawing as a phone has room for it, as SVG too. */
  narrow: string;
}

export type DrawnClass = Omit<ClassResults, 'figure'> & { figure: DrawnFigure };

/** Keeps nothing between calls. */
export interface FiguresWorker {
  /** Every figure the runs are enough for. */
  figures(runs: Runs, axis: Axis): Promise<DrawnFigure[]>;
  /** Table 1 over the families, from runs of several sweeps: nothing where none of them stands in it. */
  families(runs: Runs): Promise<DrawnFigure[]>;
  /** The runs of a table of recorded results (src/sweeps/results-csv.ts). */
  recorded(address: string): Promise<Runs>;
  /** One curve per run. */
  overlay(runs: Runs, axis: Axis): Promise<DrawnFigure>;
  /** The runs of files: what cannot be read is named, and the others stay. */
  read(files: readonly PickedFile[]): Promise<{ runs: FileRun[]; problems: FileProblem[] }>;
  classResults(runs: readonly FileRun[]): Promise<DrawnClass>;
  report(runs: Runs, request: ReportRequest): Promise<SweepReport>;
  matrix(groups: readonly RunGroup[], axis: Axis): Promise<ArmsMatrix>;
  theorem1(question: Theorem1Question): Promise<DrawnFigure>;
  /** @param measured null: theory only */
  proposition1(groupSize: number, measured: Measured | null): Promise<DrawnFigure>;
}
