/** @file Every rollout is behind one bar, and behind the right one. */
import { expect, it } from 'vitest';
import type { ScoredRollout } from '../genenv/log/events.ts';
import { recordRun } from '../genenv/testing/record-run.ts';
import { rewardHistogram } from './group-signals.ts';
import { type TaskView, tasksOf, viewRun } from './run-view.ts';

const taskWith = (rewards: readonly number[]): TaskView =>
  ({ rollouts: rewards.map((reward) => ({ rollout: {}, score: { reward } as ScoredRollout })) }) as unknown as TaskView;
const counts = (rewards: readonly number[]) =>
  rewardHistogram([taskWith(rewards)]).map(({ rollouts }) => rollouts.length);

it('has the whole range of rewards in ten bins, the last closed on both sides', () => {
  expect(counts([0, 0.05, 0.1, 0.95, 1, 1])).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 3]);
  expect(counts([-1, 0, 1])).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect(rewardHistogram([taskWith([])])).toEqual([]);
});

it('holds all rollouts of a recorded epoch, each where its reward is', async () => {
  const [epoch] = viewRun(await recordRun()).epochs;
  const bins = rewardHistogram(tasksOf(epoch));
  expect(bins.flatMap(({ rollouts }) => rollouts).length).toBe(epoch.scored!.rollouts.length);
  for (const { low, high, rollouts } of bins)
    for (const { score, rollout, task } of rollouts) {
      expect(score.reward >= low && (score.reward < high || high === 1)).toBe(true);
      expect([score.task, score.rollout]).toEqual([rollout.task, rollout.rollout]);
      expect(task.index).toBe(rollout.task);
    }
});
