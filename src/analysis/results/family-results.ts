/**
 * @file Lists the paper's published values, and computes the results to compare with them. These results are each arm's
 * success on the families that follow the paper's benchmarks, and how often success lies in the target band.
 */
import { mean } from 'simple-statistics';
import { groupBy, meanOrNull } from '../../common/mean.ts';
import { familyNameOf } from '../../tasks/family.ts';
import {
  armsOf,
  commonBudget,
  conditionsOf,
  learnsAsItsPreset,
  measuredByRepetition,
  type Reached,
  reachedBy,
  startingRows,
} from '../comparison.ts';
import type { Axis, EpochRow, RunSummary } from '../run-summary.ts';
import { type Estimate, estimate, pairedDifferences } from '../statistics.ts';

/** Table 1 compares 7B GenEnv with Qwen2.5-7B, in percent. The tasks of `preset` follow the benchmark's rules. */
export const TABLE_1 = [
  { benchmark: 'ALFWorld', preset: 'long-errands', genenv: 54.5, base: 14.2 },
  { benchmark: 'BFCL', preset: 'function-calling', genenv: 41.8, base: 7.0 },
  { benchmark: 'API-Bank', preset: 'service-calls', genenv: 79.1, base: 61.6 },
  { benchmark: 'Bamboogle', preset: 'wide-search', genenv: 76.0, base: 68.0 },
  { benchmark: 'TravelPlanner', preset: 'travel-rules', genenv: 16.6, base: 14.3 },
] as const;

/** Returns the paper's mean over its benchmarks, in percent. */
export const paperAverage = (column: 'genenv' | 'base'): number => mean(TABLE_1.map((row) => row[column]));

/** Figure 1b shows BFCL validation by arm, in percent. */
export const FIGURE_1B: Readonly<Record<string, number>> = {
  random: 40.8,
  static: 43.2,
  'offline-2x': 43.4,
  'offline-4x': 43.8,
  genenv: 45.8,
};

/** Figure 4 shows the score of each of six epochs. */
export const FIGURE_4_SCORES = [0.138, 0.425, 0.488, 0.505, 0.517, 0.524];

/** Figure 5 shows the lengths of tasks and of responses over six epochs. */
export const FIGURE_5_TASK_LENGTHS = [5828, 5724, 5708, 5679, 5671, 5657];
export const FIGURE_5_RESPONSE_LENGTHS = [137, 147, 160, 174, 187, 204];

/** Figure 7 shows the band in which the environment should hold success. */
export const FIGURE_7_BAND = [0.4, 0.6] as const;

/** Turns numbers per epoch into points of a curve. */
export const byEpoch = (values: readonly number[]): { epoch: number; value: number }[] =>
  values.map((value, i) => ({ epoch: i + 1, value }));

const [LOW, HIGH] = FIGURE_7_BAND;
/** Rounding error of a success rate. A rate this close to the band counts as inside. */
const TOLERANCE = 1e-9;

const inPaperBand = ({ successRate }: Pick<EpochRow, 'successRate'>): boolean =>
  successRate >= LOW - TOLERANCE && successRate <= HIGH + TOLERANCE;

/** Returns the share of epochs with success in the paper's band. Null if there is no epoch. */
export const shareInBand = (epochs: readonly Pick<EpochRow, 'successRate'>[]): number | null =>
  meanOrNull(epochs.map((row) => (inPaperBand(row) ? 1 : 0)));

interface ArmResult {
  arm: string;
  /** Held-out success when the budget was spent. */
  final: Estimate;
  /** Mean held-out success until the budget was spent: the area under the curve divided by its length. */
  area: Estimate;
  /** Final success minus the control's, over paired repetitions. Null for the control, and without pairs. */
  difference: Estimate | null;
  /** One entry per threshold of the request, in the same order. */
  reached: Reached[];
}

export interface ArmResults {
  axis: Axis;
  /** Axis of the thresholds: epochs instead of rollouts if epochs cost the same, else the comparison's axis. */
  thresholdAxis: Axis;
  /** Smallest amount that any run had spent at its last evaluation. */
  budget: number;
  arms: ArmResult[];
}

/** Returns true if an epoch costs equally many agent rollouts in every run. Only then can epochs measure cost. */
const epochsCostTheSame = (runs: readonly RunSummary[]): boolean =>
  new Set(
    runs.map(({ heldOut }) => {
      const last = heldOut.at(-1);
      return last && last.epoch > 0 ? last.agentRollouts / last.epoch : 0;
    }),
  ).size === 1;

