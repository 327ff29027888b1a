/** @file The distribution of an epoch's rewards, with the rollouts behind every bar. */
import type { Attempt } from '../genenv/log/epoch-events.ts';
import type { TaskView } from './run-view.ts';

export interface RewardedRollout extends Attempt {
  task: TaskView;
}

/** Rewards in [low, high), of the last bin in [low, high]. */
export interface RewardBin {
  low: number;
  high: number;
  rollouts: RewardedRollout[];
}

const BINS = 10;

/** Ten bins of the same width over [0, 1], or over a wider range where a reward lies outside; none before the rewards. */
export function rewardHistogram(tasks: readonly TaskView[]): RewardBin[] {
  const rewarded = tasks.flatMap((task) =>
    task.rollouts.flatMap(({ rollout, score }) => (score ? [{ task, rollout, score }] : [])),
  );
  if (rewarded.length === 0) return [];
  const least = rewarded.reduce((low, { score }) => Math.min(low, score.reward), 0);
  const most = rewarded.reduce((high, { score }) => Math.max(high, score.reward), 1);
  const edge = (i: number) => least + ((most - least) * i) / BINS;
  const bins = Array.from({ length: BINS }, (_, i): RewardBin => ({ low: edge(i), high: edge(i + 1), rollouts: [] }));
  for (const one of rewarded) bins.findLast(({ low }) => one.score.reward >= low)!.rollouts.push(one);
  return bins;
}
