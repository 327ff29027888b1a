/**
 * @file Problems of settings: a code with its values, and the sentence in English.
 */
import { CodedError } from '../../common/coded-error.ts';
import type { SettingName } from './settings-table.ts';

/** The values in each problem's sentence; `value` is the value that was given, as JSON. */
interface ProblemParameters {
  'not-a-number-in-range': { minimum: number; maximum: number; default: number; value: string };
  'not-a-whole-number-in-range': { minimum: number; maximum: number; default: number; value: string };
  'not-a-choice': { choices: string; value: string };
  'not-a-switch': { value: string };
  'not-a-text': { longest: number; value: string };
  'not-a-list-of-names': { value: string };
  'not-a-list-of-these': { among: string; value: string };
  'shares-above-one': { baseShare: number; replayShare: number };
  'no-teacher-named': { arm: string };
  'no-embedding-model-named': Readonly<Record<string, never>>;
  'fixed-during-a-run': Readonly<Record<string, never>>;
  'unknown-setting': { setting: string };
  'unknown-version': { version: number; newest: number };
  'not-settings': Readonly<Record<string, never>>;
}

export type ProblemCode = keyof ProblemParameters;

/** A code with its values. */
type Finding = {
  [Code in ProblemCode]: { code: Code; parameters: ProblemParameters[Code] };
}[ProblemCode];

export type SettingProblem = Finding & {
  /** The setting with the problem; null if the problem concerns all settings together. */
  name: SettingName | null;
  /** The problem in English, with settings called by their names. */
  message: string;
};

/**
 * The sentence in English: what is wrong and what would be right.
 * @param labelOf the name of a setting for people
 */
export function problemSentence(
  problem: Finding & Pick<SettingProblem, 'name'>,
  labelOf: (name: SettingName) => string,
): string {
  const label = problem.name === null ? '' : labelOf(problem.name);
  switch (problem.code) {
    case 'not-a-number-in-range':
    case 'not-a-whole-number-in-range': {
      const { minimum, maximum, value, default: usual } = problem.parameters;
      const noun = problem.code === 'not-a-number-in-range' ? 'a number' : 'a whole number';
      return `${label} must be ${noun} from ${minimum} to ${maximum}, but is ${value}. The default is ${usual}.`;
    }
    case 'not-a-choice':
      return `${label} must be one of ${problem.parameters.choices}, but is ${problem.parameters.value}.`;
    case 'not-a-switch':
      return `${label} must be true or false, but is ${problem.parameters.value}.`;
    case 'not-a-text': {
      const { longest, value } = problem.parameters;
      return `${label} must be a text of at most ${longest} characters, but is ${value}.`;
    }
    case 'not-a-list-of-names':
      return (
        `${label} must be a list of different names (lower case, digits, hyphens), at least one, ` +
        `but is ${problem.parameters.value}.`
      );
    case 'not-a-list-of-these': {
      const { among, value } = problem.parameters;
      return `${label} must be a list of different names out of ${among}, at least one, but is ${value}.`;
    }
    case 'shares-above-one': {
      const { baseShare, replayShare } = problem.parameters;
      return (
        `${labelOf('baseShare')} (${baseShare}) and ${labelOf('replayShare')} (${replayShare}) add up to more than 1. ` +
        'Lower one: the rest of the tasks is new.'
      );
    }
    case 'no-teacher-named':
      return `The arm ${problem.parameters.arm} needs a teacher model. Name the folder of one.`;
    case 'no-embedding-model-named':
      return `${labelOf('softReward')} by embedding needs a model of embeddings. Name the folder of one in ${labelOf('embeddingModel')}.`;
    case 'fixed-during-a-run':
      return `${label} defines the run and cannot change while the run goes on. Start a new run with it.`;
    case 'unknown-setting':
      return `There is no setting called ${JSON.stringify(problem.parameters.setting)}. Remove it, or check its spelling.`;
    case 'unknown-version': {
      const { version, newest } = problem.parameters;
      return (
        `These settings have version ${version}, but this program reads up to version ${newest}. ` +
        'Use a newer program.'
      );
    }
    case 'not-settings':
      return 'Settings must be an object of names and values.';
  }
}

/** A problem with its English sentence. */
export const settingProblem = (name: SettingName | null, finding: Finding): SettingProblem => ({
  name,
  ...finding,
  message: problemSentence({ name, ...finding }, (setting) => setting),
});

/** Thrown for settings that cannot be used. Its message lists all problems, one per line. */
export class SettingsError extends CodedError<'settings'> {
  override name = 'SettingsError';

  constructor(readonly problems: readonly SettingProblem[]) {
    super('settings', problems.map(({ message }) => message).join('\n'), { problems });
  }
}
