/** @file Checks a setting's value against the setting's kind and range; a problem is a code with its values. */
import { CodedError } from '../../common/coded-error.ts';
import { isNestedDeeper } from '../../common/plain-json.ts';
import { checkWrittenSet, type TasksProblem } from '../../tasks/given/check-tasks.ts';
import { taskSetName } from '../../tasks/given/task-set.ts';
import { checkWorld, type WorldProblem } from '../../tasks/worlds/check-world.ts';
import { worldName } from '../../tasks/worlds/world.ts';
import type { Setting } from './setting-kinds.ts';
import { type SettingName, settingsTable } from './settings-table.ts';

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

type ProblemCode = keyof ProblemParameters;

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

const LONGEST_TEXT = 200;
/** More levels than any family has. */
const MOST_WEIGHTS = 64;
/** Sentences show no more of a value than this: no deeper than any setting is nested, no more characters than of a text. */
const SHOWN_LEVELS = 4;

/** A value as a sentence shows it. It may come from any file: JSON.stringify fails on what is nested thousands deep. */
function shown(value: unknown): string {
  if (isNestedDeeper(value, SHOWN_LEVELS)) return Array.isArray(value) ? '[…]' : '{…}';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

/** True for a list of one or more different items. */
const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 0 && new Set(value).size === value.length;

const isFamilyNamed = (value: unknown): value is string => typeof value === 'string' && /^[a-z0-9-]{1,40}$/.test(value);

/** Checks a list of families: names, worlds and sets of own tasks. Returns the first problem. */
function familiesProblem(name: SettingName, value: unknown, given: string): SettingProblem | null {
  const choices = isList(value) ? value : [];
  const names: unknown[] = [];
  for (const choice of choices) {
    if (typeof choice !== 'object' || Array.isArray(choice) || choice === null) {
      names.push(choice);
      continue;
    }
    if ('tasks' in choice) {
      const { set, problems } = checkWrittenSet(choice);
      if (!set) return settingProblem(name, { code: 'not-tasks', parameters: { problem: problems[0] } });
      names.push(taskSetName(set));
      continue;
    }
    const { world, problems } = checkWorld(choice);
    if (!world) return settingProblem(name, { code: 'not-a-world', parameters: { problem: problems[0] } });
    names.push(worldName(world));
  }
  return isList(names) && names.every(isFamilyNamed)
    ? null
    : settingProblem(name, { code: 'not-a-list-of-names', parameters: { value: given } });
}

/** Names the problem of a setting's value; null if there is none. */
export function checkSetting(name: SettingName, value: unknown): SettingProblem | null {
  const row: Setting = settingsTable[name];
  const given = shown(value);
  switch (row.kind) {
    case 'number':
    case 'integer': {
      const { minimum, maximum, default: usual } = row;
      const fits =
        typeof value === 'number' &&
        value >= minimum &&
        value <= maximum &&
        (row.kind === 'number' || Number.isInteger(value));
      const code = row.kind === 'number' ? 'not-a-number-in-range' : 'not-a-whole-number-in-range';
      const parameters = { minimum, maximum, default: usual, value: given };
      return fits ? null : settingProblem(name, { code, parameters });
    }
    case 'choice': {
      const parameters = { choices: row.choices.join(', '), value: given };
      const fits = typeof value === 'string' && row.choices.includes(value);
      return fits ? null : settingProblem(name, { code: 'not-a-choice', parameters });
    }
    case 'switch':
      return typeof value === 'boolean'
        ? null
        : settingProblem(name, { code: 'not-a-switch', parameters: { value: given } });
    case 'text': {
      const parameters = { longest: LONGEST_TEXT, value: given };
      const fits = typeof value === 'string' && value.length <= LONGEST_TEXT;
      return fits ? null : settingProblem(name, { code: 'not-a-text', parameters });
    }
    case 'names': {
      const { among } = row;
      const fits = isList(value) && value.every((one) => typeof one === 'string' && among.includes(one));
      const parameters = { among: among.join(', '), value: given };
      return fits ? null : settingProblem(name, { code: 'not-a-list-of-these', parameters });
    }
    case 'weights': {
      const isWeight = (one: unknown) => typeof one === 'number' && Number.isFinite(one) && one >= 0;
      const fits =
        Array.isArray(value) &&
        value.length <= MOST_WEIGHTS &&
        value.every(isWeight) &&
        (value.length === 0 || value.some((one) => one > 0));
      const parameters = { most: MOST_WEIGHTS, value: given };
      return fits ? null : settingProblem(name, { code: 'not-weights', parameters });
    }
    case 'families':
      return familiesProblem(name, value, given);
  }
}
