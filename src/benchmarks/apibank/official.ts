/**
 * @file Scores API-Bank by its official call evaluator, on the dialogues of levels 1 and 2. At every gold call the
 * model reads the conversation so far and must make that call.
 */
import { groupBy } from '../../common/mean.ts';
import { accuracy, accuracyBy, type Benchmark, type ScoredItem } from '../benchmark.ts';
import { loader, type Loading } from '../files.ts';
import { stringRepr } from '../../common/python-value.ts';
import type { CallError, World } from './apis/api.ts';
import { APIS, evaluateCall } from './evaluator.ts';
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
 * Numbers a dialogue's samples in the official way: the gold call k is sample 2k, and the turn after it sample 2k + 1.
 * If that turn is a call too, it is in two samples.
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

/** Writes our own prompt: signatures replace the official descriptions, and level 2 shows only the tool search. */
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
 * Computes accuracy over the scored calls, overall and by level. Counts failed calls by kind, and calls that could not
 * be scored.
 */
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
