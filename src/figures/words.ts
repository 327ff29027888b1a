/**
 * @file Declares the quantities that figures draw, and the words that they need: titles, captions, notes, labels and
 * legends. `src/text/figure-words.ts` takes the words from messages; figures only know codes and numbers.
 */
import type { Axis, EpochRow, HeldOutRow, RunSummary } from '../analysis/run-summary.ts';
import type { Interval } from '../analysis/statistics.ts';
import type { SettingName } from '../genenv/settings/settings.ts';

interface Sample {
  /** Epoch or evaluation, with the cost up to its end. */
  row: EpochRow | HeldOutRow;
  value: number;
}

const ofEpochs =
  (value: (row: EpochRow) => number) =>
  ({ epochs }: RunSummary): Sample[] =>
    epochs.map((row) => ({ row, value: value(row) }));

const ofEvaluations =
  (value: (row: HeldOutRow) => number) =>
  ({ heldOut }: RunSummary): Sample[] =>
    heldOut.map((row) => ({ row, value: value(row) }));

/**
 * Quantities that figures draw over a run. To add one that follows from a summary's numbers, add a line here and leave
 * summaries as they are (analysis/epoch-fields.ts).
 */
export const quantities = {
  'held-out success': ofEvaluations(({ success }) => success),
  successRate: ofEpochs(({ successRate }) => successRate),
  reward: ofEpochs(({ reward }) => reward),
  responseLength: ofEpochs(({ responseLength }) => responseLength),
  taskLength: ofEpochs(({ taskLength }) => taskLength),
  meanLevel: ofEpochs(({ meanLevel }) => meanLevel),
  unsolvedShare: ofEpochs(({ unsolvedShare }) => unsolvedShare),
  solvedShare: ofEpochs(({ solvedShare }) => solvedShare),
  mixedShare: ofEpochs(({ mixedShare }) => mixedShare),
};

/** `FigureWords` has a title and a label for each quantity. */
export type Quantity = keyof typeof quantities;

/** Held-out success when the budget is spent, and its mean until then. */
export const ABLATION_MEASURES = ['final', 'area'] as const;
export type AblationMeasure = (typeof ABLATION_MEASURES)[number];

export interface Theorem1Question {
  /** True success of the batch closer to α, and of the batch farther away. */
  closer: number;
  farther: number;
  alpha: number;
  /** β of R_env = exp(−β(p̂ − α)²). The ranking does not depend on it. */
  beta: number;
  /** Number of rollouts per batch in the drawn distribution of p̂. */
  rollouts: number;
  /** Numbers of rollouts per batch at which curves have points, besides `rollouts`. */
  n: readonly number[];
  trials: number;
  seed: number;
}

export const defaultTheorem1: Theorem1Question = {
  closer: 0.5,
  farther: 0.1,
  alpha: 0.5,
  beta: 2,
  rollouts: 8,
  n: [4, 8, 16, 32, 64, 128],
  trials: 4000,
  seed: 1,
};

/** Numbers of runs behind the means of a figure. */
export interface RunCounts {
  /** Numbers of runs of the arms with the fewest and the most runs. */
  fewest: number;
  most: number;
  seeds: number;
  pairs: number;
}

interface FigureText {
  title: string;
  /** Says what the figure shows, what the paper shows there, and what n and the intervals are. */
  caption: string;
}

export interface FigureWords {
  arm(name: string): string;
  /** Title of the starting model's row. */
  base: string;
  family(name: string): string;
  average: string;
  setting(name: SettingName): { label: string; symbol?: string; meaning: string };
  axes: Readonly<Record<Axis, { label: string; noun: string }>>;
  /** Panel title and vertical axis label of each quantity. */
  quantities: Readonly<Record<Quantity, { title: string; label: string }>>;
  /** Legend of the paper's numbers. */
  paper: string;
  missingArms(arms: readonly string[]): string;
  missingFamilies(benchmarks: readonly string[]): string;
  /** Returns the title of a figure whose runs share one of several conditions. */
  conditionTitle(title: string, condition: string): string;

  table1(of: { counts: RunCounts; genenvPercent: number; basePercent: number }): FigureText & { empty: string };
  figure1(of: { counts: RunCounts }): FigureText & { own: string; paper: string; paperScore: string };
  figure4(of: { counts: RunCounts; parts: number }): FigureText & {
    parts: { title: string; x: string; label: string };
    tooShort: string;
  };
  figure5(of: { counts: RunCounts }): FigureText & { paper: { title: string; x: string; label: string } };
  figure6(of: { counts: RunCounts; axis: Axis }): FigureText & {
    panels: Record<'adapting' | 'offline' | 'others', string>;
  };
  figure7(of: { counts: RunCounts; low: number; high: number }): FigureText & {
    timeInBand(of: { arm: string; share: number; interval: Interval | null; n: number }): string;
  };
  figure8(of: { counts: RunCounts }): FigureText;
  ablation(of: { counts: RunCounts; name: SettingName; axis: Axis }): FigureText & {
    x: string;
    measures: Record<AblationMeasure, string>;
    empty: string;
    alsoVarying(names: readonly SettingName[]): string;
  };
  overlay(of: { runs: number; axis: Axis }): FigureText;
  classResults(of: { counts: RunCounts; files: number }): FigureText;
  proposition1(of: { groupSize: number }): FigureText & {
    x: string;
    theory: { title: string; label: string };
    legend: Record<'centred' | 'scaled' | 'mixed', string>;
  };
  theorem1(question: Theorem1Question): FigureText & {
    outcomes: { title: string; x: string; label: string };
    misranking: { title: string; x: string; label: string };
    legend: Record<'closer' | 'farther' | 'exact' | 'simulated' | 'bound', string>;
  };
}
