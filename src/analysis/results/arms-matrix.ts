/**
 * @file Compares arms × conditions by what each arm reached at an equal budget. A column holds comparable runs of one
 * preset (comparison.ts), and has its own budget.
 */
import { groupBy } from '../../common/mean.ts';
import type { Axis, Runs, RunSummary } from '../run-summary.ts';
import { armsOf, commonBudget, conditionsOf, measuredByRepetition } from '../comparison.ts';
import { type Estimate, estimate } from '../statistics.ts';
import { differentRuns } from './family-results.ts';

/** Held-out success when the budget is spent, and its mean until then. */
export const MATRIX_MEASURES = ['final', 'area'] as const;
export type MatrixMeasure = (typeof MATRIX_MEASURES)[number];

export interface MatrixCell extends Record<MatrixMeasure, Estimate> {
  /** Ids of the runs. */
  runs: readonly string[];
}

/** Comparable runs of one preset. */
export interface MatrixColumn {
  preset: string;
  /** Differences from other columns of the preset. Empty if there is only one. */
  condition: string;
  /** Amount up to which all runs of the column can be compared. Null if some run was not evaluated. */
  budget: number | null;
  /** Cells by arm, for arms with runs. */
  cells: ReadonlyMap<string, MatrixCell>;
}

export interface ArmsMatrix {
  axis: Axis;
  /** Arms are in the order in which they first appear. */
  arms: readonly string[];
  columns: readonly MatrixColumn[];
}

function cellsOf(runs: Runs, axis: Axis, budget: number): Map<string, MatrixCell> {
  const measured = (arm: string, kind: MatrixMeasure) =>
    estimate([...measuredByRepetition(runs, arm, { kind }, axis, budget).values()]);
  return new Map(
    armsOf(runs.summaries).map((arm): [string, MatrixCell] => [
      arm,
      {
        runs: runs.summaries.filter((run) => run.arm === arm).map(({ id }) => id),
        final: measured(arm, 'final'),
        area: measured(arm, 'area'),
      },
    ]),
  );
}

/** Counts duplicate runs once, and leaves out runs that were not evaluated. */
export function armsMatrix(all: readonly RunSummary[], axis: Axis): ArmsMatrix {
  const runs = differentRuns(all);
  const columns = [...groupBy(runs, ({ settings }) => settings.preset)].flatMap(([preset, ofPreset]) =>
    conditionsOf(ofPreset).map(({ label, runs: summaries }): MatrixColumn => {
      const budget = commonBudget({ summaries }, axis);
      const cells = budget === null ? new Map() : cellsOf({ summaries }, axis, budget);
      return { preset, condition: label, budget, cells };
    }),
  );
  // Columns that compare most arms come first.
  return { axis, arms: armsOf(runs), columns: columns.sort((a, b) => b.cells.size - a.cells.size) };
}

/** Sorts the arms by a measure in a column. Arms without this measure come last in either order. */
export function sortedArms(
  arms: readonly string[],
  { cells }: MatrixColumn,
  measure: MatrixMeasure,
  descending: boolean,
): string[] {
  const value = (arm: string) => cells.get(arm)?.[measure].mean;
  const [known, unknown] = [true, false].map((has) => arms.filter((arm) => (value(arm) !== undefined) === has));
  return [...known.sort((a, b) => (value(a)! - value(b)!) * (descending ? -1 : 1)), ...unknown];
}
