/**
 * @file The tasks of a run as data sets, one JSON line each: what the agent and the environment learned from, and the
 * evaluation tasks. The run is read an epoch at a time and its rows are written as they come, so that what is in memory
 * grows with the number of different tasks alone.
 */
import type { ChatMessage } from '../../benchmarks/benchmark.ts';
import { runEventFormat } from '../../genenv/log/event-format.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { taskKey } from '../../genenv/pools.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { knownCandidate } from '../../genenv/stages/inspect-task.ts';
import type { Family } from '../../tasks/family.ts';
import { PLAIN_TEXT } from '../../tasks/prompt-form.ts';
import { wordsOf } from '../../tasks/text.ts';

/** Adds text to the end of a file of the recipe; the file begins empty. */
export type AppendToFile = (path: string, text: string) => Promise<void>;

/** A task as the loop hands it to an engine, and what the run knows of it. */
export interface AgentRow {
  task: number;
  family: string;
  /** As its environment wrote it. */
  text: string;
  prompt: string;
  /** The conversation that the prompt is rendered from; null in a family without chat. */
  messages: readonly ChatMessage[] | null;
  level: number;
  /** The agent's success when it first attempted it; null where it never did. */
  pass_rate: number | null;
  epoch: number;
}

/** A pair of D_env with its weight, from which an environment learns. */
export interface EnvironmentRow {
  prompt: string;
  completion: string;
  weight: number;
  success_rate: number;
  family: string;
  epoch: number;
}

interface WrittenRows {
  /** Changed while the run was going on. */
  changes: Partial<Settings>;
  train: number;
  environment: number;
  /** Words of the longest prompt. */
  prompt: number;
  /** Families whose tasks are left out. */
  leftOut: string[];
}

type KnownTask = Pick<AgentRow, 'task' | 'text' | 'pass_rate' | 'epoch'>;

export function agentRow(family: Family, { task: index, text, pass_rate, epoch }: KnownTask): AgentRow {
  const { task, prompt, level } = knownCandidate(family, { family: family.name, text, source: 'base' }, PLAIN_TEXT);
  const messages = task === null ? null : (family.chat?.agent(task) ?? null);
  return { task: index, family: family.name, text, prompt, messages, level, pass_rate, epoch };
}

/**
 * The additions of an epoch to D_env: texts that passed the filter, with their regression weights.
 * @param events of one epoch
 */
function environmentRows(events: readonly RunEvent[]): EnvironmentRow[] {
  const rows: EnvironmentRow[] = [];
  let written = new Map<number, { family: string; context: string; text: string; seed: string }>();
  let rates = new Map<number, number>();
  for (const event of events) {
    if (event.type === 'tasks-written') written = new Map(event.texts.map((text) => [text.index, text]));
    if (event.type === 'scored') rates = new Map(event.tasks.map(({ task, successRate }) => [task, successRate]));
    if (event.type !== 'filtered') continue;
    for (const { task, weight } of event.tasks) {
      if (weight === 0) continue;
      const { family, context, text, seed } = written.get(task)!;
      const completion = text.slice(seed.length).trim();
      rows.push({ prompt: context, completion, weight, success_rate: rates.get(task)!, family, epoch: event.epoch });
    }
  }
  return rows;
}

export const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Words of the longest prompt: what lengths in tokens are estimated from. */
export const longestPrompt = (rows: readonly AgentRow[]): number =>
  Math.max(0, ...rows.map(({ prompt }) => wordsOf(prompt).length));

/** Writes train.jsonl, the tasks of D_train, each once, and environment.jsonl, the pairs of D_env. */
export async function writeRows(
  epochs: Iterable<readonly RunEvent[]> | AsyncIterable<readonly RunEvent[]>,
  families: readonly Family[],
  append: AppendToFile,
): Promise<WrittenRows> {
  const firstSuccess = new Map<string, number>();
  const known = new Set<string>();
  const leftOut = new Set<string>();
  const found: WrittenRows = { changes: {}, train: 0, environment: 0, prompt: 0, leftOut: [] };
  await append('train.jsonl', '');
  await append('environment.jsonl', '');
  for await (const epoch of epochs) {
    const train: AgentRow[] = [];
    let texts = new Map<number, { family: string; text: string }>();
    for (const event of epoch) {
      if (event.type === 'settings-changed') Object.assign(found.changes, event.changes);
      if (event.type === 'tasks-written') texts = new Map(event.texts.map((text) => [text.index, text]));
      if (event.type === 'scored')
        for (const { task, count } of event.tasks) {
          const key = taskKey(texts.get(task)!);
          if (!firstSuccess.has(key)) firstSuccess.set(key, count.k / count.n);
        }
    }
    for (const entry of runEventFormat.poolEntries(epoch).train) {
      const key = taskKey(entry);
      if (known.size === known.add(key).size) continue;
      const family = families.find(({ name }) => name === entry.family);
      if (family === undefined) leftOut.add(entry.family);
      else {
        const task = found.train + train.length;
        train.push(agentRow(family, { ...entry, task, pass_rate: firstSuccess.get(key) ?? null }));
      }
    }
    const pairs = environmentRows(epoch).filter(({ family }) => families.some(({ name }) => name === family));
    found.train += train.length;
    found.environment += pairs.length;
    found.prompt = Math.max(found.prompt, longestPrompt(train));
    await append('train.jsonl', jsonLines(train));
    await append('environment.jsonl', jsonLines(pairs));
  }
  return { ...found, leftOut: [...leftOut] };
}
