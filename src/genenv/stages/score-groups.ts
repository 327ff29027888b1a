/**
 * @file Advantages, success and R_env of groups of judged rollouts (Algorithm 1, step 2), whoever judged them: the
 * families of this program, or the trainer whose log is imported.
 */
import { groupAdvantages, isMixed } from '../../curriculum/advantages.ts';
import { advantageScale } from '../loss-variants.ts';
import type { EnvironmentCurriculum } from '../environment-curricula.ts';
import { scopeCounts, successRate } from '../../curriculum/success.ts';
import type { AgentUpdated, Scored, ScoredRollout } from '../events.ts';
import type { Settings } from '../settings/settings.ts';

/** The rollouts of one task with their verdicts. */
export interface JudgedGroup {
  task: number;
  /** The task batch it belongs to. */
  batch: number;
  rollouts: readonly Omit<ScoredRollout, 'advantage'>[];
}

function withAdvantages(settings: Settings, rollouts: JudgedGroup['rollouts']): ScoredRollout[] {
  const advantages = groupAdvantages(
    rollouts.map(({ reward }) => reward),
    advantageScale(settings),
  );
  return rollouts.map((rollout, i) => ({ ...rollout, advantage: advantages[i] }));
}

/** @param curriculum what the environment is rewarded for */
export function scoreGroups(
  settings: Settings,
  curriculum: Pick<EnvironmentCurriculum, 'reward'>,
  epoch: number,
  groups: readonly JudgedGroup[],
): Scored {
  const counts = groups.map(({ rollouts }) => ({
    k: rollouts.filter(({ success }) => success).length,
    n: rollouts.length,
  }));
  const scopes = scopeCounts(
    groups.map(({ batch }, i) => ({ batch, count: counts[i] })),
    settings.successScope,
  );
  return {
    type: 'scored',
    epoch,
    rollouts: groups.flatMap(({ rollouts }) => withAdvantages(settings, rollouts)),
    tasks: groups.map(({ task }, i) => ({
      task,
      count: counts[i],
      scope: scopes[i],
      successRate: successRate(scopes[i]),
      environmentReward: curriculum.reward(successRate(scopes[i]), settings),
    })),
  };
}

/** How many groups carry a signal, and of the others how many were solved by all of their rollouts, and how many not. */
export function countGroups(
  groups: readonly { rewards: readonly number[]; solved: boolean }[],
): Pick<AgentUpdated, 'mixedGroups' | 'solvedGroups' | 'unsolvedGroups'> {
  const uniform = groups.filter(({ rewards }) => !isMixed(rewards));
  const solvedGroups = uniform.filter(({ solved }) => solved).length;
  return {
    mixedGroups: groups.length - uniform.length,
    solvedGroups,
    unsolvedGroups: uniform.length - solvedGroups,
  };
}
