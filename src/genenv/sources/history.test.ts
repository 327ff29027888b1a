import { describe, expect, it } from 'vitest';
import type { TrainPoolEntry } from '../../store/pool-contract.ts';
import type { TrainPool } from '../../store/pool-contract.ts';
import { defaultSettings } from '../settings/settings.ts';
import type { Settings } from '../settings/settings-table.ts';
import { MemoryTrainPool } from '../testing/memory-pools.ts';
import { tableLoop } from '../testing/table-loop.ts';
import { candidatePositions, chooseHistory, drawHistory } from './history.ts';

const settingsOf = (changes: Partial<Settings>): Settings => ({ ...defaultSettings, tasksPerEpoch: 16, ...changes });
const quarter = settingsOf({ replayShare: 0.25 });
const positions = (epoch: number, size: number) => candidatePositions({ settings: quarter, epoch }, size);

describe('the positions in D_train that an epoch chooses from', () => {
  it('are eight for each task wanted, all different, in the pool, and follow from seed and epoch', () => {
    for (const size of [0, 1, 5, 31, 32, 33, 64, 65, 100_000]) {
      const drawn = positions(7, size);
      expect(drawn).toHaveLength(Math.min(32, size));
      expect(new Set(drawn).size).toBe(drawn.length);
      for (const position of drawn) expect(position >= 0 && position < size).toBe(true);
      expect(positions(7, size)).toEqual(drawn);
    }
    expect(positions(8, 100)).not.toEqual(positions(7, 100));
  });

  it.each([40, 100])('are equally likely, of %i', (size) => {
    const epochs = 2000;
    const first = new Array<number>(size).fill(0);
    for (let epoch = 1; epoch <= epochs; epoch++) first[positions(epoch, size)[0]] += 1;
    const expected = epochs / size;
    const chiSquare = first.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // The χ² statistic has the mean size − 1 and the standard deviation √(2 (size − 1)).
    expect(Math.abs(chiSquare - (size - 1))).toBeLessThan(4 * Math.sqrt(2 * (size - 1)));
  });
});

const entry = (text: string, success: number) => ({ family: 'doors', text, success });

describe('what is taken of them', () => {
  const candidates = [
    entry('a', 0),
    entry('a', 0.5),
    entry('b', 1),
    entry('c', 0.625),
    entry('d', 0.25),
    entry('e', 0.4),
  ];
  const taken = (changes: Partial<Settings>) =>
    chooseHistory(settingsOf({ replayShare: 0.25, ...changes }), candidates).map(({ text, success }) => [
      text,
      success,
    ]);

  it('are the first of different texts', () => {
    expect(taken({})).toEqual([['a', 0], ['b', 1], ['c', 0.625], ['d', 0.25]]); // prettier-ignore
    expect(taken({ replayShare: 1 })).toHaveLength(5);
  });
});

it('reads of D_train no more than it chooses from, and nothing where nothing is wanted', async () => {
  const size = 100_000;
  let read = 0;
  const train: TrainPool = {
    size: async () => size,
    read: async (at) =>
      Array.from(at, (position) => {
        read += 1;
        return { position, ...entry(`task ${position}`, 1) } as TrainPoolEntry & { position: number };
      }),
  };
  expect(await drawHistory({ settings: quarter, epoch: 3 }, train)).toHaveLength(4);
  expect(read).toBe(32);
  expect(await drawHistory({ settings: settingsOf({}), epoch: 3 }, train)).toEqual([]);
  expect(read).toBe(32);
});

it('logs where in D_train each replayed task is', async () => {
  const pool = new MemoryTrainPool();
  for (const event of await (await tableLoop()).run({ replayShare: 0.25, epochs: 6 })) {
    if (event.type === 'tasks-written') {
      const drawn = event.texts.filter(({ source }) => source === 'replay');
      expect(drawn).toHaveLength(event.epoch === 1 ? 0 : 2);
      for (const { trainPosition, text } of drawn) expect(pool.entries[trainPosition!].text).toBe(text);
    }
    pool.add(event);
  }
});
