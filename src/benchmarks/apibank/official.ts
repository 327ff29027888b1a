/**
 * @file Scores API-Bank by its official call evaluator, on the dialogues of levels 1 and 2. At every gold call the
 * model reads the conversation so far and must make that call. The evaluator finds the call, runs it, and lets the API
 * compare the result with the gold one. It follows `evaluator_by_json.py` and `tool_manager.py`
 * (github.com/AlibabaResearch/DAMO-ConvAI, api-bank).
 */
import { groupBy } from '../../common/mean.ts';
import { stringRepr } from '../../common/python-value.ts';
import type { ChatMessage } from '../../tasks/family.ts';
import { accuracy, accuracyBy, type Benchmark, type BenchmarkReason, type ScoredItem } from '../benchmark.ts';
import { loader, type Loading } from '../files.ts';
import { asciiDigits } from '../python/python.ts';
import {
  type Api,
  ApiExceptionSignal,
  type Arguments,
  type CallError,
  NotRightSignal,
  type World,
} from './apis/api.ts';
import { calendarApis } from './apis/calendar.ts';
import { recordedApis } from './apis/recorded.ts';
import { serviceApis } from './apis/services.ts';
import {
  type ApiResult,
  type ApiTurn,
  type Databases,
  databaseSchemas,
  dialogueSchema,
  findCall,
  type Json,
  sameJson,
  type TextCall,
  type Turn,
} from './call-text.ts';

export const APIS: Readonly<Record<string, Api>> = {
  ...calendarApis,
  ...serviceApis,
  ...recordedApis,
};

export interface CallVerdict {
  correct: boolean;
  error: CallError | null;
  reason: BenchmarkReason;
}

/** Converts an argument to its type. A list stays text, as in the official tool manager. */
function convert(parameter: string, value: string, type: Api['parameters'][string]): Json {
  switch (type) {
    case 'str':
    case 'list':
      return value;
    case 'bool':
      return value === 'True';
    case 'int':
      if (!/^\p{Nd}+$/u.test(value)) {
        throw new NotRightSignal('INVALID_INPUT_PARAMETER', { code: 'parameter-is-not-a-whole-number', parameter });
      }
      return Number(asciiDigits(value));
  }
}

/**
 * Returns the call's arguments in the types of the API.
 * @throws NotRightSignal if the tool manager refuses them
 */
function convertArguments({ name, parameters }: TextCall, api: Api): Arguments {
  const given: Record<string, Json> = {};
  for (const [parameter, value] of parameters) {
    if (!Object.hasOwn(api.parameters, parameter)) {
      throw new NotRightSignal('INVALID_INPUT_PARAMETER', { code: 'unknown-parameter', api: name, parameter });
    }
    given[parameter] = convert(parameter, value, api.parameters[parameter]);
  }
  for (const parameter of Object.keys(api.parameters)) {
    if (!Object.hasOwn(given, parameter) && !api.optional.includes(parameter)) {
      throw new NotRightSignal('MISS_INPUT_ARGUMENT', { code: 'argument-missing', parameter });
    }
  }
  return given;
}

function execute(api: Api, given: Arguments, world: World): ApiResult {
  const input = api.input
    ? api.input(given)
    : Object.fromEntries(Object.keys(api.parameters).map((name) => [name, given[name] ?? null]));
  try {
    return { input, output: api.run(given, world), exception: null };
  } catch (error) {
    if (error instanceof ApiExceptionSignal) return { input, output: null, exception: error.message };
    throw error;
  }
}

const wrong = (error: CallError, reason: BenchmarkReason): CallVerdict => ({ correct: false, error, reason });

/** Makes the verdict for the first part in which two results differ, in the official order. */
function difference(response: ApiResult, gold: ApiResult): CallVerdict {
  const { exception } = response;
  if (exception !== null) return wrong('HAS_EXCEPTION', { code: 'call-fails', exception });
  if (!sameJson(response.output, gold.output)) return wrong('OUTPUT_MISMATCH', { code: 'other-output' });
  return wrong('INPUT_MISMATCH', { code: 'other-input' });
}

/** Judges one output against a gold call. Never throws on any text. */
export function evaluateCall(output: string, gold: ApiTurn, world: World): CallVerdict {
  const call = findCall(output);
  if (call === null) return wrong('NO_API_CALL', { code: 'no-api-call' });
  if (call.name !== gold.api_name) {
    return wrong('API_NAME_MISMATCH', { code: 'other-api', called: call.name, expected: gold.api_name });
  }
  if (!Object.hasOwn(APIS, call.name)) return wrong('UNSCORABLE', { code: 'unknown-api', api: call.name });
  const api = APIS[call.name];
  try {
    const response = execute(api, convertArguments(call, api), world);
    if (!api.isCorrect(response, gold.result)) return difference(response, gold.result);
    return { correct: true, error: null, reason: { code: 'expected-result', api: call.name } };
  } catch (error) {
    if (error instanceof NotRightSignal) return wrong(error.error, error.reason);
    throw error;
  }
}

