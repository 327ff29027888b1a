import { beforeAll, describe, expect, it } from 'vitest';
import type { Group } from '../log/task-events.ts';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';
import { balancedFilter } from './balanced-filter.ts';

let table: TableLoop;

beforeAll(async () => {
  table = await tableLoop();
});

const settings = { arm: 'balanced-filter', baseLevels: 'easy', basePool: 48, epochs: 3 } as const;

describe('online filtering to a balanced batch', () => {
  it('attempts as many tasks as would have filled the batch before, and counts all rollouts', async () => {
    const events = await table.run(settings);
    const { tasksPerEpoch, groupSize } = table.settingsOf(settings);
    let expected = 4 * tasksPerEpoch;
    ofType(events, 'tasks-written').forEach(({ texts }, i) => {
      expect(texts).toHaveLength(expected);
      const ended = ofType(events, 'epoch-ended')[i];
      expect(ended.cost.agentRollouts).toBe(expected * groupSize);
      const between = ofType(events, 'scored')[i].tasks.filter(({ count: { k, n } }) => 0 < k && k < n).length;
      expected = Math.min(
        4 * tasksPerEpoch,
        Math.max(tasksPerEpoch, Math.ceil((tasksPerEpoch * texts.length) / between)),
      );
      expect(ended.state.tasksToAttempt).toBe(expected);
    });
    expect(expected).toBeLessThan(4 * tasksPerEpoch);
  });

  it('learns from at most a batch, of what was solved sometimes', async () => {
    const changes = { ...settings, tasksPerEpoch: 3, groupSize: 8, minibatches: 1, epochs: 1 };
    const events = await table.run(changes);
    const [scored] = ofType(events, 'scored');
    const between = scored.tasks.filter(({ count: { k, n } }) => 0 < k && k < n);
    expect(between.length).toBeGreaterThan(3);
    const [{ steps, mixedGroups }] = ofType(events, 'agent-updated');
    expect(mixedGroups).toBe(between.length);
    const nearest = between
      .map(({ task, count: { k, n } }) => ({ task, distance: Math.abs(k / n - 0.5) }))
      .sort((a, b) => a.distance - b.distance || a.task - b.task)
      .slice(0, 3)
      .map(({ task }) => task);
    const own = ofType(events, 'rolled-out')[0].rollouts.filter(({ task }) => nearest.includes(task));
    const tokens = own.reduce((sum, { mask }) => sum + mask.filter((one) => one === 1).length, 0);
    expect(steps.map((step) => step.tokens)).toEqual([tokens]);
  });

  it('learns from nothing where no task was solved sometimes', () => {
    const group = (reward: number) =>
      ({ rollouts: [{ score: { reward } }, { score: { reward } }] }) as unknown as Group;
    const groups = [group(0), group(1)];
    expect(balancedFilter.learnedGroups!(table.settingsOf(settings), groups)).toEqual([]);
  });
});
