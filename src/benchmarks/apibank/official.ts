/**
 * @file Scores API-Bank by its official call evaluator, on the dialogues of levels 1 and 2: at every gold call the
 * model sees the conversation so far and must make that call.
 */
import type { Benchmark, BenchmarkFiles, Loaded, FileProblem, ScoredItem } from '../benchmark.ts';
import { duplicateId, parseJson, readJsonLines, readText, mismatch } from '../files.ts';
import { stringRepr } from '../../common/python-value.ts';
import { APIS, evaluateCall, type CallError, type Start } from './evaluator.ts';
import {
  type ApiResult,
  type ApiTurn,
  type Databases,
  databaseSchemas,
  dialogueSchema,
  type Turn,
} from './call-text.ts';
import type { ChatMessage } from '../../tasks/family.ts';

export interface ApiBankItem {
  /** Joins the dialogue's file and the official sample number, e.g. `file.jsonl#2`. */
  id: string;
  level: 1 | 2;
  /** Holds everything said and called before the gold call. */
  history: readonly Turn[];
  /** Lists the APIs that this dialogue uses, in order of first use. */
  apis: readonly string[];
  gold: ApiTurn;
  start: Start;
}

const DIALOGUES = [
  { path: 'lv1-given-desc.dialogues.jsonl', level: 1 },
  { path: 'lv2-toolsearcher.dialogues.jsonl', level: 2 },
] as const;

type Dialogue = { file: string; turns: Turn[] };

async function loadDatabases(source: BenchmarkFiles, problems: FileProblem[]): Promise<Databases> {
  const databases: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(databaseSchemas)) {
    const path = `init_database/${name}.json`;
    databases[name] = {};
    const read = await readText(source, path);
    problems.push(...read.problems);
    if (read.text === null) continue;
    const { value, problem } = parseJson(read.text);
    const checked = schema.safeParse(value);
    if (problem === null && checked.success) databases[name] = checked.data;
    else problems.push({ file: path, line: null, ...(problem ?? mismatch(checked.error!)) });
  }
  return databases as Databases;
}

/**
 * Numbers a dialogue's samples as officially: each gold call is sample 2k, and the turn after it sample 2k + 1. When
 * that turn is a call too, it is asked twice.
 */
function samples({ file, turns }: Dialogue, level: 1 | 2, start: Start): ApiBankItem[] {
  const calls = turns.flatMap((turn, index) => (turn.role === 'API' ? [index] : []));
  const apis = [...new Set(calls.map((index) => (turns[index] as ApiTurn).api_name))];
  return calls.flatMap((index, k) =>
    [index, index + 1].flatMap((at, offset) => {
      const gold = turns.at(at);
      if (gold?.role !== 'API') return [];
      return [{ id: `${file}#${2 * k + offset}`, level, history: turns.slice(0, at), apis, gold, start }];
    }),
  );
}

async function load(source: BenchmarkFiles): Promise<Loaded<ApiBankItem>> {
  const problems: FileProblem[] = [];
  const databases = await loadDatabases(source, problems);
  const records = new Map<string, ApiResult[]>();
  const start: Start = { databases, records };
  const items = new Map<string, ApiBankItem>();
  for (const { path, level } of DIALOGUES) {
    const { rows, problems: found } = await readJsonLines(source, path, dialogueSchema, { optional: level === 2 });
    problems.push(...found);
    for (const { line, value } of rows) {
      for (const turn of value.turns) {
        if (turn.role !== 'API') continue;
        const known = records.get(turn.api_name) ?? [];
        known.push(turn.result);
        records.set(turn.api_name, known);
      }
      for (const item of samples(value, level, start)) {
        if (items.has(item.id)) {
          problems.push({ file: path, line, ...duplicateId(value.file) });
        } else items.set(item.id, item);
      }
    }
  }
  return { items: [...items.values()], problems };
}

function signature(name: string): string {
  if (!Object.hasOwn(APIS, name)) return `${name}(...)`;
  const { parameters, optional = [] } = APIS[name];
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

/** The prompt is ours: signatures replace the official descriptions, and level 2 shows only the tool search. */
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

/**
 * Computes accuracy over what could be scored, overall and by level. Counts what could not be scored, and failed calls
 * by kind.
 */
function aggregate(all: readonly ScoredItem<ApiBankItem>[]): Record<string, number> {
  const figures: Record<string, number> = {};
  const scored = all.filter(({ verdict }) => verdict.subscores.error !== 'UNSCORABLE');
  const share = (group: readonly ScoredItem<ApiBankItem>[]) =>
    group.filter(({ verdict }) => verdict.correct === true).length / group.length;
  if (scored.length > 0) figures.accuracy = share(scored);
  for (const level of [1, 2]) {
    const group = scored.filter(({ item }) => item.level === level);
    if (group.length > 0) figures[`accuracy_level_${level}`] = share(group);
  }
  for (const { verdict } of scored) {
    const error = verdict.subscores.error as CallError | null;
    if (error !== null) figures[error] = (figures[error] ?? 0) + 1;
  }
  if (all.length > scored.length) figures.unscorable = all.length - scored.length;
  return figures;
}

export const apiBankOfficial = {
  name: 'apibank-official',
  rule: 'apibank-official-evaluator',
  files: [
    { path: 'lv1-given-desc.dialogues.jsonl', required: true },
    { path: 'lv2-toolsearcher.dialogues.jsonl', required: false },
    { path: 'init_database/*.json', required: true },
  ],
  load,
  score(item, output) {
    const { correct, error, reason } = evaluateCall(output, item.gold, item.start);
    return { correct, reason, subscores: { level: item.level, api: item.gold.api_name, error } };
  },
  aggregate,
  prompt,
  part: ({ level }) => `level-${level}`,
} satisfies Benchmark<ApiBankItem>;
