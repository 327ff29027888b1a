/**
 * @file Compares arms × conditions over the runs of any number of sweeps, by what each arm reached when all runs of a
 * column had spent the same. A column holds runs that may be compared (comparison.ts) and has a budget of its own.
 */
import { mean } from 'simple-statistics';
import { groupBy } from '../../common/mean.ts';
import { type Axis, costAt, type Runs, type RunSummary } from '../run-summary.ts';
import { armsOf, commonBudget, conditionsOf, type Measure, measuredByRepetition } from '../comparison.ts';
import { type Estimate, estimate } from '../statistics.ts';
import { DIVERSITY_WINDOW } from '../epoch-fields.ts';
import { differentRuns, shareInBand } from './family-results.ts';

/**
 * Holds held-out success when the budget is spent, and its mean on the way; the share of the epochs until then whose p̂
 * lies in the paper's band; different tasks, different goals and the share of levels in a window of these epochs
 * (epoch-fields.ts).
 */
export const MATRIX_MEASURES = ['final', 'area', 'band', 'tasks', 'goals', 'levels'] as const;
export type MatrixMeasure = (typeof MATRIX_MEASURES)[number];

/** Runs of one preset or one sweep. */
export interface RunGroup {
  name: string;
  runs: Runs;
}

/** A measure is null if no run of the cell has it. */
export interface MatrixCell extends Record<MatrixMeasure, Estimate | null> {
  runs: readonly string[];
}

/** Runs that may be compared. */
export interface MatrixColumn {
  group: string;
  /** Tells the user how this column differs from others of the group. Empty if there is only one. */
  condition: string;
  /** All runs of the column can be compared up to this amount. Null if some run was not evaluated. */
  budget: number | null;
  /** Cells by arm. An arm without runs has none. */
  cells: ReadonlyMap<string, MatrixCell>;
}

export interface ArmsMatrix {
  axis: Axis;
  /** Arms are in the order in which they first appear. */
  arms: readonly string[];
  columns: readonly MatrixColumn[];
}

/** Groups the runs of all groups by their preset, each run once. */
export const byPreset = (groups: readonly RunGroup[]): RunGroup[] =>
  [...groupBy(differentRuns(groups.flatMap(({ runs }) => runs.summaries)), ({ settings }) => settings.preset)].map(
    ([name, summaries]) => ({
      name,
      runs: { summaries, telemetry: new Map(groups.flatMap(({ runs }) => [...(runs.telemetry ?? [])])) },
    }),
  );

/** Drops the epochs of a run after the budget. */
const upTo = (run: RunSummary, { telemetry }: Runs, axis: Axis, budget: number): RunSummary => ({
  ...run,
  epochs: run.epochs.filter((row) => (costAt(row, axis, telemetry?.get(run.id)) ?? Infinity) <= budget),
});

const estimated = (values: readonly number[]): Estimate | null => (values.length === 0 ? null : estimate(values));

/**
 * Measures the diversity of an arm's tasks: means over the epochs with a whole window, in runs that have such epochs.
 */
function diversityOf(runs: readonly RunSummary[]): Pick<MatrixCell, 'tasks' | 'goals' | 'levels'> {
  const wholeWindows = runs
    .map(({ epochs }) => epochs.filter((row) => row.epoch >= DIVERSITY_WINDOW && row.levelCoverage !== null))
    .filter((rows) => rows.length > 0);
  const measured = (name: 'windowTasks' | 'windowGoals' | 'levelCoverage') =>
    estimated(wholeWindows.map((rows) => mean(rows.map((row) => row[name]!))));
  return { tasks: measured('windowTasks'), goals: measured('windowGoals'), levels: measured('levelCoverage') };
}

function cells(runs: Runs, axis: Axis, budget: number): Map<string, MatrixCell> {
  const summaries = runs.summaries.map((run) => upTo(run, runs, axis, budget));
  const heldOut = (arm: string, measure: Measure) =>
    estimated([...measuredByRepetition(runs, arm, measure, axis, budget).values()]);
  return new Map(
    armsOf(summaries).map((arm): [string, MatrixCell] => {
      const own = summaries.filter((run) => run.arm === arm);
      return [
        arm,
        {
          runs: own.map(({ id }) => id),
          final: heldOut(arm, { kind: 'final' }),
          area: heldOut(arm, { kind: 'area' }),
          band: estimated(own.flatMap(({ epochs }) => shareInBand(epochs) ?? [])),
          ...diversityOf(own),
        },
      ];
    }),
  );
}

/** Runs that were not evaluated are left out. */
export function armsMatrix(groups: readonly RunGroup[], axis: Axis): ArmsMatrix {
  const columns = groups.flatMap(({ name, runs }) =>
    conditionsOf(differentRuns(runs.summaries)).map(({ label, runs: summaries }): MatrixColumn => {
      const own = { ...runs, summaries };
      const budget = commonBudget(own, axis);
      return { group: name, condition: label, budget, cells: budget === null ? new Map() : cells(own, axis, budget) };
    }),
  );
  return { axis, arms: armsOf(groups.flatMap(({ runs }) => differentRuns(runs.summaries))), columns };
}

/** Sorts the arms by a measure in a column. Arms without it come last in either order. */
export function sortedArms(
  arms: readonly string[],
  { cells }: MatrixColumn,
  measure: MatrixMeasure,
  descending: boolean,
): string[] {
  const value = (arm: string) => cells.get(arm)?.[measure]?.mean;
  const [known, unknown] = [true, false].map((has) => arms.filter((arm) => (value(arm) !== undefined) === has));
  return [...known.sort((a, b) => (value(a)! - value(b)!) * (descending ? -1 : 1)), ...unknown];
}
