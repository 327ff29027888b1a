import { beforeAll, describe, expect, it } from 'vitest';
import { household } from '../../tasks/families/household/household.ts';
import type { Settings } from '../settings/settings-table.ts';
import { expectFrozenEnvironment } from '../testing/frozen-environment.ts';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';
import { baseSet } from './epoch-tasks.ts';

let table: TableLoop;
beforeAll(async () => {
  table = await tableLoop();
});

const beginningOf = (text: string) => household.splitSeed(text).seed;
const varied = {
  taskContext: 'base-seed',
  variations: 4,
  successScope: 'batch',
  basePool: 12,
  tasksPerEpoch: 10,
} as const;
const baseTexts = (changes: Partial<Settings>) =>
  new Set(baseSet(table.families, table.settingsOf(changes)).map(({ text }) => text));

describe.each(['genenv', 'random'] as const)('the arm %s', (arm) => {
  it('attempts base samples, each in one batch with its four variations, over which p̂ is pooled', async () => {
    const changes = { ...varied, arm, epochs: 2 };
    const events = await table.run(changes);
    expect(await table.interrupted(changes, 1)).toEqual(events);
    const bases = baseTexts(varied);
    const [scored, filtered] = [ofType(events, 'scored'), ofType(events, 'filtered')];
    ofType(events, 'tasks-written').forEach(({ texts }, epoch) => {
      for (const batch of new Set(texts.map((one) => one.batch))) {
        const [base, ...variations] = texts.filter((one) => one.batch === batch);
        expect(base).toMatchObject({ source: 'base', context: '', written: null });
        expect(bases).toContain(base.text);
        expect(variations).toHaveLength(4);
        for (const { seed, source, context, text, reason } of variations) {
          expect([seed, source]).toEqual([beginningOf(base.text), 'environment']);
          expect(context.endsWith(`> ${seed}`)).toBe(true);
          expect(text.startsWith(seed)).toBe(true);
          if (text === base.text) expect(reason).toEqual({ code: 'copied-base-sample' });
        }
        const used = texts.filter((one) => one.batch === batch && one.used).map(({ index }) => index);
        const tasks = scored[epoch].tasks.filter(({ task }) => used.includes(task));
        const k = tasks.reduce((sum, { count }) => sum + count.k, 0);
        for (const { scope } of tasks) expect(scope).toEqual({ k, n: 4 * used.length });
      }
      const isBase = (task: number) => texts[task].source === 'base';
      for (const { task, weight } of filtered[epoch].tasks) if (isBase(task)) expect(weight).toBe(0);
    });
  });
});

it('static writes, once, each base sample and as many variations of it as the pool sizes say', async () => {
  const changes = { ...varied, arm: 'static', staticPool: 60, maxDraws: 1, overSampling: 1 } as const;
  const events = await expectFrozenEnvironment(table, changes);
  const [{ fixedTasks }] = ofType(events, 'run-started');
  const bases = fixedTasks.filter(({ source }) => source === 'base');
  expect(bases.map(({ text }) => text)).toEqual([...baseTexts(varied)]);
  for (const { batch, text } of bases) {
    const variations = fixedTasks.filter((one) => one.batch === batch && one.source === 'static');
    expect(variations.length).toBeLessThanOrEqual(5);
    for (const { seed } of variations) expect(seed).toBe(beginningOf(text));
  }
  expect(fixedTasks.length).toBeGreaterThan(bases.length);
  const filled = await table.run({ ...changes, maxDraws: 8, epochs: 1 });
  expect(ofType(filled, 'run-started')[0].fixedTasks).toHaveLength(72);
  for (const { texts } of ofType(events, 'tasks-written'))
    for (const { text } of texts) expect(fixedTasks.map((one) => one.text)).toContain(text);
});
