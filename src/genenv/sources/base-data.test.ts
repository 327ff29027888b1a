import { expect, it } from 'vitest';
import type { Family } from '../../tasks/family.ts';
import { household } from '../../tasks/families/household/household.ts';
import { partitionOf } from '../../tasks/held-out.ts';
import { ofType, tableLoop } from '../testing/table-loop.ts';
import { expectFrozenEnvironment } from '../testing/frozen-environment.ts';

it('attempts tasks of one base data set, none of it kept for evaluation, and leaves the environment as it was', async () => {
  const table = await tableLoop([household] as unknown as Family[]);
  const events = await expectFrozenEnvironment(table, { arm: 'base-data', basePool: 10 });
  const written = ofType(events, 'tasks-written').map(({ texts }) => texts);
  expect(new Set(written.flat().map(({ source }) => source))).toEqual(new Set(['base']));
  for (const texts of written) expect(texts).toHaveLength(8);
  const set = new Set(written.flat().map(({ text }) => text));
  expect(set.size).toBeLessThanOrEqual(10);
  for (const text of set) expect(partitionOf(text)).toBe('training');
});
