/** @file Measures a model: the agent's success, and the environment's texts. */
import { attemptTasks, evaluationTasksOf, meansByLevel } from '../genenv/stages/evaluate.ts';
import type { Candidate } from '../genenv/stages/inspect-task.ts';
import type { Sampler } from '../policy/policy.ts';
import { parseSettings, type Settings } from '../genenv/settings/settings.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';
import { writeTasks } from '../genenv/stages/write-tasks.ts';
import { type Family, promptForm, type Split } from '../tasks/family.ts';
import { withKeyText } from '../tasks/family-parts.ts';

/** Maps a family to one share in [0, 1] per level, lowest level first. */
export type ByLevel = Record<string, number[]>;

export interface AgentMeasure {
  split: Split;
  /** Numbers of tasks per level, and of samples per task at temperature 1. */
  tasksPerLevel: number;
  samples: number;
  success: ByLevel;
  /** Share of answers in the output format, whether right or wrong. */
  wellFormed: ByLevel;
}

/** A text that a model wrote during a measurement. */
export interface WrittenSample {
  /** Level of the task, or 0 if the environment's text is no valid task. */
  level: number;
  /** Text that the agent read. Empty for the environment. */
  prompt: string;
  written: string;
  /** True if the answer is right, or the task is valid. */
  right: boolean;
}

/** A measurement with some of the texts behind it. */
export interface Measured<Measure> {
  measure: Measure;
  samples: WrittenSample[];
}

export interface EnvironmentMeasure {
  texts: number;
  valid: number;
  /** Share of right answer keys among verifiable ones, if the model writes keys. */
  rightKeys?: number;
  /** Share of valid texts at each level. */
  levels: ByLevel;
}

const round = (share: number): number => Number(share.toFixed(4));

/** Sizes of a measurement. Default: the default settings for evaluations. */
export type MeasureSizes = Partial<Pick<Settings, 'evalSplit' | 'evalTasks' | 'evalSamples'>> & {
  /** Number of texts that the environment writes per family. */
  texts?: number;
};

export async function measureAgent(
  agent: Pick<Sampler, 'describe' | 'generate'>,
  families: readonly Family[],
  tokenizer: TextTokenizer,
  { texts: _, ...sizes }: MeasureSizes = {},
): Promise<Measured<AgentMeasure>> {
  const settings = parseSettings({ families: families.map(({ name }) => name), ...sizes });
  const { evalSplit: split, evalTasks: tasksPerLevel, evalSamples: samples, seed } = settings;
  const tasks = evaluationTasksOf(families, settings, promptForm(tokenizer.chat));
  const { contextLength } = await agent.describe();
  const attempts = await attemptTasks({
    agent,
    tokenizer,
    tasks,
    samples,
    temperature: 1,
    settings,
    contextLength,
    seed,
  });
  const share = (part: 'success' | 'wellFormed'): ByLevel => {
    const means = Object.entries(meansByLevel(families, attempts, (score) => Number(score[part])));
    return Object.fromEntries(means.map(([family, levels]) => [family, levels.map((mean) => round(mean ?? 0))]));
  };
  const first = new Map(attempts.map((attempt) => [`${attempt.candidate.family} ${attempt.candidate.level}`, attempt]));
  return {
    measure: { split, tasksPerLevel, samples, success: share('success'), wellFormed: share('wellFormed') },
    samples: [...first.values()].map(({ candidate: { level, prompt }, rollout, score: { success } }) => ({
      level,
      prompt,
      written: rollout.turns.join(' / '),
      right: success,
    })),
  };
}

export const TEXTS_PER_FAMILY = 192;
const SAMPLES = 6;

export async function measureEnvironment(
  environment: Pick<Sampler, 'generate'>,
  families: readonly Family[],
  tokenizer: TextTokenizer,
  writesKeys = false,
  { texts = TEXTS_PER_FAMILY }: MeasureSizes = {},
): Promise<Measured<EnvironmentMeasure>> {
  const settings = parseSettings({
    overSampling: 1,
    maxDraws: 1,
    families: families.map(({ name }) => name),
    answerKey: writesKeys ? 'written' : 'oracle',
  });
  const { candidates } = await writeTasks({
    writer: environment,
    families,
    tokenizer,
    settings,
    epoch: 0,
    state: { recentSuccess: Object.fromEntries(families.map(({ name }) => [name, 0.5])) },
    source: 'environment',
    needed: texts * families.length,
    refuse: () => null,
  });
  const valid = candidates.filter(({ verdict }) => verdict === 'valid');
  const keys = candidates.flatMap(({ key }) => key ?? []);
  const checked = keys.filter(({ right }) => right !== null);
  return {
    measure: {
      texts: candidates.length,
      valid: round(valid.length / candidates.length),
      ...((writesKeys || keys.length > 0) && {
        rightKeys: round(checked.filter(({ right }) => right).length / (checked.length || 1)),
      }),
      levels: Object.fromEntries(families.map((family) => [family.name, levelShares(family, valid)])),
    },
    samples: candidates.slice(0, SAMPLES).map(({ level, text, verdict, key, world }) => ({
      level,
      prompt: '',
      written: key ? withKeyText(world, text, key.turns) : text,
      right: verdict === 'valid',
    })),
  };
}

/** Computes the share of a family's texts at each level, lowest level first. */
function levelShares(family: Family, candidates: readonly Candidate[]): number[] {
  const own = candidates.filter((candidate) => candidate.family === family.name);
  return Array.from({ length: family.levels }, (_, index) =>
    round(own.filter(({ level }) => level === index + 1).length / (own.length || 1)),
  );
}
