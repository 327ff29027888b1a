/**
 * @file Tasks of a run as data sets: one JSON line each, in the columns verl reads (`data_source`, `prompt`, `ability`,
 * `reward_model`, `extra_info`), which TRL passes on to a reward function.
 */
import { evaluationTasksOf } from '../../genenv/stages/evaluate.ts';
import type { RunEvent } from '../../genenv/events.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { Family } from '../../tasks/family.ts';
import { PLAIN_TEXT } from '../../tasks/prompt-form.ts';
import { joinWords } from '../../tasks/text.ts';
import { rewardSpec } from './reward-spec.ts';

export interface AgentRow {
  data_source: string;
  prompt: { role: 'user'; content: string }[];
  ability: string;
  /** `ground_truth`: a RewardSpec as JSON text, since a column must have one type. */
  reward_model: { style: 'rule'; ground_truth: string };
  extra_info: {
    split: 'train' | 'test';
    index: number;
    level: number;
    /** The task as its environment wrote it. */
    text: string;
    /** The agent's success when it first attempted it; null where it never did. */
    pass_rate: number | null;
    epoch: number;
  };
}

/** What an environment learns from: a pair of D_env with its weight. */
export interface EnvironmentRow {
  prompt: string;
  completion: string;
  weight: number;
  success_rate: number;
  family: string;
  epoch: number;
}

interface KnownTask {
  family: Family;
  text: string;
  passRate: number | null;
  epoch: number;
}

function agentRow({ family, text, passRate, epoch }: KnownTask, split: 'train' | 'test', index: number): AgentRow[] {
  const spec = rewardSpec(family, text);
  const parsed = family.parse(text);
  if (!spec || !parsed.ok) return [];
  return [
    {
      data_source: `genenv/${family.name}`,
      prompt: [{ role: 'user', content: `${family.title}. ${family.prompt(parsed.task)}` }],
      ability: family.name,
      reward_model: { style: 'rule', ground_truth: JSON.stringify(spec) },
      extra_info: { split, index, level: family.level(parsed.task), text, pass_rate: passRate, epoch },
    },
  ];
}

/** The tasks of D_train, each once, with the success of their first attempt. */
export function trainRows(events: readonly RunEvent[], families: readonly Family[]): AgentRow[] {
  const byName = new Map(families.map((family) => [family.name, family]));
  const attempts = new Map<string, number>();
  const tasks: KnownTask[] = [];
  let texts: { family: string; text: string; index: number }[] = [];
  for (const event of events) {
    if (event.type === 'tasks-written') texts = event.texts;
    if (event.type === 'scored') {
      const byIndex = new Map(texts.map((text) => [text.index, text]));
      for (const { task, count } of event.tasks) {
        const { family, text } = byIndex.get(task)!;
        const key = `${family} ${text}`;
        if (!attempts.has(key)) attempts.set(key, count.k / count.n);
      }
    }
    if (event.type === 'pools-updated')
      for (const { family, text, epoch } of event.train)
        tasks.push({
          family: byName.get(family)!,
          text,
          epoch,
          passRate: attempts.get(`${family} ${text}`) ?? null,
        });
  }
  return tasks.flatMap((task, index) => agentRow(task, 'train', index));
}

/** The run's evaluation tasks. */
export const heldOutRows = (settings: Settings, families: readonly Family[]): AgentRow[] =>
  evaluationTasksOf(families, settings, PLAIN_TEXT).flatMap(({ family, text: { text } }, index) =>
    agentRow({ family, text, passRate: null, epoch: 0 }, 'test', index),
  );

/** D_env: what passed the filter, with the weights it was regressed on with. */
export function environmentRows(events: readonly RunEvent[]): EnvironmentRow[] {
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

/** Words of the longest prompt and answer: what lengths in tokens are estimated from. */
export function longest(rows: readonly AgentRow[], families: readonly Family[]): { prompt: number; answer: number } {
  const words = (text: string) => joinWords(text).split(/\s+/).length;
  return {
    prompt: Math.max(1, ...rows.map(({ prompt }) => words(prompt[0].content))),
    answer: Math.max(1, ...families.map(({ maxAnswerTokens }) => maxAnswerTokens)),
  };
}
