import { expect, it } from 'vitest';
import { runMetrics } from '../../analysis/metrics.ts';
import { repetitionPenalties } from '../../curriculum/repetition-penalty.ts';
import { ofType, tableLoop } from '../testing/table-loop.ts';

it('keeps tasks solved in .3 to .8 of the attempts, and takes the share of alike texts off the reward of what the environment wrote', async () => {
  const table = await tableLoop();
  const events = await table.run({
    arm: 'r-zero',
    baseShare: 0.25,
    tasksPerEpoch: 24,
    groupSize: 8,
    variations: 4,
    epochs: 3,
  });
  expect(runMetrics(events).epochs[0]).toMatchObject({ bandLow: 0.3, bandHigh: 0.8 });
  for (const [i, { tasks }] of ofType(events, 'filtered').entries())
    tasks.forEach(({ kept }, task) => {
      const { k, n } = ofType(events, 'scored')[i].tasks[task].scope;
      expect(kept).toBe(10 * k >= 3 * n && 10 * k <= 8 * n);
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
