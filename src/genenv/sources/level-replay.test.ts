import { beforeAll, describe, expect, it } from 'vitest';
import { household } from '../../tasks/families/household/household.ts';
import { memoryPools } from '../testing/memory-pools.ts';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';
import { levelReplay } from './level-replay.ts';

let table: TableLoop;

beforeAll(async () => {
  table = await tableLoop();
});

describe('prioritised level replay', () => {
  it('draws different tasks', async () => {
    const pools = memoryPools();
    const texts = household.heldOut('development', 1, 3);
    texts.forEach((text, i) =>
      pools.seen.set(text, { family: 'household', text, score: [0, 0.5, 0.1][i], epoch: [3, 3, 1][i] }),
    );
    const { candidates } = await levelReplay.tasks({
      settings: table.settingsOf({ tasksPerEpoch: 10 }),
      families: table.families,
      tokenizer: table.tokenizer,
      environment: table.players().environment,
      state: { epoch: 3, recentSuccess: { household: 0.5 } },
      refuse: () => null,
      epoch: 4,
      pools,
      history: [],
    });
    const replayed = candidates.filter(({ source }) => source === 'replay');
    expect(replayed.map(({ text }) => text).sort()).toEqual([...texts].sort());
  });

  it('makes half of the tasks new and half old, with their last scores', async () => {
    const events = await table.run({ arm: 'level-replay' });
    const before = new Set<string>();
    ofType(events, 'tasks-written').forEach(({ texts, epoch }, i) => {
      const used = texts.filter((text) => text.used);
      const replayed = used.filter(({ source }) => source === 'replay');
      expect([used.length, replayed.length]).toEqual([8, epoch === 1 ? 0 : 4]);
      for (const { text } of replayed) expect(before).toContain(text);
      const { attempts } = ofType(events, 'pools-updated')[i];
      expect(attempts!.map(({ text }) => text)).toEqual(used.map(({ text }) => text));
      const counts = ofType(events, 'scored')[i].tasks.map(({ count: { k, n } }) => (2 * k * (n - k)) / n ** 2);
      attempts!.forEach(({ score }, task) => expect(score).toBeCloseTo(counts[task], 12));
      for (const { text } of used) before.add(text);
    });
  });
});
