/**
 * @file Describes a lesson as data: the state in which it opens the page, and its steps. Each step has a check. The
 *   numbers in a lesson's sentences come from what the check finds in the learner's own run.
 */
import type { ComparedCurve } from '../analysis/statistics.ts';
import { type EpochView, epochToShow, type RunView } from '../analysis/run-view.ts';
import type { RunMetrics } from '../analysis/metrics.ts';
import type { SettingGroup } from '../genenv/settings/setting-kinds.ts';
import type { PresetName } from '../genenv/settings/presets.ts';
import type { SettingName, Settings } from '../genenv/settings/settings.ts';

/** A share of a whole is shown in percent. */
export type Quantity = number | { share: number } | string;
/** What a check found, by name. The step's sentence is filled in with it. */
export type Finding = Readonly<Record<string, Quantity>>;

/** Everything that a check may look at. */
export interface Evidence {
  kind: 'live' | 'replay';
  /**
   * Settings that the user has chosen, even if they wait for the next stage. On a recording: its settings, with the
   * values that the user tries.
   */
  settings: Settings;
  panel: string;
  epoch: number;
  /** The run so far. */
  view: RunView;
  metrics: RunMetrics;
  /** Undefined until the learner has answered this step. */
  answer: number | undefined;
  notes: Readonly<Record<string, Finding>>;
}

export interface Step {
  name: string;
  /** Number of choices, and the index of the right one, which depends on the finding. */
  question?: { choices: number; right: (finding: Finding) => number };
  /** Returns null until the learner has done what the step asks. */
  check: (evidence: Evidence) => Finding | null;
}

/** Finds the epoch at which a lesson opens. Returns undefined if the run has no suitable epoch. */
type FindEpoch = (epochs: readonly EpochView[]) => EpochView | undefined;

export interface Lesson {
  name: string;
  /** Either the recorded run, which needs no GPU, at an epoch found by a rule; or a new run with a changed preset. */
  opens: { run: 'recorded'; at: FindEpoch } | { run: 'live'; preset: PresetName; settings: Partial<Settings> };
  panel: 'circuit' | 'tasks' | 'updates' | 'curves';
  /** Settings with controls in the lesson's bar. On a recording they only try values: the log stays as it is. */
  controls: readonly SettingName[];
  /** Form that stays in the bar until the user has filled it in, in every step but the last. */
  form?: 'world';
  /** Controls to hide, because they would lead away from the lesson. */
  hidden: readonly (SettingName | SettingGroup)[];
  steps: readonly Step[];
  /** At the end, the page draws the runs of these steps over each other. */
  compares?: { steps: readonly string[]; curves: readonly ComparedCurve[] };
}

/** Makes a step that any answer completes. Its finding says whether the answer is right. */
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

/** Returns the epoch on the screen. Undefined before the first. */
export const shownEpoch = ({ view, epoch, kind }: Evidence): EpochView | undefined =>
  epoch === 0 && kind === 'replay' ? undefined : epochToShow(view, epoch);

export const finished = ({ view }: Pick<Evidence, 'view'>): EpochView[] =>
  view.epochs.filter((epoch) => epoch['epoch-ended']);

/** Returns the epoch nearest to the middle of the run that satisfies the condition. */
export function midmost(epochs: readonly EpochView[], holds: (epoch: EpochView) => boolean): EpochView | undefined {
  const fromMiddle = ({ epoch }: EpochView) => Math.abs(epoch - epochs.length / 2);
  return epochs.filter(holds).toSorted((a, b) => fromMiddle(a) - fromMiddle(b))[0];
}

/** Maps each lesson on the recorded run to the epoch at which it opens, or to null if the run has none. */
export type LessonMoments = Readonly<Record<string, number | null>>;
