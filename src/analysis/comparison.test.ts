import { describe, expect, it } from 'vitest';
import { heldOutCurve } from './run-summary.ts';
import { commonBudget, conditionsOf, measured, measuredByRepetition, reachedBy } from './comparison.ts';
import { knownRun, twoArms } from './testing/summaries.ts';

const seeds = [1, 2, 3, 4, 5];

it('an axis of learning curves counts what was spent before training', () => {
  const run = knownRun({ arm: 'static', heldOut: [0.1, 0.3] });
  run.heldOut.forEach((row) => (row.environmentFlops += 1000));
  expect(heldOutCurve(run, 'flops')).toEqual([
    { x: 0, y: 0.1 },
    { x: 1000, y: 0.1 },
    { x: 1100, y: 0.3 },
  ]);
});

describe('measures at a common budget', () => {
  const runs = twoArms();

  it('compare at what every run has spent, whatever the others did after it', () => {
    expect(commonBudget(runs, 'rollouts')).toBe(200);
    expect([...measuredByRepetition(runs, 'random', { kind: 'final' }, 'rollouts', 200).values()]).toEqual(
      seeds.map(() => 0.2),
    );
  });

  it('are final success, mean success and the cost of a threshold', () => {
    const curve = heldOutCurve(runs[0], 'rollouts');
    // The threshold is crossed between .2 and .61.
    expect(measured(curve, { kind: 'final' }, 150)).toBeCloseTo(0.405, 12);
    // The areas are trapezoids of 0, .2 and .61 over 200 rollouts.
    expect(measured(curve, { kind: 'area' }, 200)).toBeCloseTo((0.1 + 0.405) / 2, 12);
    expect(measured(curve, { kind: 'threshold', at: 0.2 }, 200)).toBe(100);
    expect(measured(curve, { kind: 'threshold', at: 0.9 }, 200)).toBe(200);
    expect(measured([], { kind: 'final' }, 200)).toBeNull();
  });

  it('count who reached a threshold', () => {
    expect(reachedBy(runs, 'genenv', 0.6, 'rollouts', 200)).toEqual({ runs: 5, of: 5, median: 200 });
    expect(reachedBy(runs, 'genenv', 0.63, 'rollouts', 200)).toEqual({ runs: 3, of: 5, median: 200 });
    expect(reachedBy(runs, 'genenv', 0.64, 'rollouts', 200)).toEqual({ runs: 2, of: 5, median: null });
    // The runs end at 200 rollouts, which is 1.5% and 5% above these budgets.
    expect(reachedBy(runs, 'genenv', 0.6, 'rollouts', 197).runs).toBe(5);
    expect(reachedBy(runs, 'genenv', 0.6, 'rollouts', 190).runs).toBe(0);
    expect(reachedBy(runs, 'random', 0.3, 'rollouts', 200).runs).toBe(0);
  });
});

it('an agent of another size is another condition', () => {
  const [small, large] = [20, 200].map((parameters) =>
    twoArms().map((run) => ({ ...run, agent: { ...run.agent, parameters } })),
  );
  expect(conditionsOf([...small, ...large]).map(({ label, runs }) => [label, runs.length])).toEqual([
    ['agentParameters 20', 10],
    ['agentParameters 200', 10],
  ]);
  expect(conditionsOf(large).map(({ label }) => label)).toEqual(['']);
});
