/**
 * @file Assigns roles to the columns of a rollout log and reads its rows. Trainers differ mainly in their column names,
 * so each trainer is an entry of {@link PRESETS}. The user declares the columns of other logs.
 */
import { CodedError } from '../../common/coded-error.ts';
import { isObject } from '../../common/plain-json.ts';

export type Row = Readonly<Record<string, unknown>>;

export const ROLES = [
  'prompt',
  'completion',
  'step',
  'group',
  'advantage',
  'tokens',
  'logprobs',
  'family',
  'level',
] as const;
type Role = (typeof ROLES)[number];

/** Column of each role; null if the log has none. Prompt and completion may share a column of conversations. */
export type Columns = Readonly<Record<Role, string | null>> & {
  /** Weight of each reward column. The reward is the weighted sum. Null if the columns are not known yet. */
  readonly rewards: Readonly<Record<string, number>> | null;
};

/** One answer of the trained model. Fields that the log does not contain are null or empty. */
export interface LoggedRollout {
  /** Name of the group. Rollouts of one step and group, usually of one prompt, are compared with each other. */
  group: string;
  prompt: string;
  family: string | null;
  /** Difficulty from 1; 0 if the log has none. */
  level: number;
  /** The model's turns, and the environment's texts between them. */
  turns: string[];
  observations: string[];
  /** Token ids of the model's turns, and their log-probabilities. */
  ids: number[];
  logprobs: number[];
  /** Number of tokens of the model's turns. */
  length: number | null;
  /** Null if all reward columns are missing or not finite. */
  reward: number | null;
  /** Weighted value of each reward column; null unless there are several. */
  rewards: Record<string, number> | null;
  advantage: number | null;
}

export interface LoggedRow {
  step: number;
  /** Success rate after this step, if the row is an evaluation result. */
  heldOut?: number;
  /** True if the rollouts belong to an evaluation. */
  evaluation: boolean;
  rollouts: LoggedRollout[];
}

interface Preset {
  /** Trainer, or `JSON lines` for other logs. The name decides how missing advantages are computed. */
  name: 'TRL' | 'verl' | 'SkyRL' | 'OpenRLHF' | 'NeMo-RL' | 'JSON lines';
  /** Possible names of each column. The first name found in the log is used. */
  columns: Partial<Record<Role | 'reward', readonly string[]>>;
  /** Lists of column names. The preset fits a log that has at least one column of each list. */
  needs: readonly (readonly string[])[];
}
export type PresetName = Preset['name'];

const trl = { step: ['step'], prompt: ['prompt'], completion: ['completion'], advantage: ['advantage'] };

/**
 * Sources: TRL 1.16 `GRPOTrainer.log` (a column for each reward function and each extra, no weights); verl 0.9.1
 * `_write_generations`; SkyRL `dump_per_dataset_eval_results`; NeMo-RL `log_batched_dict_as_jsonl`. The first preset
 * that fits is used.
 */
const PRESETS: readonly Preset[] = [
  { name: 'TRL', columns: trl, needs: [['step'], ['prompt'], ['completion'], ['advantage']] },
  {
    name: 'verl',
    columns: { step: ['step'], prompt: ['input'], completion: ['output'], reward: ['score'], group: ['uid'] },
    needs: [['input'], ['output'], ['score'], ['gts', 'uid']],
  },
  {
    name: 'SkyRL',
    columns: { step: ['step'], prompt: ['input_prompt'], completion: ['output_response'], reward: ['score'] },
    needs: [['input_prompt'], ['output_response']],
  },
  {
    name: 'OpenRLHF',
    columns: { step: ['step'], prompt: ['prompt'], completion: ['response'], reward: ['reward'] },
    needs: [['prompt'], ['response']],
  },
  {
    name: 'NeMo-RL',
    columns: { step: ['step'], prompt: ['content'], completion: ['content'], reward: ['rewards'] },
    needs: [['content'], ['rewards']],
  },
  {
    name: 'JSON lines',
    columns: {
      step: ['step', 'epoch'],
      prompt: ['task', 'input', 'prompt', 'messages'],
      completion: ['output', 'completion', 'messages'],
      reward: ['reward', 'score'],
      group: ['group'],
      advantage: ['advantage'],
      tokens: ['tokens'],
      logprobs: ['logprobs'],
      family: ['family'],
      level: ['level'],
    },
    needs: [
      ['step', 'epoch'],
      ['task', 'input', 'prompt', 'messages', 'heldOut'],
      ['reward', 'score', 'heldOut'],
    ],
  },
  { name: 'TRL', columns: trl, needs: [['step'], ['prompt'], ['completion']] },
];

