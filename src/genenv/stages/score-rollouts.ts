/**
 * @file Rewards, advantages and success of an epoch's rollouts (Algorithm 1, step 2).
 */
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import type { Candidate } from '../candidate.ts';
import type { EnvironmentCurriculum } from '../environment-curricula.ts';
import { addCounts, successRate } from '../../curriculum/success.ts';
import type { Rollout, RunState, Scored } from '../events.ts';
import type { Settings } from '../settings/settings.ts';
import { agentReward } from './agent-reward.ts';
import { scoreGroups } from './score-groups.ts';
import type { Group } from './update-agent.ts';

const ofTask = <Item extends { task: number }>(items: readonly Item[], { text }: Candidate): Item[] =>
  items.filter(({ task }) => task === text.index);

/**
 * @param curriculum what the environment is rewarded for
 * @param tasks those attempted; `rollouts` are in their order
 */
export const scoreRollouts = (
  settings: Settings,
  curriculum: Pick<EnvironmentCurriculum, 'reward'>,
  epoch: number,
  tasks: readonly Candidate[],
  rollouts: readonly Rollout[],
): Scored =>
  scoreGroups(
    settings,
    curriculum,
    epoch,
    tasks.map((candidate) => ({
      task: candidate.text.index,
      batch: candidate.text.batch,
      rollouts: ofTask(rollouts, candidate).map(({ task, rollout, turns, finish }) => ({
        task,
        rollout,
        ...agentReward(candidate.family, candidate.task, turns, finish, settings.successThreshold),
      })),
    })),
  );

/** The groups GRPO learns from, one per task. */
export const groupsOf = (
  tasks: readonly Candidate[],
  rollouts: readonly Rollout[],
  scored: Scored,
  tokenizer: TextTokenizer,
): Group[] =>
  tasks.map((candidate) => {
    const scores = ofTask(scored.rollouts, candidate);
    return {
      promptIds: tokenizer.encode(candidate.text.prompt),
      rollouts: ofTask(rollouts, candidate),
      rewards: scores.map(({ reward }) => reward),
      advantages: scores.map(({ advantage }) => advantage),
      solved: scores.every(({ success }) => success),
    };
  });

/** The exponential mean of success by family after this epoch; a family without tasks keeps its own. */
export function recentSuccess(
  settings: Pick<Settings, 'recentSuccessDecay'>,
  { recentSuccess: before }: RunState,
  tasks: readonly Candidate[],
  scored: Scored,
): Record<string, number> {
  const decay = settings.recentSuccessDecay;
  return Object.fromEntries(
    Object.entries(before).map(([name, past]) => {
      const counts = scored.tasks.filter((_, i) => tasks[i].family.name === name).map(({ count }) => count);
      const now = addCounts(counts);
      return [name, now.n === 0 ? past : decay * past + (1 - decay) * successRate(now)];
    }),
  );
}
