import { expect, it } from 'vitest';
import { runMetrics } from '../../analysis/metrics.ts';
import type { Family } from '../../tasks/family.ts';
import { household } from '../../tasks/families/household/household.ts';
import { ofType, tableLoop } from '../testing/table-loop.ts';

it('rewards the failure rate, and keeps tasks solved sometimes', async () => {
  const table = await tableLoop([household] as unknown as Family[]);
  const events = await table.run({ arm: 'absolute-zero', epochs: 2 });
  for (const [i, scored] of ofType(events, 'scored').entries()) {
    const filtered = ofType(events, 'filtered')[i];
    scored.tasks.forEach(({ scope: { k, n }, environmentReward }, task) => {
      expect(environmentReward).toBeCloseTo(k === 0 ? 0 : (n - k) / n, 12);
      expect(filtered.tasks[task].kept).toBe(k > 0 && k < n);
    });
  }
  expect(runMetrics(events).epochs[0]).toMatchObject({ bandLow: 0, bandHigh: 1 });
});
