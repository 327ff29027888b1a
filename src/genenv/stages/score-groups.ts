/**
 * @file Makes the requests for scoring groups of rollouts, and the events from the results (Algorithm 1, step 2). Each
 * player computes what its own update needs (curriculum/curriculum.ts). The agent computes rewards, advantages and
 * success. The environment computes R_env, the filter and regression weights.
 */
import {
  assess,
  type Assessment,
  type AssessmentRequest,
  isMixed,
  isSuccess,
  type RewardQuestion,
  weigh,
  type Weighing,
  type WeighingRequest,
} from '../../curriculum/curriculum.ts';
import { scopesOf, successRate } from '../../curriculum/environment-reward.ts';
import { allRollouts, type Group, isRegressedOn, rewardsOf } from '../log/epoch-events.ts';
import type { AgentUpdated, Filtered, Scored, ScoredRollout, TaskSource } from '../log/events.ts';
import { type BandRule, type EnvironmentCurriculum, penaltiesOf } from '../environment-curricula.ts';
import { advantageScale } from '../epoch-settings.ts';
import type { Settings } from '../settings/settings-table.ts';

/** Rollout that a family or another trainer's log has judged. Its reward is not computed yet. */
export interface JudgedRollout extends Pick<ScoredRollout, 'task' | 'rollout' | 'wellFormed' | 'reason'> {
  question: RewardQuestion;
}

export interface JudgedGroup {
  task: number;
  batch: number;
  source: TaskSource;
  text: string;
  rollouts: readonly JudgedRollout[];
}

export const assessmentRequest = (settings: Settings, groups: readonly JudgedGroup[]): AssessmentRequest => ({
  rollouts: allRollouts(groups).map(({ question }) => question),
  groupSizes: groups.map(({ rollouts }) => rollouts.length),
  successThreshold: settings.successThreshold,
  scale: advantageScale(settings),
});

export const weighingRequest = (
  settings: Settings,
  { reward, band }: EnvironmentCurriculum,
  groups: readonly JudgedGroup[],
  { counts }: Assessment,
): WeighingRequest => {
  // A task that the environment does not regress on is filtered too, but gets the weight 0.
  const tasks = groups.map(({ source, text }) => ({ text, own: isRegressedOn(source) }));
  return {
    counts,
    scopeOf: scopesOf(
      groups.map(({ batch }) => batch),
      settings.successScope,
    ),
    reward: reward.of(settings),
    band: band.of(settings),
    penalties: penaltiesOf(reward, tasks),
    lambda: settings.lambda,
    own: tasks.map(({ own }) => own),
  };
};

export const scoredEvent = (
  { successThreshold }: Settings,
  epoch: number,
  groups: readonly JudgedGroup[],
  { rewards, advantages, counts }: Assessment,
  weighing: Weighing,
): Scored => ({
  type: 'scored',
  epoch,
  rollouts: allRollouts(groups).map(({ task, rollout, wellFormed, reason }, i) => ({
    task,
    rollout,
    reward: rewards[i],
    success: isSuccess(rewards[i], successThreshold),
    wellFormed,
    reason,
    advantage: advantages[i],
  })),
  tasks: groups.map(({ task }, i) => ({
    task,
    count: counts[i],
    scope: weighing.scopes[i],
    successRate: successRate(weighing.scopes[i]),
    environmentReward: weighing.rewards[i],
  })),
});

export const filteredEvent = (
  settings: Settings,
  band: BandRule,
  epoch: number,
  groups: readonly JudgedGroup[],
  { scopes, kept, weights }: Weighing,
): Filtered => ({
  type: 'filtered',
  epoch,
  tasks: groups.map(({ task }, i) => ({
    task,
    kept: kept[i],
    reason: band.reason(scopes[i], kept[i], settings),
    weight: weights[i],
  })),
});

/** Scores and filters groups of rollouts from another trainer on the CPU, without a policy. */
export function judgeGroups(
  settings: Settings,
  curriculum: EnvironmentCurriculum,
  epoch: number,
  groups: readonly JudgedGroup[],
): { scored: Scored; filtered: Filtered } {
  const assessment = assess(assessmentRequest(settings, groups));
  const weighing = weigh(weighingRequest(settings, curriculum, groups, assessment));
  return {
    scored: scoredEvent(settings, epoch, groups, assessment, weighing),
    filtered: filteredEvent(settings, curriculum.band, epoch, groups, weighing),
  };
}

/** Counts groups with different rewards (mixed), other groups that always succeed (solved), and the rest (unsolved). */
export function countGroups(
  groups: readonly Group[],
): Pick<AgentUpdated, 'mixedGroups' | 'solvedGroups' | 'unsolvedGroups'> {
  const uniform = groups.filter((group) => !isMixed(rewardsOf(group)));
  const solvedGroups = uniform.filter(({ rollouts }) => rollouts.every(({ score }) => score.success)).length;
  return {
    mixedGroups: groups.length - uniform.length,
    solvedGroups,
    unsolvedGroups: uniform.length - solvedGroups,
  };
}
