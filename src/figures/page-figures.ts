/** @file The figures of the results page (docs/results.md), and the files that the page finds them in. */
import type { Runs } from '../analysis/axes.ts';
import { familiesTogether, playsOneOfAll } from '../analysis/results/families-together.ts';
import { CodedError } from '../common/coded-error.ts';
import { groupBy } from '../common/group-by.ts';
import type { Figure } from './figure.ts';
import { figure6 } from './figure-6.ts';
import { familyFigures } from './index.ts';
import type { FigureWords } from './words.ts';

/** Runs of one sweep, and where they are kept. */
export interface NamedRuns {
  name: string;
  /** The file they were read from, for the page to name. */
  path: string;
  runs: Runs;
}

/** The name under which the figures of all sweeps together are kept; no sweep may have it. */
export const FAMILY_FIGURES = 'families';

export const runsOfAll = (sweeps: readonly NamedRuns[]): Runs => ({
  summaries: sweeps.flatMap(({ runs }) => runs.summaries),
});

/** The folder of the page's figures, from its own folder. */
export const FIGURES_FOLDER = 'results/figures';

export const figureFile = (name: string, id: string): string => `${name}-${id}.svg`;

/** Figures are named by their sweep: of two with one name, the first would lose its own; one name is taken. */
function refuseSameNames(sweeps: readonly NamedRuns[]): void {
  const reserved = sweeps.find(({ name }) => name === FAMILY_FIGURES);
  if (reserved) throw new CodedError('reserved-results-name', { path: reserved.path, name: FAMILY_FIGURES });
  for (const [name, same] of groupBy(sweeps, (sweep) => sweep.name)) {
    if (same.length < 2) continue;
    const paths = same.map(({ path }) => path).join(' and ');
    throw new CodedError('same-results-twice', { name, paths });
  }
}

/**
 * The sweeps of controls only, which compare no arms: their place is beside the runs of all families. Where there are none
 * of these, they are sweeps like the others.
 */
export const controlsAmong = (sweeps: readonly NamedRuns[]): NamedRuns[] =>
  familiesTogether(runsOfAll(sweeps).summaries).length === 0
    ? []
    : sweeps.filter(({ runs }) => runs.summaries.every(playsOneOfAll));

/**
 * The figures of the page by the name under which they are kept: those of all sweeps together, where families have runs
 * of their own, and the curves of each sweep that is not of controls.
 * @throws CodedError `reserved-results-name`, `same-results-twice`
 */
export function pageFigures(sweeps: readonly NamedRuns[], words: FigureWords): Map<string, Figure[]> {
  refuseSameNames(sweeps);
  const controls = controlsAmong(sweeps);
  return new Map([
    [FAMILY_FIGURES, familyFigures(runsOfAll(sweeps), words)],
    ...sweeps
      .filter((sweep) => !controls.includes(sweep))
      .map(({ name, runs }): [string, Figure[]] => [name, [figure6(runs, words, 'rollouts')]]),
  ]);
}
