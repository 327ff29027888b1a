/** @file Describes an error and its remedy, by error code. The page loads this after the first screen. */
import type { ErrorParametersByCode, Obstacle, PageErrorParameters } from '../common/error-parameters.ts';
import { isObject } from '../common/plain-json.ts';
import { shortPlainText } from '../common/plain-text.ts';
import type { SettingName, SettingProblem } from '../genenv/settings/settings.ts';
import type { TasksProblem } from '../tasks/given/check-tasks.ts';
import type { WorldProblem } from '../tasks/worlds/check-world.ts';
import { formatBytes } from './bytes.ts';
import { errorsText } from './errors-text.ts';
import { settingLabels } from './names.ts';
import { type LabelOf, settingProblemText, tasksProblemText, worldProblemText } from './problems.ts';
import { listOf, type MessagesByCode, sentenceOf } from './sentence.ts';

/** An error, a copy of an error from another thread, or error data. */
export interface Failure {
  readonly code?: unknown;
  readonly message?: string;
  readonly parameters?: object;
}
export type ErrorSentence = (failure: Failure) => string;

export const lines = (sentences: readonly string[]): string => sentences.join('\n');
/** Joins sentences, each followed by a space, for use before another sentence. */
const before = (sentences: readonly string[]): string => sentences.map((one) => `${one} `).join('');
/** Shortens a hash to its first 12 digits, which are enough to tell two hashes apart. */
const hashStart = (hash: string): string => `${hash.slice(0, 12)}…`;

type Prepare<Codes> = {
  [Code in keyof Codes]?: (parameters: Codes[Code]) => Readonly<Record<string, string | number | boolean | null>>;
};

/** Returns functions, by error code, that convert an error's parameters to the parameters of its message. */
function preparedFor(labelOf: LabelOf) {
  return {
    settings: ({ problems }) => ({
      problems: lines((problems as readonly SettingProblem[]).map((one) => settingProblemText(one, labelOf))),
    }),
    'not-tasks': ({ file, faults }) => ({
      problems: lines(
        (faults as readonly TasksProblem[]).map((one) => errorsText.inFile({ file, problem: tasksProblemText(one) })),
      ),
    }),
    'not-a-world': ({ file, faults }) => ({
      problems: lines(
        (faults as readonly WorldProblem[]).map((one) => errorsText.inFile({ file, problem: worldProblemText(one) })),
      ),
    }),
    'run-diverged': (given) => ({
      ...given,
      setting: labelOf(given.setting as SettingName),
      value: String(given.value),
    }),
    'does-not-fit': ({ obstacle, settings }) => ({
      obstacle: obstacleSentence(obstacle),
      settings: settings || null,
      noSetting: errorsText.noSettingEnough,
    }),
    'parameter-too-large': ({ parameter, bytes, limit }) => ({
      parameter,
      bytes: formatBytes(bytes),
      limit: formatBytes(limit),
    }),
    'row-too-long': ({ most }) => ({ most: formatBytes(most) }),
    'zip-too-large': ({ bytes }) => ({ bytes: formatBytes(bytes) }),
    'no-room-for-model': ({ name, needed, available }) => ({
      name,
      needed: formatBytes(needed),
      available: formatBytes(available),
    }),
    'other-weights': (given) => ({ ...given, before: hashStart(given.before), now: hashStart(given.now) }),
    'adapter-over-other-weights': (given) => ({ ...given, before: hashStart(given.before), now: hashStart(given.now) }),
    'epoch-damaged': (place) => ({ ...place, whole: place.epoch - 1 }),
    'epoch-cut-off': (place) => ({ ...place, whole: place.epoch - 1 }),
    'no-finished-epoch': ({ file, problems }) => ({ file, problems: before(problems.map(errorSentence)) }),
    'run-damaged': ({ name, problems }) => ({ name, problems: before(problems.map(errorSentence)) }),
    'no-rollouts': ({ problem }) => ({ problems: problem ? before([errorSentence(problem)]) : '' }),
    'rollout-row': ({ file, row, problem }) => ({
      place: [file, row === null ? null : errorsText.row({ row })].filter((part) => part !== null).join(', ') || null,
      problem: errorSentence(problem),
    }),
    'not-prepared': ({ steps, ...shares }) => ({
      steps,
      found: listOf(
        (['wellFormed', 'right', 'valid'] as const).flatMap((name) =>
          shares[name] === null ? [] : [errorsText.prepared[name]({ percent: `${(100 * shares[name]).toFixed(0)}%` })],
        ),
      ),
    }),
    'model-not-stored': ({ name }) => ({ name, hub: name.startsWith('hf:') }),
  } satisfies Prepare<PageErrorParameters>;
}

const messages: MessagesByCode<PageErrorParameters, ReturnType<typeof preparedFor>> = errorsText.errors;

const LONGEST_PARAMETER = 2000;

/** Makes all texts in the data plain and short, because a parameter may be a whole line of a file. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return shortPlainText(value, LONGEST_PARAMETER);
  if (Array.isArray(value)) return value.map(shortened);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}

/** Returns a function that describes errors. For one without a code (another program's), it returns the message. */
function errorSentences(
  all: Readonly<Record<string, string | ((parameters: never) => string)>>,
  prepared: Readonly<Record<string, (parameters: never) => object>>,
): ErrorSentence {
  return ({ code, message = '', parameters = {} }) => {
    if (typeof code !== 'string' || !Object.hasOwn(all, code)) return shortPlainText(message, LONGEST_PARAMETER);
    const given = shortened(parameters) as object;
    const prepare = (prepared[code] ?? ((same: object) => same)) as (parameters: object) => object;
    return sentenceOf(all, code, prepare(given));
  };
}

export const errorSentence: ErrorSentence = errorSentences(
  messages,
  preparedFor((name) => settingLabels[name]),
);

export function obstacleSentence(obstacle: Obstacle): string {
  if (obstacle.code === 'refused') return errorSentence(obstacle.problem);
  const { code, bytes, limit } = obstacle;
  return errorsText.obstacles[code]({ bytes: formatBytes(bytes), limit: formatBytes(limit) });
}

/**
 * Returns a function that describes errors, including the codes in `further`.
 * @param labelOf returns the name of a setting
 */
export const errorSentencesWith = <Codes extends Partial<ErrorParametersByCode>, Prepared extends Prepare<Codes>>(
  further: MessagesByCode<Codes, Prepared>,
  prepared: Prepared,
  labelOf: LabelOf,
): ErrorSentence =>
  errorSentences(
    { ...messages, ...(further as object) },
    { ...preparedFor(labelOf), ...(prepared as Readonly<Record<string, (parameters: never) => object>>) },
  );
