/**
 * @file Measures how long a run's p̂ stays in the paper's band (Figure 7) once it has come into it. Entering is not
 * enough: a run whose tasks stay as they are while the agent learns crosses the band too.
 *
 * If the agent solves the hardest level more often than the band goes, even tasks of that level alone are too easy for
 * it. So the share is also taken over the epochs up to that evaluation.
 */
import { mean } from 'simple-statistics';
import { meanOrNull } from '../../common/mean.ts';
import { armsOf, conditionsOf } from '../comparison.ts';
import { FIGURE_7_BAND } from '../paper.ts';
import type { EpochRow, RunSummary } from '../run-summary.ts';
import { type Estimate, estimate } from '../statistics.ts';

const [LOW, HIGH] = FIGURE_7_BAND;
/** Rates are rounded quotients: one that is beyond the band by a rounding error is in it. */
const TOLERANCE = 1e-9;
/** The end of a run: the last sixth of its epochs. */
const END = 1 / 6;

export const inPaperBand = ({ successRate }: Pick<EpochRow, 'successRate'>): boolean =>
  successRate >= LOW - TOLERANCE && successRate <= HIGH + TOLERANCE;

/** The share of epochs whose p̂ lies in the band; null of no epoch. */
export const shareInBand = (epochs: readonly EpochRow[]): number | null =>
  meanOrNull(epochs.map((row) => (inPaperBand(row) ? 1 : 0)));

export interface BandCourse {
  /** The first epoch whose p̂ lies in the band. */
  entered: number;
  /** Share of the later epochs whose p̂ lies in the band. */
  after: number;
  /** The first evaluation in which every family's hardest level is solved more often than the band goes; null: none. */
  hardestSolved: number | null;
  /** Share of the epochs after the entry and up to that evaluation whose p̂ lies in the band; null where there is none. */
  untilHardest: number | null;
  /** Mean p̂ of the last sixth of the run. */
  end: number;
}

/** Null of a run that never enters the band, or does so only in its last epoch. */
export function bandCourse({ epochs, heldOut }: Pick<RunSummary, 'epochs' | 'heldOut'>): BandCourse | null {
  const entry = epochs.findIndex(inPaperBand);
  const later = entry < 0 ? [] : epochs.slice(entry + 1);
  const after = shareInBand(later);
  if (after === null) return null;
  const solved = heldOut.find(({ byLevel }) => Object.values(byLevel).every((levels) => levels.at(-1)! > HIGH));
  const hardestSolved = solved?.epoch ?? null;
  const until = hardestSolved === null ? later : later.filter(({ epoch }) => epoch <= hardestSolved);
  return {
    entered: epochs[entry].epoch,
    after,
    hardestSolved,
    untilHardest: shareInBand(until),
    end: mean(epochs.slice(-Math.ceil(epochs.length * END)).map(({ successRate }) => successRate)),
  };
}

export interface BandCourses {
  arm: string;
  /** The difference from the other conditions; empty if there is only one. */
  condition: string;
  runs: number;
  /** The courses of the runs that entered, in the order of the runs. */
  courses: BandCourse[];
  after: Estimate;
  /** Null where no run has epochs before its hardest level is solved. */
  untilHardest: Estimate | null;
  end: Estimate;
}

/** By condition and arm; without those of which no run enters the band. */
export const bandCourses = (summaries: readonly RunSummary[]): BandCourses[] =>
  conditionsOf(summaries).flatMap(({ label, runs }) =>
    armsOf(runs).flatMap((arm): BandCourses[] => {
      const own = runs.filter((run) => run.arm === arm);
      const courses = own.flatMap((run) => bandCourse(run) ?? []);
      if (courses.length === 0) return [];
      const until = courses.flatMap(({ untilHardest }) => untilHardest ?? []);
      return [
        {
          arm,
          condition: label,
          runs: own.length,
          courses,
          after: estimate(courses.map(({ after }) => after)),
          untilHardest: until.length === 0 ? null : estimate(until),
          end: estimate(courses.map(({ end }) => end)),
        },
      ];
    }),
  );
