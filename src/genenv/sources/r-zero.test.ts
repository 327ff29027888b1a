import { beforeAll, describe, expect, it } from 'vitest';
import { runMetrics } from '../../analysis/metrics.ts';
import type { Family } from '../../tasks/family.ts';
import { household } from '../../tasks/families/household/household.ts';
import { eventProblem } from '../log/event-problem.ts';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';

let table: TableLoop;

beforeAll(async () => {
  table = await tableLoop([household] as unknown as Family[]);
});

describe('the arm r-zero', () => {
  it('rewards uncertainty, and keeps tasks with p̂ from .3 to .8', async () => {
    const events = await table.run({ arm: 'r-zero', epochs: 2 });
    for (const [i, scored] of ofType(events, 'scored').entries()) {
      const filtered = ofType(events, 'filtered')[i];
      scored.tasks.forEach(({ scope: { k, n }, environmentReward }, task) => {
        expect(environmentReward).toBeCloseTo((2 * Math.min(k, n - k)) / n, 12);
        expect(filtered.tasks[task].kept).toBe(10 * k >= 3 * n && 10 * k <= 8 * n);
      });
    }
    expect(runMetrics(events).epochs[0]).toMatchObject({ bandLow: 0.3, bandHigh: 0.8 });
  });

  it('continues from the middle to the same log, whose lines are all events', async () => {
    const whole = await table.run({ arm: 'r-zero' });
    for (const event of whole) expect(eventProblem(JSON.parse(JSON.stringify(event)))).toBeNull();
    expect(JSON.stringify(await table.interrupted({ arm: 'r-zero' }, 2))).toBe(JSON.stringify(whole));
  });
});