/** Proposes columns from the first preset that fits these names, else from the preset that lacks the fewest names. */
export function proposeColumns(names: ReadonlySet<string>) {
  const missing = ({ needs }: Preset): number => needs.filter((some) => !some.some((name) => names.has(name))).length;
  const best = PRESETS.reduce((a, b) => (missing(b) < missing(a) ? b : a));
  const first = (role: Role | 'reward') => best.columns[role]?.find((name) => names.has(name)) ?? null;
  const reward = first('reward');
  const roles = Object.fromEntries(ROLES.map((role) => [role, first(role)])) as Record<Role, string | null>;
  const columns: Columns = { ...roles, rewards: reward === null ? null : { [reward]: 1 } };
  return { preset: best.name, columns, fits: missing(best) === 0 };
}

/**
 * Reads columns from a text such as `prompt=question,completion=answer,reward=correct+0.5*format`.
 * @throws CodedError `columns-option`
 */
export function parseColumns(text: string): Partial<Columns> {
  const entries = text.split(',').map((part): [string, string | null | Record<string, number>] => {
    const [, role, value] = /^\s*(\w+)\s*=(.*)$/.exec(part) ?? [];
    if (role === 'reward') return ['rewards', Object.fromEntries(value.split('+').map(parseTerm))];
    if (!(ROLES as readonly string[]).includes(role))
      throw new CodedError('columns-option', { part: part.trim(), roles: [...ROLES, 'reward'].join(', ') });
    return [role, value.trim() || null];
  });
  return Object.fromEntries(entries) as Partial<Columns>;
}

function parseTerm(term: string): [string, number] {
  const [, weight = '1', name] = /^\s*(?:(-?[\d.]+)\s*\*)?\s*(.*?)\s*$/.exec(term)!;
  return [name, Number(weight)];
}

export const HIGHEST_STEP = 1_000_000;
/** Maximum number of tokens of one answer. No real answer is longer, and a mask of this length fits in memory. */
const LONGEST_ANSWER = 1_000_000;
const LONGEST_FAMILY = 100;
const HIGHEST_LEVEL = 1000;

const invalid = (place: string, cause: string): CodedError => new CodedError('row-invalid', { place, cause });

function wholeNumber(value: unknown, most: number, place: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most) return value as number;
  throw invalid(place, `expected a whole number from 0 to ${most}`);
}

const isNumberList = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isFinite(one));

/** Returns the number in a cell (`true` is 1); null if it is missing or not finite. */
export const numberOf = (value: unknown): number | null =>
  Number.isFinite(value) ? (value as number) : typeof value === 'boolean' ? Number(value) : null;

interface Message {
  own: boolean | null;
  role: string;
  text: string;
}

/** Reads a chat message. Parts that are not text become `[type]`, and tool calls become JSON. */
function messageOf(value: unknown, place: string): Message {
  if (typeof value === 'string') return { own: null, role: '', text: value };
  if (!isObject(value) || typeof value.role !== 'string') throw invalid(place, 'expected a text or chat messages');
  const { role, content, tool_calls: calls } = value;
  const parts: unknown[] = Array.isArray(content) ? content : [content];
  const texts = parts.map((part) =>
    typeof part === 'string'
      ? part
      : isObject(part)
        ? String(part.text ?? (part.type ? `[${String(part.type)}]` : ''))
        : '',
  );
  const called = Array.isArray(calls) ? calls.map((call) => JSON.stringify(call)) : [];
  return { own: role === 'assistant', role, text: [texts.join(''), ...called].filter(Boolean).join('\n') };
}

const messagesOf = (value: unknown, place: string): Message[] =>
  Array.isArray(value) ? value.map((one) => messageOf(one, place)) : [messageOf(value, place)];

const promptText = (messages: readonly Message[]): string =>
  messages.length === 1
    ? messages[0].text
    : messages.map(({ role, text }) => (role ? `${role}: ${text}` : text)).join('\n\n');

/** Splits the messages after a prompt into the model's turns and the observations between them. */
function turnTexts(said: readonly Message[]): { turns: string[]; observations: string[] } {
  const [turns, observations]: string[][] = [[], []];
  let last: boolean | undefined;
  for (const { own, text } of said) {
    const to = own === false ? observations : turns;
    // Turns and observations alternate, so consecutive messages of one side are joined.
    if (to.length > 0 && (own ?? true) === last) to[to.length - 1] += `\n\n${text}`;
    else to.push(text);
    last = own ?? true;
  }
  return { turns, observations };
}

/** Splits a conversation in one column: the completion begins with the model's first message. */
function splitConversation(messages: Message[]): { prompt: string; said: Message[] } {
  const own = messages.findIndex(({ own }) => own);
  const end = own < 0 ? messages.length - 1 : own;
  return { prompt: promptText(messages.slice(0, end)), said: messages.slice(end) };
}

/** verl's agent loop writes `sample_rollout_turn` instead of the sample's id. */
const ROLLOUT_SUFFIX = /_\d+_\d+$/;

const NO_NUMBERS: number[] = [];
const NO_TEXTS: string[] = [];

