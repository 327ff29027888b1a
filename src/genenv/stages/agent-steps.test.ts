import { expect, it } from 'vitest';
import { parseSettings } from '../settings/settings.ts';
import type { Group } from '../log/task-events.ts';
import { agentSteps as stepsOf } from './agent-steps.ts';

const settings = parseSettings({ seed: 1, groupsInLoss: 'mixed', innerEpochs: 2, minibatches: 2 });
const group = (task: number, rewards: number[], ids = [1]) =>
  ({
    rollouts: rewards.map((reward, i) => ({ rollout: { ids, task: 10 * task + i }, score: { reward } })),
  }) as unknown as Group;
const agentSteps = (...request: Parameters<typeof stepsOf>) =>
  stepsOf(...request).map((step) => step.map(({ rollout }) => rollout.task));

it('goes over the mixed groups once a pass, each pass in an order of its own', () => {
  const groups = [group(1, [0, 1, 0, 1]), group(2, [1, 1, 1, 1]), group(3, [1, 0, 0, 0])];
  const steps = agentSteps(settings, 4, groups);
  expect(steps.map(({ length }) => length)).toEqual([4, 4, 4, 4]);
  const [first, second] = [steps.slice(0, 2).flat(), steps.slice(2).flat()];
  expect(first.toSorted()).toEqual([10, 11, 12, 13, 30, 31, 32, 33]);
  expect(second.toSorted()).toEqual(first.toSorted());
  expect(second).not.toEqual(first);
});

it('learns from no group that is empty, and from nothing where none is mixed', () => {
  expect(agentSteps(settings, 1, [group(1, [0, 1], [])])).toEqual([]);
  expect(agentSteps(settings, 1, [group(1, [1, 1])])).toEqual([]);
  expect(agentSteps({ ...settings, groupsInLoss: 'all' }, 1, [group(1, [1, 1])]).flat()).toHaveLength(4);
});
