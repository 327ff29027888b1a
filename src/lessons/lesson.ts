/**
 * @file Describes a lesson as data: the page's initial state, and steps with a check each. A check looks for something
 * in the run on the page. The numbers that a check finds appear in the lesson's sentences.
 */
import type { ComparedCurve } from '../analysis/statistics.ts';
import { type EpochView, epochToShow, type RunView } from '../analysis/run-view.ts';
import type { RunMetrics } from '../analysis/metrics.ts';
import type { SettingGroup } from '../genenv/settings/setting-kinds.ts';
import type { PresetName } from '../genenv/settings/presets.ts';
import type { SettingName, Settings } from '../genenv/settings/settings.ts';

/** Number, share shown in percent, or text. */
export type Quantity = number | { share: number } | string;
/** Quantities that a check found, by name. They fill in the step's sentence. */
export type Finding = Readonly<Record<string, Quantity>>;

/** State of the page and the run that a check may inspect. */
export interface Evidence {
  kind: 'live' | 'replay';
  /**
   * Settings that the user has chosen, even if they only take effect in the next stage. On a recording, they are its
   * settings with the values that the user tries.
   */
  settings: Settings;
  panel: string;
  epoch: number;
  view: RunView;
  metrics: RunMetrics;
  /** Index of the chosen answer. Undefined until the learner has answered this step. */
  answer: number | undefined;
  /** Findings of the lesson's finished steps, by step. */
  notes: Readonly<Record<string, Finding>>;
}

export interface Step {
  name: string;
  /** Number of choices, and the index of the right choice, which may depend on the finding. */
  question?: { choices: number; right: (finding: Finding) => number };
  /** Returns the finding, or null until the learner has done what the step asks. */
  check: (evidence: Evidence) => Finding | null;
}

/** Returns the epoch at which a lesson opens, or undefined if the run has no suitable epoch. */
type FindEpoch = (epochs: readonly EpochView[]) => EpochView | undefined;

export interface Lesson {
  name: string;
  /** Run that the lesson opens. The recorded run, which needs no GPU, opens at the epoch that `at` returns. */
  opens: { run: 'recorded'; at: FindEpoch } | { run: 'live'; preset: PresetName; settings: Partial<Settings> };
  panel: 'circuit' | 'tasks' | 'updates' | 'curves';
  /** Settings with controls in the lesson's bar. On a recording, the controls only try values. */
  controls: readonly SettingName[];
  /** Form in the lesson's bar. Each step but the last shows the form until its check has found something. */
  form?: 'world';
  /** Controls that the page hides, because they distract from the lesson. */
  hidden: readonly (SettingName | SettingGroup)[];
  steps: readonly Step[];
  /** Steps whose runs the page compares at the end, and the curves that it draws of them. */
  compares?: { steps: readonly string[]; curves: readonly ComparedCurve[] };
}

/** Makes a step with a question. Any answer, right or wrong, completes the step once `look` returns a finding. */
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

/** Returns the epoch shown, or undefined before the first epoch. */
export const shownEpoch = ({ view, epoch, kind }: Evidence): EpochView | undefined =>
  epoch === 0 && kind === 'replay' ? undefined : epochToShow(view, epoch);

/** Returns the finished epochs of the run. */
export const finished = ({ view }: Pick<Evidence, 'view'>): EpochView[] =>
  view.epochs.filter((epoch) => epoch['epoch-ended']);

/** Returns the epoch nearest to the middle of the run among those for which `holds` returns true. */
export function midmost(epochs: readonly EpochView[], holds: (epoch: EpochView) => boolean): EpochView | undefined {
  const fromMiddle = ({ epoch }: EpochView) => Math.abs(epoch - epochs.length / 2);
  return epochs.filter(holds).toSorted((a, b) => fromMiddle(a) - fromMiddle(b))[0];
}

/** Opening epoch of each lesson on the recorded run, by lesson. Null if the run has no suitable epoch. */
export type LessonMoments = Readonly<Record<string, number | null>>;
