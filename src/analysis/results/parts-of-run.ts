/** @file The course of a run, as numbers of its beginning and its end, for claims about the course of training. */
import { mean, sampleRankCorrelation } from 'simple-statistics';
import { heldOutCurve } from '../axes.ts';
import { armsOf, repetitionKey } from '../comparison.ts';
import { DIVERSITY_WINDOW } from '../diversity.ts';
import { areaUnderCurve } from '../curves.ts';
import type { EpochRow, RunSummary } from '../run-summary.ts';
import { type Estimate, estimate } from '../statistics.ts';
import { inPaperBand } from './band-course.ts';

/** The paper's figures show six epochs. */
const PARTS = 6;

/** The rows from one sixth of a run to another, e.g. from 0 to 1 the first; never none, however short the run. */
export const sixths = ({ epochs }: RunSummary, from: number, to: number): EpochRow[] =>
  epochs.slice(Math.floor((epochs.length * from) / PARTS), Math.ceil((epochs.length * to) / PARTS));

type Numbers = { [Name in keyof EpochRow]: EpochRow[Name] extends number ? Name : never }[keyof EpochRow];

const meanOf = (rows: readonly EpochRow[], name: Numbers): number => mean(rows.map((row) => row[name]));

/** A number of a run that a claim can be about. */
export type RunMeasure = (run: RunSummary) => number;

/** Mean over the last sixth minus mean over the first. */
export const growth =
  (name: Numbers): RunMeasure =>
  (run) =>
    meanOf(sixths(run, PARTS - 1, PARTS), name) - meanOf(sixths(run, 0, 1), name);

/** Mean over the last sixth minus that of the lowest sixth: how far it rose from its lowest point. */
export const climb =
  (name: Numbers): RunMeasure =>
  (run) => {
    const parts = Array.from({ length: PARTS }, (_, part) => meanOf(sixths(run, part, part + 1), name));
    return parts[PARTS - 1] - Math.min(...parts);
  };

export const shareInBand = ({ epochs }: RunSummary): number =>
  epochs.filter(inPaperBand).length / Math.max(1, epochs.length);

/** Share of the epochs of the second half of a run whose p̂ is in the paper's band. */
export const inBandLater: RunMeasure = (run) => shareInBand({ ...run, epochs: sixths(run, PARTS / 2, PARTS) });

export const laterSuccess: RunMeasure = (run) => meanOf(sixths(run, PARTS / 2, PARTS), 'successRate');

export const overall =
  (name: Numbers): RunMeasure =>
  ({ epochs }) =>
    meanOf(epochs, name);

/** Last evaluation minus the one before training. */
export const learned: RunMeasure = ({ heldOut }) => heldOut[heldOut.length - 1].success - heldOut[0].success;

/** The environment's share of all floating-point operations. */
export const environmentShare: RunMeasure = ({ epochs }) => {
  const { agentFlops, environmentFlops } = epochs[epochs.length - 1];
  return environmentFlops / (agentFlops + environmentFlops);
};

/** A measure of an arm's runs that finished an epoch, by seed and models. */
export const byRepetition = (summaries: readonly RunSummary[], arm: string, measure: RunMeasure): Map<string, number> =>
  new Map(
    summaries
      .filter((run) => run.arm === arm && run.epochs.length > 0 && run.heldOut.length > 0)
      .map((run) => [repetitionKey(run), measure(run)]),
  );

export interface ArmCourse {
  arm: string;
  /** Shares and levels in the first and the last third. */
  first: Record<'mixedShare' | 'successRate' | 'meanLevel', Estimate>;
  last: Record<'mixedShare' | 'successRate' | 'meanLevel', Estimate>;
  environmentShare: Estimate;
}

/** The course of each arm's training: its groups with a signal, its success, its tasks, and what the environment cost. */
export const armCourses = (summaries: readonly RunSummary[]): ArmCourse[] =>
  armsOf(summaries).map((arm) => {
    const own = summaries.filter((run) => run.arm === arm && run.epochs.length > 0);
    const third = (from: number, to: number) => {
      const one = (name: Numbers) => estimate(own.map((run) => meanOf(sixths(run, from, to), name)));
      return { mixedShare: one('mixedShare'), successRate: one('successRate'), meanLevel: one('meanLevel') };
    };
    return {
      arm,
      first: third(0, 2),
      last: third(4, 6),
      environmentShare: estimate(own.map(environmentShare)),
    };
  });

type DiversityName = 'windowTasks' | 'windowGoals' | 'levelCoverage';

export interface ArmDiversity extends Record<DiversityName, Estimate> {
  arm: string;
  /** Tasks attempted in as many epochs as the window has. */
  attempted: Estimate;
}

/** The diversity of each arm's tasks: means over the epochs with a whole window, of the runs that have such epochs. */
export const armDiversity = (summaries: readonly RunSummary[]): ArmDiversity[] =>
  armsOf(summaries).flatMap((arm) => {
    const runs = summaries
      .filter((run) => run.arm === arm)
      .map(({ epochs }) => epochs.filter((row) => row.epoch >= DIVERSITY_WINDOW && row.levelCoverage !== null))
      .filter((rows) => rows.length > 0);
    if (runs.length === 0) return [];
    const one = (value: (row: EpochRow) => number) => estimate(runs.map((rows) => mean(rows.map(value))));
    const measured = (name: DiversityName) => one((row) => row[name]!);
    return [
      {
        arm,
        attempted: one((row) => DIVERSITY_WINDOW * row.attempted),
        windowTasks: measured('windowTasks'),
        windowGoals: measured('windowGoals'),
        levelCoverage: measured('levelCoverage'),
      },
    ];
  });

/** Spearman's ρ of the share of groups with a signal and mean held-out success; null of fewer than ten runs. */
export function signalAndLearning(summaries: readonly RunSummary[]): { rho: number; runs: number } | null {
  const points = summaries.flatMap((run): [number, number][] => {
    const area = areaUnderCurve(heldOutCurve(run, 'rollouts'));
    return area === null || run.epochs.length === 0 ? [] : [[overall('mixedShare')(run), area]];
  });
  if (points.length < 10) return null;
  const rho = sampleRankCorrelation(
    points.map(([signal]) => signal),
    points.map(([, area]) => area),
  );
  return Number.isFinite(rho) ? { rho, runs: points.length } : null;
}
