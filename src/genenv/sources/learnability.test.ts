import { expect, it } from 'vitest';
import { ofType, tableLoop } from '../testing/table-loop.ts';

it('attempts four batches, and learns from the one with the highest p̂(1 − p̂), whatever α is', async () => {
  const table = await tableLoop();
  const events = await table.run({
    arm: 'learnability',
    baseLevels: 'easy',
    alpha: 0.2,
    tasksPerEpoch: 4,
    groupSize: 8,
    minibatches: 1,
    epochs: 2,
  });
  let left = 0;
  ofType(events, 'scored').forEach(({ tasks }, i) => {
    expect(tasks).toHaveLength(16);
    const score = ({ count: { k, n } }: (typeof tasks)[number]) => k * (n - k);
    const ranked = tasks.filter((task) => score(task) > 0).sort((a, b) => score(b) - score(a) || a.task - b.task);
    const chosen = ranked.slice(0, 4).map(({ task }) => task);
    left += ranked.length - chosen.length;
    const tokens = ofType(events, 'rolled-out')
      [i].rollouts.filter(({ task }) => chosen.includes(task))
      .reduce((sum, { mask }) => sum + mask.filter((one) => one === 1).length, 0);
    expect(ofType(events, 'agent-updated')[i].steps.map((step) => step.tokens)).toEqual([tokens]);
    expect(ofType(events, 'epoch-ended')[i].cost.agentRollouts).toBe(16 * 8);
  });
  expect(left).toBeGreaterThan(0);
});
