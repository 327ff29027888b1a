/**
 * @file Rewards, advantages and success of an epoch's rollouts (Algorithm 1, step 2).
 */
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import type { Candidate } from '../candidate.ts';
import { advantageScale, groupAdvantages } from '../curriculum/advantages.ts';
import type { EnvironmentCurriculum } from '../curriculum/environment-curricula.ts';
import { addCounts, scopeCounts, successRate } from '../curriculum/success.ts';
import type { Rollout, RunState, Scored, ScoredRollout } from '../events.ts';
import type { Settings } from '../settings/settings.ts';
import { agentReward } from './agent-reward.ts';
import type { Group } from './update-agent.ts';

const ofTask = <Item extends { task: number }>(items: readonly Item[], { text }: Candidate): Item[] =>
  items.filter(({ task }) => task === text.index);

function scoreGroup(settings: Settings, candidate: Candidate, rollouts: readonly Rollout[]): ScoredRollout[] {
  const scores = rollouts.map(({ turns, finish }) =>
    agentReward(candidate.family, candidate.task, turns, finish, settings.successThreshold),
  );
  const advantages = groupAdvantages(
    scores.map(({ reward }) => reward),
    advantageScale(settings),
  );
  return rollouts.map(({ task, rollout }, i) => ({ task, rollout, ...scores[i], advantage: advantages[i] }));
}

/**
 * @param curriculum what the environment is rewarded for
 * @param tasks those attempted; `rollouts` are in their order
 */
export function scoreRollouts(
  settings: Settings,
  curriculum: Pick<EnvironmentCurriculum, 'reward'>,
  epoch: number,
  tasks: readonly Candidate[],
  rollouts: readonly Rollout[],
): Scored {
  const groups = tasks.map((candidate) => scoreGroup(settings, candidate, ofTask(rollouts, candidate)));
  const counts = groups.map((group) => ({ k: group.filter(({ success }) => success).length, n: group.length }));
  const scopes = scopeCounts(
    tasks.map(({ text }, i) => ({ batch: text.batch, count: counts[i] })),
    settings.successScope,
  );
  return {
    type: 'scored',
    epoch,
    rollouts: groups.flat(),
    tasks: tasks.map(({ text }, i) => ({
      task: text.index,
      count: counts[i],
      scope: scopes[i],
      successRate: successRate(scopes[i]),
      environmentReward: curriculum.reward(successRate(scopes[i]), settings),
    })),
  };
}

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
