import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import type { Group } from '../log/epoch-events.ts';
import { parseSettings } from '../settings/settings.ts';
import { minibatches, agentSteps as stepsOf } from './agent-steps.ts';

describe('minibatches', () => {
  const groups = (count: number, size = 4) =>
    Array.from({ length: count }, (_, task) => Array.from({ length: size }, (_, rollout) => 10 * task + rollout));
  const deal = (count: number, into: number) => minibatches(groups(count), into, new RandomStream(1, 2));

  it('hold each sequence once, in nearly equal numbers', () => {
    const dealt = deal(5, 3);
    expect(dealt.map(({ length }) => length)).toEqual([7, 7, 6]);
    expect(dealt.flat().sort((a, b) => a - b)).toEqual(groups(5).flat());
  });

  it('are no smaller than a group', () => {
    expect(deal(1, 4).map(({ length }) => length)).toEqual([4]);
    expect(deal(3, 8).map(({ length }) => length)).toEqual([4, 4, 4]);
  });

  it('mix groups, with the sequences of one task side by side', () => {
    for (const batch of deal(4, 2)) {
      const tasks = batch.map((item) => Math.floor(item / 10));
      expect(new Set(tasks).size).toBeGreaterThan(2);
      expect(tasks).toEqual([...tasks].sort());
    }
  });
});

const settings = parseSettings({ seed: 1, groupsInLoss: 'mixed', innerEpochs: 2, minibatches: 2 });
const group = (task: number, rewards: number[], ids = [1]) =>
  ({
    rollouts: rewards.map((reward, i) => ({ rollout: { ids, task: 10 * task + i }, score: { reward } })),
  }) as unknown as Group;
const agentSteps = (...request: Parameters<typeof stepsOf>) =>
  stepsOf(...request).map((step) => step.map(({ rollout }) => rollout.task));

it('goes over the mixed groups once per pass, in a new order each time', () => {
  const groups = [group(1, [0, 1, 0, 1]), group(2, [1, 1, 1, 1]), group(3, [1, 0, 0, 0])];
  const steps = agentSteps(settings, 4, groups);
  expect(steps.map(({ length }) => length)).toEqual([4, 4, 4, 4]);
  const [first, second] = [steps.slice(0, 2).flat(), steps.slice(2).flat()];
  expect(first.toSorted()).toEqual([10, 11, 12, 13, 30, 31, 32, 33]);
  expect(second.toSorted()).toEqual(first.toSorted());
  expect(second).not.toEqual(first);
});

it('skips empty groups, and learns nothing if no group is mixed', () => {
  expect(agentSteps(settings, 1, [group(1, [0, 1], [])])).toEqual([]);
  expect(agentSteps(settings, 1, [group(1, [1, 1])])).toEqual([]);
  expect(agentSteps({ ...settings, groupsInLoss: 'all' }, 1, [group(1, [1, 1])]).flat()).toHaveLength(4);
});