export interface ApiBankItem {
  /** The dialogue's file and the official sample number, e.g. `file.jsonl#2`. */
  id: string;
  level: 1 | 2;
  /** Messages and calls before the gold call. */
  history: readonly Turn[];
  /** APIs of the dialogue, in order of first use. */
  apis: readonly string[];
  gold: ApiTurn;
  world: World;
}

const DIALOGUES = [
  { path: 'lv1-given-desc.dialogues.jsonl', level: 1 },
  { path: 'lv2-toolsearcher.dialogues.jsonl', level: 2 },
] as const;

type Dialogue = { file: string; turns: Turn[] };

async function loadDatabases(files: Loading<ApiBankItem>): Promise<Databases> {
  const databases: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(databaseSchemas))
    databases[name] = (await files.json<unknown>(`init_database/${name}.json`, schema)) ?? {};
  return databases as Databases;
}

/**
 * Returns a dialogue's samples with the official numbers. Gold call k, counted from 0, is sample 2k. If the turn after
 * call k is a call too, this turn is also sample 2k + 1.
 */
function samples({ file, turns }: Dialogue, level: 1 | 2, world: World): ApiBankItem[] {
  const calls = turns.flatMap((turn, index) => (turn.role === 'API' ? [index] : []));
  const apis = [...new Set(calls.map((index) => (turns[index] as ApiTurn).api_name))];
  return calls.flatMap((index, k) =>
    [index, index + 1].flatMap((at, offset) => {
      const gold = turns.at(at);
      if (gold?.role !== 'API') return [];
      return [{ id: `${file}#${2 * k + offset}`, level, history: turns.slice(0, at), apis, gold, world }];
    }),
  );
}

const load = loader<ApiBankItem>(async (files) => {
  const records = new Map<string, ApiResult[]>();
  const world: World = { databases: await loadDatabases(files), records };
  for (const { path: file, level } of DIALOGUES)
    for (const { at: line, value } of await files.jsonLines(file, dialogueSchema, { optional: level === 2 })) {
      for (const turn of value.turns) {
        if (turn.role !== 'API') continue;
        const known = records.get(turn.api_name) ?? [];
        known.push(turn.result);
        records.set(turn.api_name, known);
      }
      for (const item of samples(value, level, world)) files.add(item, { file, line });
    }
});

function signature(name: string): string {
  if (!Object.hasOwn(APIS, name)) return `${name}(...)`;
  const { parameters, optional } = APIS[name];
  const list = Object.entries(parameters).map(([parameter, type]) =>
    optional.includes(parameter) ? `${parameter}: ${type} (optional)` : `${parameter}: ${type}`,
  );
  return `${name}(${list.join(', ')})`;
}

function turnText(turn: Turn): string {
  if (turn.role !== 'API') return `${turn.role}: ${turn.text}`;
  const given = Object.entries(turn.param_dict).map(
    ([name, value]) => `${name}=${stringRepr(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  const { output, exception } = turn.result;
  return `API-Request: [${turn.api_name}(${given.join(', ')})]\nAPI-Result: ${JSON.stringify(exception ?? output)}`;
}

/** Writes our own prompt: signatures replace the official descriptions, and level 2 shows only `ToolSearcher`. */
function prompt({ level, apis, history }: ApiBankItem): ChatMessage[] {
  const shown = level === 1 ? apis : apis.filter((name) => name === 'ToolSearcher');
  const system = [
    'Continue the conversation with the next API request, one line in this form:',
    "API-Request: [Name(parameter='value', other='value')]",
    'APIs:',
    ...shown.map(signature),
  ];
  return [
    { role: 'system', content: system.join('\n') },
    { role: 'user', content: history.map(turnText).join('\n') },
  ];
}

/** Computes accuracy over scored calls, overall and by level. Counts failed calls by kind, and unscorable calls. */
function aggregate(all: readonly ScoredItem<ApiBankItem>[]): Record<string, number> {
  const scored = all.filter(({ verdict }) => verdict.subscores.error !== 'UNSCORABLE');
  const errors = groupBy(scored, ({ verdict }) => verdict.subscores.error as CallError | null);
  return {
    ...(scored.length > 0 && { accuracy: accuracy(scored) }),
    ...accuracyBy(scored, ({ level }) => `accuracy_level_${level}`),
    ...Object.fromEntries([...errors].flatMap(([error, some]) => (error === null ? [] : [[error, some.length]]))),
    ...(all.length > scored.length && { unscorable: all.length - scored.length }),
  };
}

export const apiBankOfficial = {
  name: 'apibank-official',
  rule: 'apibank-official-evaluator',
  files: [
    ...DIALOGUES.map(({ path, level }) => ({ path, required: level === 1 })),
    { path: 'init_database/*.json', required: true },
  ],
  load,
  score(item, output) {
    const { correct, error, reason } = evaluateCall(output, item.gold, item.world);
    return { correct, reason, subscores: { level: item.level, api: item.gold.api_name, error } };
  },
  aggregate,
  prompt,
  part: ({ level }) => `level-${level}`,
} satisfies Benchmark<ApiBankItem>;
