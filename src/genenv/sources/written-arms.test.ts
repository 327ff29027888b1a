import { beforeAll, describe, expect, it } from 'vitest';
import { runMetrics } from '../../analysis/metrics.ts';
import { repetitionPenalties } from '../../curriculum/environment-reward.ts';
import { partitionOf } from '../../tasks/family-parts.ts';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';

let table: TableLoop;

beforeAll(async () => {
  table = await tableLoop();
});

describe('the arm genenv', () => {
  it('attempts a mixture of new tasks, base data and replays if the settings ask for it', async () => {
    const changes = { basePool: 10, epochs: 3 };
    const base = new Set(
      ofType(await table.run({ ...changes, arm: 'base-data', tasksPerEpoch: 10 }), 'tasks-written').flatMap(
        ({ texts }) => texts.map(({ text }) => text),
      ),
    );
    for (const text of base) expect(partitionOf(text)).toBe('training');
    const events = await table.run({ ...changes, baseShare: 0.25, replayShare: 0.25 });
    const tried = new Set<string>();
    ofType(events, 'tasks-written').forEach(({ texts, epoch }) => {
      const used = texts.filter((text) => text.used);
      const of = (source: string) => used.filter((text) => text.source === source);
      const counts = [of('environment').length, of('base').length, of('replay').length];
      expect(counts).toEqual(epoch === 1 ? [6, 2, 0] : [4, 2, 2]);
      for (const { text } of of('base')) expect(base).toContain(text);
      for (const { text } of of('replay')) expect(tried).toContain(text);
      expect(texts.map(({ index }) => index)).toEqual(texts.map((_, index) => index));
      for (const { text } of used) tried.add(text);
    });
  });

  it('moves the environment away from its initial weights, within the cap', async () => {
    const updates = ofType(await table.run({ epochs: 12, environmentKlCap: 0.5 }), 'environment-updated');
    expect(updates.some(({ cap }) => cap === 'kl-only')).toBe(true);
    expect(updates.at(-1)!.klPerSequence).toBeGreaterThan(0);
    expect(updates.at(-1)!.klPerSequence).toBeLessThan(2);
    for (const { steps } of updates)
      for (const { klPerSequence, capAction } of steps) expect(capAction === 'kl-only').toBe(klPerSequence >= 0.5);
  });
});

it('keeps tasks solved in .3 to .8 of the attempts, and takes the share of alike texts off the reward of what the environment wrote', async () => {
  const changes = {
    arm: 'r-zero',
    baseShare: 0.25,
    tasksPerEpoch: 24,
    groupSize: 8,
    variations: 4,
    epochs: 3,
  } as const;
  const events = await table.run(changes);
  expect(runMetrics(events).epochs[0]).toMatchObject({ bandLow: 0.3, bandHigh: 0.8 });
  for (const [i, { tasks }] of ofType(events, 'filtered').entries())
    tasks.forEach(({ kept, reason }, task) => {
      const { k, n } = ofType(events, 'scored')[i].tasks[task].scope;
      expect(kept).toBe(10 * k >= 3 * n && 10 * k <= 8 * n);
      expect(reason).toEqual({ code: kept ? 'within-fixed-band' : 'outside-fixed-band', k, n, low: 0.3, high: 0.8 });
    });
  let reduced = 0;
  ofType(events, 'scored').forEach(({ tasks }, epoch) => {
    const attempted = ofType(events, 'tasks-written')[epoch].texts.filter(({ used }) => used);
    const own = attempted.filter(({ source }) => source === 'environment');
    expect(own.length).toBeLessThan(attempted.length);
    const penalties = new Map(
      repetitionPenalties(own.map(({ text }) => text)).map((share, i) => [own[i].index, share]),
    );
    for (const { task, successRate, environmentReward } of tasks) {
      const penalty = penalties.get(task) ?? 0;
      const uncertainty = 2 * Math.min(successRate, 1 - successRate);
      expect(environmentReward).toBeCloseTo(Math.max(0, uncertainty - penalty), 12);
      if (penalty > 1 / own.length && uncertainty > 0) reduced++;
    }
  });
  expect(reduced).toBeGreaterThan(0);
});
