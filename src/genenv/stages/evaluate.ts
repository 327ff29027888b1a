/** @file Measures success by level on fixed tasks that are never used for training. */
import { meanOrNull, meanOrZero } from '../../common/mean.ts';
import { evaluationTasks } from '../../tasks/data.ts';
import type { Family, PromptForm, Score } from '../../tasks/family.ts';
import type { HeldOut, HeldOutAnswer, Rollout } from '../log/events.ts';
import { type Candidate, knownCandidate } from './inspect-task.ts';
import type { SamplingChoices } from '../epoch-settings.ts';
import type { Sampler } from '../../policy/policy.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import { randomKey } from '../../random/streams.ts';
import type { RolloutReason } from '../log/reasons.ts';
import type { Settings } from '../settings/settings-table.ts';
import { agentReward } from './score-rollouts.ts';
import { rollOut } from './roll-out.ts';

export function evaluationTasksOf(
  families: readonly Family[],
  settings: Pick<Settings, 'evalSplit' | 'evalTasks'>,
  form: PromptForm,
): Candidate[] {
  const texts = families.flatMap((family) =>
    evaluationTasks(family, settings.evalSplit, settings.evalTasks).map(({ text }) => ({ family, text })),
  );
  return texts.map(({ family, text }, index): Candidate => {
    const known = { family: family.name, text, source: 'base', index, batch: index } as const;
    const candidate = knownCandidate(family, known, form);
    if (candidate.task === null)
      throw new Error(`The evaluation task “${text}” of ${family.name} is not valid: ${candidate.reason?.code}`);
    return candidate;
  });
}

export interface AttemptRequest {
  agent: Pick<Sampler, 'generate'>;
  tokenizer: TextTokenizer;
  tasks: readonly Candidate[];
  /** Number of attempts per task. */
  samples: number;
  temperature: number;
  settings: Pick<Settings, 'successThreshold'> & SamplingChoices;
  /** Largest number of tokens of prompt and answer together. */
  contextLength: number;
  seed: number;
}

export interface ScoredAttempt {
  candidate: Candidate;
  rollout: Rollout;
  score: Score<RolloutReason>;
}

/**
 * Attempts evaluation tasks and scores the answers. Every evaluation uses the same random numbers, so results differ
 * only if weights or settings do. @returns attempts, ordered by task, then by sample
 */
export async function attemptTasks(request: AttemptRequest): Promise<ScoredAttempt[]> {
  const { agent, tokenizer, tasks, samples, temperature, settings, contextLength, seed } = request;
  const { rollouts } = await rollOut({
    agent,
    tokenizer,
    tasks,
    rolloutsPerTask: samples,
    temperature,
    settings,
    contextLength,
    key: randomKey(seed, 'evaluation', 0),
  });
  return rollouts.map((rollout, index) => {
    const candidate = tasks[Math.floor(index / samples)];
    const { world, task } = candidate;
    const score = agentReward(world, task, rollout.turns, rollout.finish, settings.successThreshold);
    return { candidate, rollout, score };
  });
}

/** Returns the mean of `value` at each level of each family, level 1 first. It is null at a level without attempts. */
export function meansByLevel<Attempt extends { candidate: Candidate; score: object }>(
  families: readonly Family[],
  attempts: readonly Attempt[],
  value: (score: Attempt['score']) => number,
): Record<string, (number | null)[]> {
  const atLevel = (family: Family, level: number) =>
    attempts.filter(({ candidate }) => candidate.world === family && candidate.level === level);
  return Object.fromEntries(
    families.map((family) => [
      family.name,
      Array.from({ length: family.levels }, (_, i) =>
        meanOrNull(atLevel(family, i + 1).map(({ score }) => value(score))),
      ),
    ]),
  );
}

/** Returns mean success at each level of each family (0 without attempts), and the mean over all of these levels. */
export function levelMeans(
  families: readonly Family[],
  attempts: readonly { candidate: Candidate; score: { success: boolean } }[],
): Pick<HeldOut, 'byLevel' | 'success'> {
  const means = meansByLevel(families, attempts, ({ success }) => Number(success));
  const byLevel = Object.fromEntries(
    Object.entries(means).map(([family, levels]) => [family, levels.map((success) => success ?? 0)]),
  );
  return { byLevel, success: meanOrZero(Object.values(byLevel).flat()) };
}

/** Returns the first attempt at the first task of each level of each family, in the order of the attempts. */
function followedAnswers(attempts: readonly ScoredAttempt[]): HeldOutAnswer[] {
  const followed = new Map<string, ScoredAttempt>();
  for (const attempt of attempts) {
    const { family, level } = attempt.candidate;
    const place = `${family} ${level}`;
    if (!followed.has(place)) followed.set(place, attempt);
  }
  return [...followed.values()].map(({ candidate, rollout, score }) => {
    const { family, level, text: task, prompt } = candidate;
    const { ids, tokens, logprobs, mask } = rollout;
    return { family, level, task, prompt, ids, tokens, logprobs, mask, success: score.success };
  });
}

/** Measures avg@k by level, the mean success of k attempts per task. Returns null without tasks. */
export async function evaluate(
  agent: Pick<Sampler, 'generate'>,
  tokenizer: TextTokenizer,
  tasks: readonly Candidate[],
  settings: Settings,
  contextLength: number,
): Promise<HeldOut | null> {
  if (tasks.length === 0) return null;
  const { evalSplit: split, evalSamples: samples, evalTemperature: temperature, seed } = settings;
  const attempts = await attemptTasks({ agent, tokenizer, tasks, samples, temperature, settings, contextLength, seed });
  const families = [...new Set(tasks.map(({ world }) => world))];
  return { split, samples, ...levelMeans(families, attempts), answers: followedAnswers(attempts) };
}
