/**
 * @file Describes a lesson as data: the page's initial state, and steps with a check each. Numbers in a lesson's
 * sentences come from what a check finds in the learner's own run.
 */
import type { ComparedCurve } from '../analysis/statistics.ts';
import { type EpochView, epochToShow, type RunView } from '../analysis/run-view.ts';
import type { RunMetrics } from '../analysis/metrics.ts';
import type { SettingGroup } from '../genenv/settings/setting-kinds.ts';
import type { PresetName } from '../genenv/settings/presets.ts';
import type { SettingName, Settings } from '../genenv/settings/settings.ts';

/** A number, a share shown in percent, or a text. */
export type Quantity = number | { share: number } | string;
/** What a check found, by name. It fills in the step's sentence. */
export type Finding = Readonly<Record<string, Quantity>>;

/** Everything that a check may inspect. */
export interface Evidence {
  kind: 'live' | 'replay';
  /**
   * Settings that the user has chosen, even if they only take effect in the next stage. For a recording: its settings
   * with the values that the user tries.
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
  /** Number of choices, and the index of the right one, which may depend on the finding. */
  question?: { choices: number; right: (finding: Finding) => number };
  /** Returns null until the learner has done what the step asks. */
  check: (evidence: Evidence) => Finding | null;
}

/** Returns the epoch at which a lesson opens, or undefined if the run has no suitable epoch. */
type FindEpoch = (epochs: readonly EpochView[]) => EpochView | undefined;

export interface Lesson {
  name: string;
  /** Either the recorded run, which needs no GPU, at the epoch that `at` finds; or a new run with a changed preset. */
  opens: { run: 'recorded'; at: FindEpoch } | { run: 'live'; preset: PresetName; settings: Partial<Settings> };
  panel: 'circuit' | 'tasks' | 'updates' | 'curves';
  /** Settings with controls in the lesson's bar. On a recording they try values without changing the log. */
  controls: readonly SettingName[];
  /** Form that stays in the bar, in every step but the last, until the user has filled it in. */
  form?: 'world';
  /** Controls to hide, because they distract from the lesson. */
  hidden: readonly (SettingName | SettingGroup)[];
  steps: readonly Step[];
  /** Steps whose runs the page overlays at the end. */
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

/** Returns the shown epoch. Undefined before the first epoch. */
export const shownEpoch = ({ view, epoch, kind }: Evidence): EpochView | undefined =>
  epoch === 0 && kind === 'replay' ? undefined : epochToShow(view, epoch);

export const finished = ({ view }: Pick<Evidence, 'view'>): EpochView[] =>
  view.epochs.filter((epoch) => epoch['epoch-ended']);

/** Returns the epoch nearest to the middle of the run for which `holds` returns true. */
export function midmost(epochs: readonly EpochView[], holds: (epoch: EpochView) => boolean): EpochView | undefined {
  const fromMiddle = ({ epoch }: EpochView) => Math.abs(epoch - epochs.length / 2);
  return epochs.filter(holds).toSorted((a, b) => fromMiddle(a) - fromMiddle(b))[0];
}

/** Maps each lesson on the recorded run to its first epoch, or to null if the run has no suitable epoch. */
export type LessonMoments = Readonly<Record<string, number | null>>;
