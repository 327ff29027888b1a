/** @file Problems of settings: a code with its values. */
import { CodedError } from '../../common/coded-error.ts';
import type { TasksProblem } from '../../tasks/given/check-tasks.ts';
import type { WorldProblem } from '../../tasks/worlds/check-world.ts';
import type { SettingName } from './settings-table.ts';

/** The values in each problem's sentence; `value` is the value that was given, as JSON. */
interface ProblemParameters {
  'not-a-number-in-range': { minimum: number; maximum: number; default: number; value: string };
  'not-a-whole-number-in-range': { minimum: number; maximum: number; default: number; value: string };
  'not-a-choice': { choices: string; value: string };
  'not-a-switch': { value: string };
  'not-a-text': { longest: number; value: string };
  'not-a-list-of-names': { value: string };
  'not-a-world': { problem: WorldProblem };
  'not-tasks': { problem: TasksProblem };
  'not-a-list-of-these': { among: string; value: string };
  'not-weights': { most: number; value: string };
  'levels-without-weight': { families: string };
  'weights-beyond-levels': { weights: number; levels: number };
  'no-levels-for-base-samples': Readonly<Record<string, never>>;
  'shares-above-one': { baseShare: number; replayShare: number };
  'no-teacher-named': { arm: string };
  'no-embedding-model-named': Readonly<Record<string, never>>;
  'no-written-keys': { families: string };
  'fixed-during-a-run': Readonly<Record<string, never>>;
  'unknown-setting': { setting: string };
  'unknown-version': { version: number; newest: number };
  'not-settings': Readonly<Record<string, never>>;
}

export type ProblemCode = keyof ProblemParameters;

type Finding = {
  [Code in ProblemCode]: { code: Code; parameters: ProblemParameters[Code] };
}[ProblemCode];

export type SettingProblem = Finding & {
  /** The setting with the problem; null if the problem concerns all settings together. */
  name: SettingName | null;
};

export const settingProblem = (name: SettingName | null, finding: Finding): SettingProblem => ({ name, ...finding });

/** Thrown for settings that cannot be used. */
export class SettingsError extends CodedError<'settings'> {
  override name = 'SettingsError';

  constructor(readonly problems: readonly SettingProblem[]) {
    super('settings', { problems });
  }
}
