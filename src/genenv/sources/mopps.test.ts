import { beforeAll, describe, expect, it } from 'vitest';
import { taskKey } from '../pools.ts';
import { expectFrozenEnvironment } from '../testing/frozen-environment.ts';
import { memoryPools } from '../testing/memory-pools.ts';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';
import { mopps, PRIOR, sampledSuccess, updatedPosterior } from './generator-arms.ts';
import { baseSet } from './epoch-tasks.ts';

let table: TableLoop;

beforeAll(async () => {
  table = await tableLoop();
});

type Posteriors = Record<string, { a: number; b: number }>;

const tasksOf = async (posteriors: Posteriors, changes: object = {}, epoch = 4) => {
  const request = {
    settings: table.settingsOf({ basePool: 40, tasksPerEpoch: 8, ...changes }),
    families: table.families,
    tokenizer: table.tokenizer,
    environment: table.players().environment,
    state: { epoch: epoch - 1, recentSuccess: { household: 0.5 } },
    refuse: () => null,
    epoch,
    pools: memoryPools(),
    history: [],
  };
  const { candidates } = await mopps.tasks(request, posteriors);
  return candidates.map(({ text }) => text);
};

describe('model predictive prompt selection', () => {
  it('chooses the tasks that are known to be near the target', async () => {
    const data = baseSet(table.families, table.settingsOf({ basePool: 40 }));
    // Thousands of rollouts make the posteriors points. The first eight are solved half of the time, the others never.
    const posteriors = Object.fromEntries(
      data.map((task, i) => [taskKey(task), i < 8 ? { a: 4000, b: 4000 } : { a: 1, b: 8000 }]),
    );
    const near = data.slice(0, 8).map(({ text }) => text);
    expect((await tasksOf(posteriors)).sort()).toEqual([...near].sort());
    // With another target these are chosen last.
    for (const text of await tasksOf(posteriors, { alpha: 0.1 })) expect(near).not.toContain(text);
  });

  it('chooses without preference where nothing is known, other tasks in another epoch', async () => {
    const [first, again, next] = [await tasksOf({}), await tasksOf({}), await tasksOf({}, {}, 5)];
    expect(again).toEqual(first);
    expect(next).not.toEqual(first);
    expect(new Set(first).size).toBe(8);
  });

  it('attempts as many as are asked for where the data have fewer', async () => {
    expect(await tasksOf({}, { basePool: 3 })).toHaveLength(8);
  });

  it('logs the posteriors of all tasks attempted so far, and leaves the environment as it was', async () => {
    const events = await expectFrozenEnvironment(table, { arm: 'mopps', basePool: 12, epochs: 4 });
    const counts = new Map<string, { a: number; b: number }>();
    ofType(events, 'epoch-ended').forEach(({ state }, i) => {
      const { texts } = ofType(events, 'tasks-written')[i];
      expect(new Set(texts.map(({ source }) => source))).toEqual(new Set(['base']));
      ofType(events, 'scored')[i].tasks.forEach(({ task, count: { k, n } }) => {
        const key = taskKey(texts[task]);
        const { a, b } = counts.get(key) ?? { a: 1, b: 1 };
        counts.set(key, { a: a / 2 + 0.5 + k, b: b / 2 + 0.5 + n - k });
      });
      expect(state.armState).toEqual(Object.fromEntries(counts));
    });
    expect(counts.size).toBeGreaterThan(6);
  });
});

describe('the posterior of a success rate', () => {
  it('counts successes and failures, and forgets half of what it knew', () => {
    const once = updatedPosterior(PRIOR, { k: 2, n: 8 });
    expect(once).toEqual({ a: 3, b: 7 });
    expect(updatedPosterior(once, { k: 8, n: 8 })).toEqual({ a: 10, b: 4 });
    expect(updatedPosterior(once, { k: 0, n: 0 })).toEqual({ a: 2, b: 4 });
  });

  it('is drawn from by its quantiles', () => {
    // The prior is uniform. Beta(2, 1) has the distribution function x².
    for (const uniform of [0, 0.125, 0.5, 0.9]) {
      expect(sampledSuccess(PRIOR, uniform)).toBeCloseTo(uniform, 8);
      expect(sampledSuccess({ a: 2, b: 1 }, uniform)).toBeCloseTo(Math.sqrt(uniform), 8);
    }
  });
});
