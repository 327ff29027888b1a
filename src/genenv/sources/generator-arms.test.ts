import { beforeAll, describe, expect, it } from 'vitest';
import { household } from '../../tasks/families/household/household.ts';
import type { AttemptedTask } from '../stages/inspect-task.ts';
import { memoryPools } from '../testing/memory-pools.ts';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';
import { levelRule, sec } from './generator-arms.ts';

let table: TableLoop;

beforeAll(async () => {
  table = await tableLoop();
});

describe('the level rule', () => {
  const after = (levels: Record<string, number>, k: number, n = 10): number => {
    const tasks = n > 0 ? [{ family: household.name, scored: { count: { k, n } } } as AttemptedTask] : [];
    return levelRule.state!.after(levels, { families: table.families, tasks }).household;
  };

  it('goes up above .7 and down below .3, within the levels there are', () => {
    expect([after({}, 8), after({ household: 4 }, 8), after({ household: 4 }, 7)]).toEqual([2, 5, 4]);
    expect([after({ household: 4 }, 3), after({ household: 4 }, 2), after({ household: 1 }, 0)]).toEqual([4, 3, 1]);
    expect(after({ household: household.levels }, 10)).toBe(household.levels);
    expect(after({ household: 4 }, 0, 0)).toBe(4);
  });

  it('gives every epoch tasks of the level it says', async () => {
    const events = await table.run({ arm: 'level-rule', agentTemperature: 0.5, agentKlWeight: 0 });
    let level = 1;
    for (const [i, { texts }] of ofType(events, 'tasks-written').entries()) {
      expect(texts.map((text) => text.level)).toEqual(texts.map(() => level));
      expect(new Set(texts.map(({ source }) => source))).toEqual(new Set(['base']));
      level = levelRule.state!.schema.parse(ofType(events, 'epoch-ended')[i].state.armState).household;
    }
  });
});

let secTable: TableLoop;

beforeAll(async () => {
  secTable = await tableLoop();
});

describe('self-evolving curriculum', () => {
  it('draws levels by the Boltzmann distribution of their values', async () => {
    const request = {
      settings: secTable.settingsOf({ tasksPerEpoch: 400 }),
      families: secTable.families,
      tokenizer: secTable.tokenizer,
      environment: secTable.players().environment,
      state: { epoch: 3, recentSuccess: { household: 0.5 } },
      refuse: () => null,
      epoch: 4,
      pools: memoryPools(),
      history: [],
    };
    const { candidates } = await sec.tasks(request, { 'household 1': 0.5, 'household 2': 0.25 });
    const { levels } = secTable.families[0];
    const weights = Array.from({ length: levels }, (_, i) => Math.exp([2, 1][i] ?? 0));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    weights.forEach((weight, i) => {
      const share = candidates.filter(({ level }) => level === i + 1).length / 400;
      // The tolerance is four standard deviations.
      expect(Math.abs(share - weight / total)).toBeLessThan(4 * Math.sqrt(0.25 / 400));
    });
  });

  it('moves the values of the attempted levels half of the way to their mean |advantage|', async () => {
    const events = await secTable.run({ arm: 'sec', groupSize: 8, epochs: 5 });
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