function cellOf(columns: Columns, row: Row, role: Role): unknown {
  const name = columns[role];
  return name === null ? undefined : (row[name] ?? undefined);
}

/**
 * Reads one rollout. Creates no closure, because logs have many rows.
 * @throws CodedError `row-lacks`, `row-invalid`
 */
function readRollout(columns: Columns, row: Row): LoggedRollout {
  const said = cellOf(columns, row, 'completion');
  const names = columns.rewards === null ? [] : Object.keys(columns.rewards);
  let reward: number | null = null;
  const rewards: Record<string, number> | null = names.length > 1 ? {} : null;
  for (const name of names) {
    const value = numberOf(row[name]);
    if (value === null) continue;
    const weighted = value * columns.rewards![name];
    reward = (reward ?? 0) + weighted;
    if (rewards) rewards[name] = weighted;
  }
  if (said === undefined && reward === null)
    throw new CodedError('row-lacks', { field: columns.completion ?? 'output' });
  const asked = cellOf(columns, row, 'prompt');
  if (asked === undefined) throw new CodedError('row-lacks', { field: columns.prompt ?? 'prompt' });
  let prompt: string;
  let turns: string[];
  let observations = NO_TEXTS;
  if (columns.prompt === columns.completion) {
    const parts = splitConversation(messagesOf(asked, columns.prompt!));
    prompt = parts.prompt;
    ({ turns, observations } = turnTexts(parts.said));
  } else {
    prompt = typeof asked === 'string' ? asked : promptText(messagesOf(asked, columns.prompt!));
    if (said === undefined || typeof said === 'string') turns = [said ?? ''];
    else ({ turns, observations } = turnTexts(messagesOf(said, columns.completion!)));
  }
  const family = cellOf(columns, row, 'family');
  if (family !== undefined && (typeof family !== 'string' || family.length > LONGEST_FAMILY))
    throw invalid(columns.family!, `expected a text of at most ${LONGEST_FAMILY} characters`);
  const level = cellOf(columns, row, 'level');
  const tokens = cellOf(columns, row, 'tokens');
  const ids = isNumberList(tokens) ? tokens : NO_NUMBERS;
  const logprobs = cellOf(columns, row, 'logprobs');
  const group = cellOf(columns, row, 'group');
  return {
    group:
      group === undefined
        ? family === undefined
          ? prompt
          : `${family} ${prompt}`
        : String(group as string).replace(ROLLOUT_SUFFIX, ''),
    prompt,
    family: family ?? null,
    level: level === undefined ? 0 : wholeNumber(level, HIGHEST_LEVEL, columns.level!),
    turns,
    observations,
    ids,
    logprobs: isNumberList(logprobs) && logprobs.length === ids.length ? logprobs : NO_NUMBERS,
    length:
      tokens === undefined
        ? null
        : wholeNumber(Array.isArray(tokens) ? tokens.length : tokens, LONGEST_ANSWER, columns.tokens!),
    reward,
    rewards,
    advantage: numberOf(cellOf(columns, row, 'advantage')),
  };
}

/** Matches names of data splits on which no trainer trains. */
const EVALUATION = /^(?:eval(?:uation)?s?|val(?:id(?:ation)?)?|dev|test)$/i;
export const isEvaluationName = (name: string): boolean => name.split(/[_.-]/).some((word) => EVALUATION.test(word));

/** Columns that name a row's data split. */
const MODES = ['mode', 'split', 'phase'];

/**
 * Reads a row with its rollouts.
 * @param fileStep step of rows without a step column
 * @throws CodedError `row-lacks`, `row-invalid`
 */
export function readRow(columns: Columns, row: Row, fileStep: number): LoggedRow {
  const numbered = columns.step === null ? fileStep : row[columns.step];
  if (numbered === undefined) throw new CodedError('row-lacks', { field: columns.step! });
  const step = wholeNumber(numbered, HIGHEST_STEP, columns.step ?? 'step');
  const heldOut = numberOf(row.heldOut);
  if (heldOut !== null) return { step, heldOut, evaluation: true, rollouts: [] };
  let evaluation = false;
  for (const name of MODES) {
    const mode = row[name];
    if (typeof mode === 'string') evaluation ||= isEvaluationName(mode);
  }
  const { rollouts } = row;
  if (!Array.isArray(rollouts)) return { step, evaluation, rollouts: [readRollout(columns, row)] };
  const read = rollouts.map((one: unknown, i) => {
    if (isObject(one)) return readRollout(columns, { ...row, ...one });
    throw invalid(`rollouts[${i}]`, 'expected object');
  });
  return { step, evaluation, rollouts: read };
}

/** Returns the names of a row's columns, including the columns of rollouts nested in it. */
export const columnNames = (row: Row): string[] => [
  ...Object.keys(row),
  ...(Array.isArray(row.rollouts) && isObject(row.rollouts[0]) ? Object.keys(row.rollouts[0]) : []),
];
