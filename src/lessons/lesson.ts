/**
 * @file Describes a lesson as data: the state in which it opens the page, and its steps. Each step has a check, which
 * answers with what it found in the learner's own run, so that a lesson claims no number of its own.
 */
import type { ComparedCurve } from '../analysis/statistics.ts';
import { type EpochView, epochToShow, type RunView } from '../analysis/run-view.ts';
import type { RunMetrics } from '../analysis/metrics.ts';
import type { SettingGroup } from '../genenv/settings/setting-kinds.ts';
import type { PresetName } from '../genenv/settings/presets.ts';
import type { SettingName, Settings } from '../genenv/settings/settings.ts';

/** Holds a number, a text, or a share of a whole, which is shown in percent. */
export type Quantity = number | { share: number } | string;
/** Holds what a check found, by name, for the sentence about it. */
export type Finding = Readonly<Record<string, Quantity>>;

/** Holds the evidence that a check may look at. */
export interface Evidence {
  kind: 'live' | 'replay';
  /** Holds the chosen settings, in force now or later. On a recording they are its own, with what is tried. */
  settings: Settings;
  panel: string;
  epoch: number;
  /** Holds all that has happened up to now in the run shown. */
  view: RunView;
  metrics: RunMetrics;
  /** Is undefined until the learner has chosen in this step. */
  answer: number | undefined;
  notes: Readonly<Record<string, Finding>>;
}

export interface Step {
  name: string;
  /** Gives the number of answers and, from the finding, the right one. */
  question?: { choices: number; right: (finding: Finding) => number };
  /** Returns null until the learner has done what the step asks. */
  check: (evidence: Evidence) => Finding | null;
}

/** Finds the epoch at which a lesson opens. Returns undefined if the run has no suitable epoch. */
type FindEpoch = (epochs: readonly EpochView[]) => EpochView | undefined;

export interface Lesson {
  name: string;
  /** Opens the recorded run, which needs no GPU, at an epoch that a rule finds; or a new run with a changed preset. */
  opens: { run: 'recorded'; at: FindEpoch } | { run: 'live'; preset: PresetName; settings: Partial<Settings> };
  panel: 'circuit' | 'tasks' | 'updates' | 'curves';
  /** Names the settings with controls in the lesson's bar. On a recording they are tried, and the log stays. */
  controls: readonly SettingName[];
  /** Names a form that stands in the bar until it is used, in every step but the last. */
  form?: 'world';
  /** Lists controls that would lead away from the lesson. */
  hidden: readonly (SettingName | SettingGroup)[];
  steps: readonly Step[];
  /** At the end, the runs in which these steps were done are drawn over each other. */
  compares?: { steps: readonly string[]; curves: readonly ComparedCurve[] };
}

/** Makes a step that any answer completes; its finding says whether the answer is right. */
export const question = (
  name: string,
  choices: number,
  right: (finding: Finding) => number,
  look: (evidence: Evidence) => Finding | null,
): Step => ({
  name,
  question: { choices, right },
  check: (evidence) => (evidence.answer === undefined ? null : look(evidence)),
});

/** Returns the epoch on the screen; undefined before the first. */
export const shownEpoch = ({ view, epoch, kind }: Evidence): EpochView | undefined =>
  epoch === 0 && kind === 'replay' ? undefined : epochToShow(view, epoch);

/** Returns the epochs that have ended, in order. */
export const finished = ({ view }: Pick<Evidence, 'view'>): EpochView[] =>
  view.epochs.filter((epoch) => epoch['epoch-ended']);

/** Returns the epoch nearest to the middle of the run that satisfies the condition. */
export function midmost(epochs: readonly EpochView[], holds: (epoch: EpochView) => boolean): EpochView | undefined {
  const fromMiddle = ({ epoch }: EpochView) => Math.abs(epoch - epochs.length / 2);
  return epochs.filter(holds).toSorted((a, b) => fromMiddle(a) - fromMiddle(b))[0];
}

/** Maps each lesson on the recorded run to the epoch at which it opens, or to null if the run has none. */
export type LessonMoments = Readonly<Record<string, number | null>>;
