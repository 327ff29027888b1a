/**
 * @file Tasks of a run as data sets: one JSON line each, in the columns verl reads (`data_source`, `prompt`, `ability`,
 * `reward_model`, `extra_info`), which TRL passes on to a reward function.
 */
import { evaluationTasksOf } from '../../genenv/stages/evaluate.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { Family } from '../../tasks/family.ts';
import { PLAIN_TEXT } from '../../tasks/prompt-form.ts';
import { familyByName } from '../../tasks/registry.ts';
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

/**
 * The tasks of D_train, each once, with the success of their first attempt. Epochs are given one after the other; of those
 * before, only the successes by task are held.
 */
export class TrainRows {
  private readonly firstSuccess = new Map<string, number>();
  private tasks = 0;

  /** @param epoch the events of one epoch */
  of(epoch: readonly RunEvent[]): AgentRow[] {
    const rows: AgentRow[] = [];
    let texts = new Map<number, { family: string; text: string }>();
    for (const event of epoch) {
      if (event.type === 'tasks-written') texts = new Map(event.texts.map((text) => [text.index, text]));
      if (event.type === 'scored')
        for (const { task, count } of event.tasks) {
          const key = taskKey(texts.get(task)!);
          if (!this.firstSuccess.has(key)) this.firstSuccess.set(key, count.k / count.n);
        }
      if (event.type !== 'pools-updated') continue;
      for (const { family: name, text, epoch } of event.train) {
        const passRate = this.firstSuccess.get(taskKey({ family: name, text })) ?? null;
        rows.push(...agentRow({ family: familyByName(name), text, epoch, passRate }, 'train', this.tasks++));
      }
    }
    return rows;
  }
}

const taskKey = ({ family, text }: { family: string; text: string }): string => `${family} ${text}`;

/** The run's evaluation tasks. */
export const heldOutRows = (settings: Settings, families: readonly Family[]): AgentRow[] =>
  evaluationTasksOf(families, settings, PLAIN_TEXT).flatMap(({ family, text: { text } }, index) =>
    agentRow({ family, text, passRate: null, epoch: 0 }, 'test', index),
  );

/**
 * What an epoch adds to D_env: what passed the filter, with the weights it was regressed on with.
 * @param events of one epoch
 */
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

/** Words of the longest prompt: what lengths in tokens are estimated from. 0 where there are no rows. */
export const longestPrompt = (rows: readonly AgentRow[]): number =>
  rows.reduce((most, { prompt }) => Math.max(most, joinWords(prompt[0].content).split(/\s+/).length), 0);
