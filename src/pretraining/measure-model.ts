/**
 * @file What a freshly pre-trained model can do, for the manifest: the agent on the held-out tasks, the environment on
 * its own texts.
 */
import { agentReward } from '../genenv/stages/agent-reward.ts';
import { evaluationTasksOf } from '../genenv/stages/evaluate.ts';
import type { Policy } from '../policy/policy.ts';
import { randomKey } from '../random/streams.ts';
import { rollOut } from '../genenv/stages/roll-out.ts';
import { parseSettings } from '../genenv/settings/settings.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';
import { writeTasks } from '../genenv/stages/write-tasks.ts';
import type { Family, Split } from '../tasks/family.ts';

/** Shares by level of one family, first level first. */
export type ByLevel = Record<string, number[]>;

export interface AgentMeasure {
  split: Split;
  /** Tasks of each level, and samples of each at temperature 1. */
  tasksPerLevel: number;
  samples: number;
  success: ByLevel;
  /** Share of answers that follow the output schema: what play has taught. */
  wellFormed: ByLevel;
}

export interface EnvironmentMeasure {
  texts: number;
  valid: number;
  /** Share of valid texts at each level. */
  levels: ByLevel;
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const round = (share: number): number => Number(share.toFixed(4));

const byLevel = <Item>(families: readonly Family[], measure: (family: Family, level: number) => Item) =>
  Object.fromEntries(
    families.map((family) => [
      family.name,
      Array.from({ length: family.levels }, (_, index) => measure(family, index + 1)),
    ]),
  );

export async function measureAgent(
  agent: Policy,
  families: readonly Family[],
  tokenizer: TextTokenizer,
): Promise<AgentMeasure> {
  const settings = parseSettings({ families: families.map(({ name }) => name) });
  const tasks = evaluationTasksOf(families, settings);
  const { contextLength } = await agent.describe();
  const { rollouts } = await rollOut({
    agent,
    tokenizer,
    tasks,
    rolloutsPerTask: settings.evalSamples,
    temperature: 1,
    settings,
    contextLength,
    key: randomKey(settings.seed, 'evaluation', 0),
  });
  const outcomes = rollouts.map(({ task, turns, finish }) => {
    const { family, task: parsed, text } = tasks[task];
    return {
      family,
      level: text.level,
      ...agentReward(family, parsed, turns, finish, settings.successThreshold),
    };
  });
  const share = (part: 'success' | 'wellFormed') =>
    byLevel(families, (family, level) =>
      round(mean(outcomes.filter((o) => o.family === family && o.level === level).map((o) => (o[part] ? 1 : 0)))),
    );
  return {
    split: settings.evalSplit,
    tasksPerLevel: settings.evalTasks,
    samples: settings.evalSamples,
    success: share('success'),
    wellFormed: share('wellFormed'),
  };
}

const TEXTS_PER_FAMILY = 192;

export async function measureEnvironment(
  environment: Policy,
  families: readonly Family[],
  tokenizer: TextTokenizer,
): Promise<EnvironmentMeasure> {
  const settings = parseSettings({ overSampling: 1, maxDraws: 1, families: families.map(({ name }) => name) });
  const { candidates } = await writeTasks({
    writer: environment,
    families,
    tokenizer,
    settings,
    epoch: 0,
    recentSuccess: Object.fromEntries(families.map(({ name }) => [name, 0.5])),
    source: 'environment',
    needed: TEXTS_PER_FAMILY * families.length,
    refuse: () => null,
  });
  const valid = candidates.filter(({ text }) => text.verdict === 'valid');
  return {
    texts: candidates.length,
    valid: round(valid.length / candidates.length),
    levels: byLevel(families, (family, level) => {
      const own = valid.filter((candidate) => candidate.family === family);
      return round(own.filter(({ text }) => text.level === level).length / (own.length || 1));
    }),
  };
}
