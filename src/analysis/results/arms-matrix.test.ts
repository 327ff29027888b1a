import { expect, it } from 'vitest';
import { type PresetRun, presetRun } from '../testing/summaries.ts';
import type { RunSummary } from '../run-summary.ts';
import { armResults } from './family-results.ts';
import { armsMatrix, byPreset, type RunGroup, sortedArms } from './arms-matrix.ts';

const run = (known: PresetRun) =>
  presetRun({
    ...known,
    // Success lies in the band from the second epoch on; the window of tasks grows.
    epochs: (epoch) => ({ successRate: epoch > 1 ? 0.5 : 0.9, windowTasks: epoch, windowGoals: 3, levelCoverage: 0.5 }),
  });
const group = (name: string, summaries: RunSummary[]): RunGroup => ({ name, runs: { summaries } });
const curve = (epochs: number, last: number) => [...Array.from({ length: epochs }, () => 0.1), last];

const [A, B] = [
  group('a', [
    run({ seed: 1, heldOut: curve(12, 0.6), environmentFlops: 100 }),
    run({ seed: 2, heldOut: curve(12, 0.8), environmentFlops: 100 }),
    run({ arm: 'random', seed: 1, heldOut: curve(16, 0.4) }),
  ]),
  group('b', [
    run({ arm: 'sqlm', seed: 3, heldOut: curve(12, 0.9) }),
    run({ preset: 'function-calling', seed: 1, heldOut: curve(4, 0.3) }),
  ]),
];

it('pools the sweeps of a preset, each run once, at a budget that all of its runs have', () => {
  const { arms, columns } = armsMatrix(byPreset([A, B, A]), 'rollouts');
  expect(arms).toEqual(['genenv', 'random', 'sqlm']);
  expect(columns.map(({ group, condition, budget }) => [group, condition, budget])).toEqual([
    ['discovery', '', 1200],
    ['function-calling', '', 400],
  ]);
  const { cells } = columns[0];
  expect(cells.get('genenv')!.final).toMatchObject({ n: 2 });
  expect(cells.get('genenv')!.final!.mean).toBeCloseTo(0.7, 12);
  // Random's rise comes after what the others had spent.
  expect(cells.get('random')!.final).toMatchObject({ n: 1, mean: 0.1, interval: null });
  expect(columns[1].cells.has('random')).toBe(false);
});

it('has the numbers that the table of each sweep has', () => {
  for (const axis of ['rollouts', 'flops'] as const) {
    const [{ budget, cells }] = armsMatrix([A], axis).columns;
    const table = armResults(A.runs, axis, { control: 'random', thresholds: [] })!;
    expect(budget).toBe(table.budget);
    for (const { arm, final, area } of table.arms) expect(cells.get(arm)).toMatchObject({ final, area });
  }
  // At equal operations Random may go on to its end: the environment of GenEnv has spent the other half.
  expect(armsMatrix([A], 'flops').columns[0].cells.get('random')!.final!.mean).toBe(0.4);
});

it('measures band and diversity in the epochs up to the budget', () => {
  const [{ cells }] = armsMatrix([A], 'rollouts').columns;
  expect(cells.get('random')!.band!.mean).toBeCloseTo(11 / 12, 12);
  expect(cells.get('random')!.tasks!.mean).toBe(11);
  expect(cells.get('random')!).toMatchObject({
    goals: { mean: 3 },
    levels: { mean: 0.5 },
    runs: [A.runs.summaries[2].id],
  });
  expect(armsMatrix([B], 'rollouts').columns[1].cells.get('genenv')).toMatchObject({ tasks: null, levels: null });
});

it('keeps conditions apart', () => {
  const tuned = run({ seed: 1, heldOut: curve(12, 0.5), changes: { alpha: 0.3 } });
  const groups = byPreset([A, group('c', [tuned])]);
  const conditions = (of: readonly RunGroup[]) => armsMatrix(of, 'rollouts').columns.map(({ condition }) => condition);
  expect(conditions(groups)).toEqual(['alpha 0.5', 'alpha 0.3']);
});

it('without seconds has no budget in seconds, and no cell', () => {
  expect(armsMatrix([A], 'seconds').columns).toMatchObject([{ budget: null, cells: new Map() }]);
});

it('is sorted by a column either way, arms without a value last', () => {
  const { arms, columns } = armsMatrix(byPreset([A, B]), 'rollouts');
  const [discovery, calls] = columns;
  expect(sortedArms(arms, discovery, 'final', true)).toEqual(['sqlm', 'genenv', 'random']);
  expect(sortedArms(arms, discovery, 'final', false)).toEqual(['random', 'genenv', 'sqlm']);
  expect(sortedArms([...arms].reverse(), calls, 'final', false)).toEqual(['genenv', 'sqlm', 'random']);
  expect(sortedArms(arms, calls, 'tasks', true)).toEqual(arms);
});
