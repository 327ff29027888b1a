/** @file Table 1 at toy scale: what every arm reaches on each family that follows a benchmark of the paper. */
import { familyNameOf } from '../../tasks/registry.ts';
import { groupBy } from '../../common/group-by.ts';
import type { Runs } from '../axes.ts';
import { conditionsOf, learnsAsItsPreset, startingRows } from '../comparison.ts';
import { TABLE_1 } from '../paper.ts';
import type { RunSummary } from '../run-summary.ts';
import { estimate, type Estimate } from '../statistics.ts';
import { type ArmResult, armResults } from './arm-results.ts';

/** A row of the paper's table, and the runs here that stand beside it. */
export interface FamilyRuns {
  family: string;
  /** The paper's benchmark, and what its base model and GenEnv reach on it, percent. */
  paper: (typeof TABLE_1)[number];
  runs: Runs;
}

/** The runs that were evaluated, each once. */
export const differentRuns = (summaries: readonly RunSummary[]): RunSummary[] =>
  [...new Map(summaries.map((summary) => [summary.id, summary])).values()].filter(({ heldOut }) => heldOut.length > 0);

/** The runs that learn as their preset says, by preset. */
export function runsByPreset(summaries: readonly RunSummary[]): Map<string, RunSummary[]> {
  const fitting = differentRuns(summaries).filter(({ settings }) => learnsAsItsPreset(settings));
  return groupBy(fitting, ({ settings }) => settings.preset);
}

const largest = (groups: readonly RunSummary[][]): RunSummary[] =>
  groups.reduce((most, own) => (own.length > most.length ? own : most), []);

/**
 * Seeds on which families, presets and model pairs were tried while they were made. What a run of one shows may have been
 * chosen for. The other runs of a family that are committed were made when its settings stood.
 */
const SEEN_SEEDS = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 90, 91]);

/** The runs of seeds that nothing was chosen on. */
export const onFreshSeeds = (summaries: readonly RunSummary[]): RunSummary[] =>
  summaries.filter(({ settings: { seed } }) => !SEEN_SEEDS.has(seed));

/** The runs that were evaluated as often, and on the same tasks, as most others: only these can be compared at any budget. */
export const evaluatedAlike = (runs: readonly RunSummary[]): RunSummary[] =>
  largest(conditionsOf(runs).map(({ runs: own }) => own));

/** The families that have runs of their own, in the order of the paper. */
export function runsByFamily(summaries: readonly RunSummary[]): FamilyRuns[] {
  const byPreset = runsByPreset(summaries);
  return TABLE_1.flatMap((paper): FamilyRuns[] => {
    const own = evaluatedAlike(byPreset.get(paper.preset) ?? []);
    return own.length > 0
      ? [{ family: familyNameOf(own[0].settings.families[0]), paper, runs: { summaries: own } }]
      : [];
  });
}

export interface FamilyResult extends Pick<FamilyRuns, 'family' | 'paper'> {
  /** Agent rollouts that every run had made when it was last evaluated. */
  budget: number;
  /** Held-out success of the starting models. */
  base: Estimate;
  arms: ReadonlyMap<string, ArmResult>;
}

/** @param control the arm that differences are to */
export const familyResults = (families: readonly FamilyRuns[], control: string): FamilyResult[] =>
  families.map(({ family, paper, runs }) => {
    const { budget, arms } = armResults(runs, 'rollouts', { control, thresholds: [] })!;
    return {
      family,
      paper,
      budget,
      base: estimate(startingRows(runs.summaries).map(({ success }) => success)),
      arms: new Map(arms.map((result) => [result.arm, result])),
    };
  });
