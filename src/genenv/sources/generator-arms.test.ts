import { beforeAll, describe, expect, it } from 'vitest';
import { household } from '../../tasks/families/household/household.ts';
import { taskKey } from '../pools.ts';
import type { AttemptedTask } from '../stages/inspect-task.ts';
import { expectFrozenEnvironment } from '../testing/frozen-environment.ts';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';
import { baseSet } from './epoch-tasks.ts';
import { levelRule, mopps, PRIOR, sampledSuccess, sec } from './generator-arms.ts';

let table: TableLoop;

beforeAll(async () => {
  table = await tableLoop();
});

describe('the level rule', () => {
  const after = (levels: Record<string, number>, k: number, n = 10): number => {
    const tasks = n > 0 ? [{ family: household.name, scored: { count: { k, n } } } as AttemptedTask] : [];
    return levelRule.state!.after(levels, { families: table.families, tasks }).household;
  };

  it('goes up above .7 and down below .3, within the family’s levels', () => {
    expect([after({}, 8), after({ household: 4 }, 8), after({ household: 4 }, 7)]).toEqual([2, 5, 4]);
    expect([after({ household: 4 }, 3), after({ household: 4 }, 2), after({ household: 1 }, 0)]).toEqual([4, 3, 1]);
    expect(after({ household: household.levels }, 10)).toBe(household.levels);
    expect(after({ household: 4 }, 0, 0)).toBe(4);
  });

  it('gives every epoch tasks of the current level', async () => {
    const events = await table.run({ arm: 'level-rule', agentTemperature: 0.5, agentKlWeight: 0 });
    let level = 1;
    for (const [i, { texts }] of ofType(events, 'tasks-written').entries()) {
      expect(texts.map((text) => text.level)).toEqual(texts.map(() => level));
      expect(new Set(texts.map(({ source }) => source))).toEqual(new Set(['base']));
      level = levelRule.state!.schema.parse(ofType(events, 'epoch-ended')[i].state.armState).household;
    }
  });
});

describe('self-evolving curriculum', () => {
  it('draws levels by the Boltzmann distribution of their values', async () => {
    const request = table.epochRequest({ tasksPerEpoch: 400 });
    const { candidates } = await sec.tasks(request, { 'household 1': 0.5, 'household 2': 0.25 });
    const { levels } = table.families[0];
    const weights = Array.from({ length: levels }, (_, i) => Math.exp([2, 1][i] ?? 0));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    weights.forEach((weight, i) => {
      const share = candidates.filter(({ level }) => level === i + 1).length / 400;
      // The tolerance is four standard deviations.
      expect(Math.abs(share - weight / total)).toBeLessThan(4 * Math.sqrt(0.25 / 400));
    });
  });

  it('moves the values of the attempted levels half of the way to their mean |advantage|', async () => {
    const events = await table.run({ arm: 'sec', groupSize: 8, epochs: 5 });
    let expected: Record<string, number> = {};
    ofType(events, 'scored').forEach(({ rollouts }, i) => {
      const { texts } = ofType(events, 'tasks-written')[i];
      expect(new Set(texts.map(({ source }) => source))).toEqual(new Set(['base']));
      const next = { ...expected };
      for (const level of new Set(texts.map((text) => text.level))) {
        const own = rollouts.filter(({ task }) => texts[task].level === level);
        const mean = own.reduce((sum, { advantage }) => sum + Math.abs(advantage), 0) / own.length;
        next[`household ${level}`] = ((expected[`household ${level}`] ?? 0) + mean) / 2;
      }
      const values = sec.state!.schema.parse(ofType(events, 'epoch-ended')[i].state.armState);
      expect(Object.keys(values).sort()).toEqual(Object.keys(next).sort());
      for (const [name, value] of Object.entries(next)) expect(values[name]).toBeCloseTo(value, 12);
      expected = next;
    });
    expect(Math.max(...Object.values(expected))).toBeGreaterThan(0);
  });
});

type Posteriors = Record<string, { a: number; b: number }>;

const tasksOf = async (posteriors: Posteriors, changes: object = {}, epoch = 4) => {
  const request = table.epochRequest({ basePool: 40, tasksPerEpoch: 8, ...changes }, epoch);
  const { candidates } = await mopps.tasks(request, posteriors);
  return candidates.map(({ text }) => text);
};

describe('model predictive prompt selection', () => {
  it('chooses the tasks that are known to be near the target', async () => {
    const data = baseSet(table.families, table.settingsOf({ basePool: 40 }));
    // Posteriors from thousands of rollouts are narrow. The first eight tasks are solved half of the time, and the
    // others never.
    const posteriors = Object.fromEntries(
      data.map((task, i) => [taskKey(task), i < 8 ? { a: 4000, b: 4000 } : { a: 1, b: 8000 }]),
    );
    const near = data.slice(0, 8).map(({ text }) => text);
    expect((await tasksOf(posteriors)).sort()).toEqual([...near].sort());
    // With the target .1, tasks that are never solved are nearer.
    for (const text of await tasksOf(posteriors, { alpha: 0.1 })) expect(near).not.toContain(text);
  });

  it('chooses at random if nothing is known, with other tasks in another epoch', async () => {
    const [first, again, next] = [await tasksOf({}), await tasksOf({}), await tasksOf({}, {}, 5)];
    expect(again).toEqual(first);
    expect(next).not.toEqual(first);
    expect(new Set(first).size).toBe(8);
  });

  it('attempts as many tasks as asked for, even if the data have fewer', async () => {
    expect(await tasksOf({}, { basePool: 3 })).toHaveLength(8);
  });

  it('logs the posteriors of all tasks attempted so far, and does not change the environment', async () => {
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
  it('is sampled by its quantiles', () => {
    // PRIOR is the uniform distribution. Beta(2, 1) has the distribution function x².
    for (const uniform of [0, 0.125, 0.5, 0.9]) {
      expect(sampledSuccess(PRIOR, uniform)).toBeCloseTo(uniform, 8);
      expect(sampledSuccess({ a: 2, b: 1 }, uniform)).toBeCloseTo(Math.sqrt(uniform), 8);
    }
  });
});
