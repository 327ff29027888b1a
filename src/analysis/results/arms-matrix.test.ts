import { expect, it } from 'vitest';
import { presetRun } from '../testing/summaries.ts';
import { armResults } from './family-results.ts';
import { armsMatrix, sortedArms } from './arms-matrix.ts';

const curve = (epochs: number, last: number) => [...Array.from({ length: epochs }, () => 0.1), last];

const first = [
  presetRun({ seed: 1, heldOut: curve(12, 0.6), environmentFlops: 100 }),
  presetRun({ seed: 2, heldOut: curve(12, 0.8), environmentFlops: 100 }),
  presetRun({ arm: 'random', seed: 1, heldOut: curve(16, 0.4) }),
];
const second = [
  presetRun({ arm: 'sqlm', seed: 3, heldOut: curve(12, 0.9) }),
  presetRun({ preset: 'function-calling', seed: 1, heldOut: curve(4, 0.3) }),
];

it('pools the runs of a preset, each once, at a budget that all of them have', () => {
  const { arms, columns } = armsMatrix([...first, ...second, ...first], 'rollouts');
  expect(arms).toEqual(['genenv', 'random', 'sqlm']);
  expect(columns.map(({ preset, condition, budget }) => [preset, condition, budget])).toEqual([
    ['discovery', '', 1200],
    ['function-calling', '', 400],
  ]);
  const { cells } = columns[0];
  expect(cells.get('genenv')!.final).toMatchObject({ n: 2 });
  expect(cells.get('genenv')!.final.mean).toBeCloseTo(0.7, 12);
  // Random's rise comes after what the others had spent.
  expect(cells.get('random')!.final).toMatchObject({ n: 1, mean: 0.1, interval: null });
  expect(cells.get('random')!.runs).toEqual([first[2].id]);
  expect(columns[1].cells.has('random')).toBe(false);
});

it('has the numbers that the report of a sweep has', () => {
  for (const axis of ['rollouts', 'flops'] as const) {
    const [{ budget, cells }] = armsMatrix(first, axis).columns;
    const table = armResults({ summaries: first }, axis, { control: 'random', thresholds: [] })!;
    expect(budget).toBe(table.budget);
    for (const { arm, final, area } of table.arms) expect(cells.get(arm)).toMatchObject({ final, area });
  }
  // At equal operations Random may go on to its end: the environment of GenEnv has spent the other half.
  expect(armsMatrix(first, 'flops').columns[0].cells.get('random')!.final.mean).toBe(0.4);
});

it('keeps conditions apart', () => {
  const tuned = presetRun({ seed: 1, heldOut: curve(12, 0.5), changes: { alpha: 0.3 } });
  const { columns } = armsMatrix([...first, ...second, tuned], 'rollouts');
  expect(columns.map(({ condition }) => condition)).toEqual(['alpha 0.5', 'alpha 0.3', '']);
});

it('without seconds has no budget in seconds, and no cell', () => {
  expect(armsMatrix(first, 'seconds').columns).toMatchObject([{ budget: null, cells: new Map() }]);
});

it('is sorted by a column either way, arms without a value last', () => {
  const { arms, columns } = armsMatrix([...first, ...second], 'rollouts');
  const [discovery, calls] = columns;
  expect(sortedArms(arms, discovery, 'final', true)).toEqual(['sqlm', 'genenv', 'random']);
  expect(sortedArms(arms, discovery, 'final', false)).toEqual(['random', 'genenv', 'sqlm']);
  expect(sortedArms([...arms].reverse(), calls, 'final', false)).toEqual(['genenv', 'sqlm', 'random']);
});
