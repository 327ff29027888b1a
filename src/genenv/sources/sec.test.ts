import { beforeAll, describe, expect, it } from 'vitest';
import { memoryPools } from '../testing/memory-pools.ts';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';
import { sec } from './sec.ts';

let table: TableLoop;

beforeAll(async () => {
  table = await tableLoop();
});

describe('self-evolving curriculum', () => {
  it('draws levels by the Boltzmann distribution of their values', async () => {
    const request = {
      settings: table.settingsOf({ tasksPerEpoch: 400 }),
      families: table.families,
      tokenizer: table.tokenizer,
      environment: table.players().environment,
      state: { epoch: 3, recentSuccess: { household: 0.5 } },
      refuse: () => null,
      epoch: 4,
      pools: memoryPools(),
      history: [],
    };
    const { candidates } = await sec.tasks(request, { 'household 1': 0.5, 'household 2': 0.25 });
    const { levels } = table.families[0];
    const weights = Array.from({ length: levels }, (_, i) => Math.exp([2, 1][i] ?? 0));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    weights.forEach((weight, i) => {
      const share = candidates.filter(({ level }) => level === i + 1).length / 400;
      // Four standard deviations.
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