/** Returns each arm's results at equal budget. Null if a run was not evaluated, because then no budget is common. */
export function armResults(
  runs: readonly RunSummary[],
  axis: Axis,
  { control, thresholds }: { control: string; thresholds: readonly number[] },
): ArmResults | null {
  const thresholdAxis = axis === 'rollouts' && epochsCostTheSame(runs) ? 'epoch' : axis;
  const budget = commonBudget(runs, axis);
  const thresholdBudget = commonBudget(runs, thresholdAxis);
  if (budget === null || thresholdBudget === null) return null;
  const finalOf = (arm: string) => measuredByRepetition(runs, arm, { kind: 'final' }, axis, budget);
  const controls = finalOf(control);
  const arms = armsOf(runs).map((arm): ArmResult => {
    const final = finalOf(arm);
    const area = measuredByRepetition(runs, arm, { kind: 'area' }, axis, budget);
    const differences = arm === control ? [] : pairedDifferences(final, controls);
    return {
      arm,
      final: estimate([...final.values()]),
      area: estimate([...area.values()]),
      difference: differences.length > 0 ? estimate(differences) : null,
      reached: thresholds.map((threshold) => reachedBy(runs, arm, threshold, thresholdAxis, thresholdBudget)),
    };
  });
  return { axis, thresholdAxis, budget, arms };
}

/** One row of the paper's table, and the runs compared with it. */
interface FamilyRuns {
  family: string;
  paper: (typeof TABLE_1)[number];
  runs: readonly RunSummary[];
}

/** Returns the evaluated runs, without duplicates. */
const differentRuns = (summaries: readonly RunSummary[]): RunSummary[] =>
  [...new Map(summaries.map((summary) => [summary.id, summary])).values()].filter(({ heldOut }) => heldOut.length > 0);

/** Groups runs by preset. Leaves out runs that change how their preset learns. */
export function runsByPreset(summaries: readonly RunSummary[]): Map<string, RunSummary[]> {
  const fitting = differentRuns(summaries).filter(({ settings }) => learnsAsItsPreset(settings));
  return groupBy(fitting, ({ settings }) => settings.preset);
}

const largest = (groups: readonly RunSummary[][]): RunSummary[] =>
  groups.reduce((most, own) => (own.length > most.length ? own : most), []);

/**
 * Seeds on which families, presets and model pairs were developed. Runs on these seeds may look better than runs on
 * other seeds. A family's settings were final before its other committed runs were made.
 */
const SEEN_SEEDS = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 90, 91]);

/** Returns the runs on seeds that were not used for tuning. */
export const onFreshSeeds = (summaries: readonly RunSummary[]): RunSummary[] =>
  summaries.filter(({ settings: { seed } }) => !SEEN_SEEDS.has(seed));

/** Returns the runs with the most common evaluation schedule and tasks. Other schedules may share no budget. */
export const evaluatedAlike = (runs: readonly RunSummary[]): RunSummary[] =>
  largest(conditionsOf(runs).map(({ runs: own }) => own));

/** Returns the families that have runs, in the order of the paper. */
export function runsByFamily(summaries: readonly RunSummary[]): FamilyRuns[] {
  const byPreset = runsByPreset(summaries);
  return TABLE_1.flatMap((paper): FamilyRuns[] => {
    const own = evaluatedAlike(byPreset.get(paper.preset) ?? []);
    return own.length > 0 ? [{ family: familyNameOf(own[0].settings.families[0]), paper, runs: own }] : [];
  });
}

interface FamilyResult extends Pick<FamilyRuns, 'family' | 'paper'> {
  /** Number of agent rollouts that every run had made when it was last evaluated. */
  budget: number;
  base: Estimate;
  arms: ReadonlyMap<string, ArmResult>;
}

/** Returns the results of each family at equal rollouts. @param control baseline arm */
export const familyResults = (families: readonly FamilyRuns[], control: string): FamilyResult[] =>
  families.map(({ family, paper, runs }) => {
    const { budget, arms } = armResults(runs, 'rollouts', { control, thresholds: [] })!;
    return {
      family,
      paper,
      budget,
      base: estimate(startingRows(runs).map(({ success }) => success)),
      arms: new Map(arms.map((result) => [result.arm, result])),
    };
  });
