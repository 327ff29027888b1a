/**
 * @file Draws figures and reports with the command line's code, in a document without a page. Bootstrap intervals of
 * many runs take seconds, and the page must not wait for them. These jobs share no state.
 */
import { parseHTML } from 'linkedom/worker';
import type { Axis, RunSummary } from '../../src/analysis/run-summary.ts';
import { type ReportRequest, sweepReport } from '../../src/analysis/claims.ts';
import { CodedError } from '../../src/common/coded-error.ts';
import type { PickedFile } from '../../src/common/byte-source.ts';
import { classResults, type ClassResults } from '../../src/figures/overlay.ts';
import { figureCsv, figureSvg, NARROW } from '../../src/figures/render.ts';
import type { Figure } from '../../src/figures/figure.ts';
import { allFigures, familyFigures } from '../../src/figures/index.ts';
import { proposition1, theorem1 } from '../../src/figures/theory-figures.ts';
import type { Theorem1Question } from '../../src/analysis/theory.ts';
import { type FileRun, readResultsCsv, readRunFiles } from '../../src/sweeps/results-csv.ts';
import type { JobContext } from './job-host.ts';

export interface DrawnFigure {
  /** Id of the figure, which also names the files. */
  id: string;
  title: string;
  /** One sentence for each missing part. */
  notes: string[];
  /** Texts of the files that `genenv figures` writes. Both state the settings and seeds of the runs. */
  svg: string;
  csv: string;
  /** SVG for a narrow screen. */
  narrow: string;
}

export type DrawnClass = Omit<ClassResults, 'figure'> & { figure: DrawnFigure };

const newDocument = () => parseHTML('<!doctype html><html><body></body></html>').document;

const drawn = (figure: Figure): DrawnFigure => ({
  id: figure.id,
  title: figure.title,
  notes: figure.notes,
  svg: figureSvg(figure, newDocument()),
  narrow: figureSvg(figure, newDocument(), NARROW),
  csv: figureCsv(figure),
});

/** Fetches a text. @throws CodedError `recorded-results-not-loaded` */
async function textAt(address: string): Promise<string> {
  const response = await fetch(address).catch((error: Error) => error);
  if (response instanceof Response && response.ok) return response.text();
  const cause = response instanceof Response ? `HTTP ${response.status}` : response.message;
  throw new CodedError('recorded-results-not-loaded', { cause });
}

/** Draws the figures one by one, so that a cancellation takes effect after each. Reports the number drawn. */
async function drawAll(figures: Iterable<Figure>, { report, signal }: JobContext<number>): Promise<DrawnFigure[]> {
  const all: DrawnFigure[] = [];
  for (const figure of figures) {
    all.push(drawn(figure));
    report(all.length);
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  }
  return all;
}

export const figureJobs = {
  /** Draws every figure for which there are enough runs. */
  'draw-figures': ({ runs, axis }: { runs: readonly RunSummary[]; axis: Axis }, context: JobContext<number>) =>
    drawAll(allFigures(runs, axis), context),
  /** Draws Table 1 over all families, from the runs of several sweeps. */
  'draw-families': (runs: readonly RunSummary[], context: JobContext<number>) => drawAll(familyFigures(runs), context),
  /** Reads the runs in a table of recorded results (src/sweeps/results-csv.ts). */
  'recorded-results': async (address: string) => readResultsCsv(await textAt(address), address),
  /** Reads the runs in these files. Names unreadable files and uses the others. */
  'read-run-files': (files: readonly PickedFile[]) => readRunFiles(files),
  'draw-class': async (runs: readonly FileRun[]): Promise<DrawnClass> => {
    const results = classResults(runs);
    return { ...results, figure: drawn(results.figure) };
  },
  'sweep-report': async ({ runs, request }: { runs: readonly RunSummary[]; request: ReportRequest }) =>
    sweepReport(runs, request),
  'draw-theorem-1': async (question: Theorem1Question) => drawn(theorem1(question)),
  'draw-proposition-1': async (groupSize: number) => drawn(proposition1(groupSize)),
};
