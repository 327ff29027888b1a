import { expect, it } from 'vitest';
import type { Family } from '../../tasks/family.ts';
import { household } from '../../tasks/families/household/household.ts';
import { ofType, tableLoop } from '../testing/table-loop.ts';
import { expectFrozenEnvironment } from '../testing/frozen-environment.ts';

it('attempts what the environment wrote once, and leaves the environment as it was', async () => {
  const table = await tableLoop([household] as unknown as Family[]);
  const events = await expectFrozenEnvironment(table, { arm: 'static', staticPool: 8, tasksPerEpoch: 4 });
  const [started] = ofType(events, 'run-started');
  expect(started.fixedTasks).toHaveLength(8);
  expect(started.fixedTasks.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(started.cost.environmentTokens).toBeGreaterThan(8);
  const pool = new Set(started.fixedTasks.map(({ text }) => text));
  for (const { texts } of ofType(events, 'tasks-written')) {
    expect(texts).toHaveLength(4);
    expect(texts.every(({ text, source }) => source === 'static' && pool.has(text))).toBe(true);
  }
  for (const { cost } of ofType(events, 'epoch-ended')) expect(cost.environmentTokens).toBe(0);
});
