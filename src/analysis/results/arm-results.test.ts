/** @file The results of arms with known curves at one budget. */
import { expect, it } from 'vitest';
import { fourArms, spread } from '../testing/summaries.ts';
import { armResults } from './family-results.ts';

const runs = { summaries: fourArms() };

it('are means with error, differences to the control and ways to thresholds, at a common budget', () => {
  const { budget, arms } = armResults(runs, 'rollouts', { control: 'random', thresholds: [0.25, 0.95] })!;
  expect(budget).toBe(200);
  const [genenv, random] = arms;
  expect(genenv.final.n).toBe(12);
  expect(genenv.final.mean).toBeCloseTo(0.6 + spread(3.5), 12);
  expect(genenv.difference!.mean).toBeCloseTo(0.4 + spread(3.5), 12);
  expect(genenv.area.mean).toBeCloseTo((0.11 + (0.8 + spread(3.5)) / 2) / 2, 12);
  expect(genenv.reached).toEqual([
    { runs: 12, of: 12, median: 2 },
    { runs: 0, of: 12, median: null },
  ]);
  expect(random.difference).toBeNull();
});

it('count rollouts to a threshold where the epochs of an arm cost more of them', () => {
  const dear = runs.summaries.map((summary) => ({
    ...summary,
    heldOut: summary.heldOut.map((row) =>
      summary.arm === 'random' ? { ...row, agentRollouts: 2 * row.agentRollouts } : row,
    ),
  }));
  const ask = { control: 'random', thresholds: [] };
  expect(armResults(runs, 'rollouts', ask)!.thresholdAxis).toBe('epoch');
  expect(armResults({ summaries: dear }, 'rollouts', ask)!.thresholdAxis).toBe('rollouts');
});

it('change with the axis: at equal operations GenEnv has made fewer epochs', () => {
  const { budget, arms } = armResults(runs, 'flops', { control: 'random', thresholds: [] })!;
  expect(budget).toBe(200);
  expect(arms[0].final.mean).toBeCloseTo(0.2, 12);
});
