/** @file The figures of the results page (docs/results.md), and the files that the page finds them in. */
import type { Runs } from '../analysis/axes.ts';
import type { Figure } from './figure.ts';
import { figure6 } from './figure-6.ts';
import { allFigures } from './index.ts';
import type { FigureWords } from './words.ts';

/** Runs of one sweep, and where they are kept. */
export interface NamedRuns {
  name: string;
  /** The file they were read from, for the page to name. */
  path: string;
  runs: Runs;
}

/** The name under which the figures of all sweeps together are kept; no sweep may have it. */
export const FAMILIES = 'families';

export const runsOfAll = (sweeps: readonly NamedRuns[]): Runs => ({
  summaries: sweeps.flatMap(({ runs }) => runs.summaries),
});

/** One curve per run is too much for a page of many. */
const LEFT_OUT: ReadonlySet<string> = new Set(['overlay']);

/** Where the page finds its figures, from its own folder. */
export const FIGURES_FOLDER = 'results/figures';

/** @param name of the sweep */
export const figureFile = (name: string, id: string): string => `${name}-${id}.svg`;

/** The figures of the runs of one sweep. */
export const pageFigures = (runs: Runs, words: FigureWords): Figure[] => {
  const figures = allFigures(runs, words, 'rollouts').filter(({ id }) => !LEFT_OUT.has(id));
  return [...figures, { ...figure6(runs, words, 'flops'), id: 'figure-6-flops' }];
};
