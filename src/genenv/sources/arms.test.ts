import { beforeAll, describe, expect, it } from 'vitest';
import { runMetrics } from '../../analysis/metrics.ts';
import { partitionOf } from '../../tasks/family-parts.ts';
import { eventProblem } from '../log/event-format.ts';
import { expectFrozenEnvironment } from '../testing/frozen-environment.ts';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';
import { arms } from './arms.ts';
import { draws } from './epoch-tasks.ts';
import type { ArmName } from '../settings/settings-table.ts';

let table: TableLoop;
beforeAll(async () => {
  table = await tableLoop();
});

it('no two draws of an epoch share a number', () => {
  const numbers = Object.values(draws);
  expect(new Set(numbers).size).toBe(numbers.length);
});

describe.each((Object.keys(arms) as ArmName[]).filter((arm) => arm !== 'offline'))('the arm %s', (arm) => {
  it('continues from the middle to the same log, whose lines are all events', async () => {
    const whole = await table.run({ arm, epochs: 3 });
    for (const event of whole) expect(eventProblem(JSON.parse(JSON.stringify(event)))).toBeNull();
    expect(JSON.stringify(await table.interrupted({ arm, epochs: 3 }, 2))).toBe(JSON.stringify(whole));
  });
});

it.each([
  ['absolute-zero', (k: number, n: number) => (k === 0 ? 0 : (n - k) / n)],
  ['sqlm', (k: number, n: number) => Number(k > 0 && k < n)],
] as const)('the arm %s rewards and keeps tasks that are solved sometimes', async (arm, reward) => {
  const events = await table.run({ arm, epochs: 3, groupSize: 2 });
  const kinds = new Set<string>();
  for (const [i, scored] of ofType(events, 'scored').entries()) {
    const filtered = ofType(events, 'filtered')[i];
    scored.tasks.forEach(({ scope: { k, n }, environmentReward }, task) => {
      const kept = k > 0 && k < n;
      kinds.add(k === 0 ? 'never' : kept ? 'sometimes' : 'always');
      expect(environmentReward).toBeCloseTo(reward(k, n), 12);
      expect(filtered.tasks[task].kept).toBe(kept);
      expect(filtered.tasks[task].reason).toEqual({ code: kept ? 'solved-sometimes' : 'solved-never-or-always', k, n });
    });
  }
  expect(kinds).toEqual(new Set(['never', 'sometimes', 'always']));
  expect(runMetrics(events).epochs[0]).toMatchObject({ bandLow: 0, bandHigh: 1 });
});

describe('an arm whose environment does not learn', () => {
  it('base-data attempts tasks of one data set, and none kept for evaluation', async () => {
    const events = await expectFrozenEnvironment(table, { arm: 'base-data', basePool: 10 });
    const written = ofType(events, 'tasks-written').map(({ texts }) => texts);
    expect(new Set(written.flat().map(({ source }) => source))).toEqual(new Set(['base']));
    for (const texts of written) expect(texts).toHaveLength(8);
    const set = new Set(written.flat().map(({ text }) => text));
    expect(set.size).toBeLessThanOrEqual(10);
    for (const text of set) expect(partitionOf(text)).toBe('training');
  });

  it('random attempts new tasks in every epoch', async () => {
    const events = await expectFrozenEnvironment(table, { arm: 'random' });
    for (const { texts } of ofType(events, 'tasks-written'))
      expect(texts.every(({ source, written }) => source === 'environment' && written !== null)).toBe(true);
  });

  it('static attempts what the environment wrote once', async () => {
    const events = await expectFrozenEnvironment(table, { arm: 'static', staticPool: 8, tasksPerEpoch: 4 });
    const [started] = ofType(events, 'run-started');
    expect(started.fixedTasks.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(started.cost.environmentTokens).toBeGreaterThan(8);
    const pool = new Set(started.fixedTasks.map(({ text }) => text));
    for (const { texts } of ofType(events, 'tasks-written')) {
      expect(texts).toHaveLength(4);
      expect(texts.every(({ text, source }) => source === 'static' && pool.has(text))).toBe(true);
    }
    const { epochs } = runMetrics(events);
    // The environment writes all tasks before the first epoch, so no epoch adds tokens to the initial cost.
    for (const { spent } of epochs) expect(spent.environmentTokens).toBe(started.cost.environmentTokens);
  });

  it('offline attempts the different valid texts of a teacher, and needs one', async () => {
    const changes = { arm: 'offline', teacherModel: 'teacher', offlinePool: 12, epochs: 2 } as const;
    const events = await table.run(changes, table.players(), {
      teacher: { policy: table.players().environment, tokenizer: table.tokenizer },
    });
    const [{ fixedTasks }] = ofType(events, 'run-started');
    const pool = new Set(fixedTasks.map(({ text }) => text));
    expect(pool.size).toBe(12);
    for (const { texts } of ofType(events, 'tasks-written'))
      expect(texts.every(({ text, source }) => source === 'offline' && pool.has(text))).toBe(true);
    await expect(table.run(changes)).rejects.toThrow('no-teacher');
  });
});
