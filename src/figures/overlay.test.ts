import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from '../analysis/statistics.ts';
import { knownRun } from '../analysis/testing/summaries.ts';
import { armColour } from './colours.ts';
import { armCurves } from './marks.ts';
import { classResults, overlay, runLabels } from './overlay.ts';
import { curve, threeSeeds } from './testing/known-figures.ts';

describe('an overlay', () => {
  it('labels runs by what differs', () => {
    const summaries = [
      knownRun({ seed: 1, heldOut: curve(0.3) }),
      knownRun({ seed: 2, heldOut: curve(0.3), settings: { alpha: 0.3 } }),
      knownRun({ arm: 'random', seed: 1, heldOut: curve(0.3) }),
    ];
    expect(runLabels(summaries)).toEqual([
      'GenEnv, seed 1, alpha 0.5',
      'GenEnv, seed 2, alpha 0.3',
      'GenEnv-Random, seed 1, alpha 0.5',
    ]);
  });

  it('gives repetitions one colour, and grid points of one arm different ones', () => {
    const arms = [1, 2].flatMap((seed) => [
      knownRun({ seed, heldOut: curve(0.3) }),
      knownRun({ arm: 'random', seed, heldOut: curve(0.2) }),
    ]);
    expect(overlay(arms).legend.map(({ name, colour }) => [name, colour])).toEqual([
      ['GenEnv', armColour('genenv')],
      ['GenEnv-Random', armColour('random')],
    ]);
    const grid = [0.3, 0.7].flatMap((alpha) =>
      [1, 2].map((seed) => knownRun({ seed, heldOut: curve(0.3), settings: { alpha } })),
    );
    const { legend } = overlay(grid);
    expect(legend.map(({ name }) => name)).toEqual(['GenEnv, alpha 0.3', 'GenEnv, alpha 0.7']);
    expect(new Set(legend.map(({ colour }) => colour)).size).toBe(2);
  });
});

it('an arm of another program has a colour that no arm beside it has', () => {
  const beside = ['genenv', 'theirs', 'random', 'others'];
  expect(new Set(beside.map((arm) => armColour(arm, beside))).size).toBe(4);
});

it('are over the runs of an arm, with their cost and their n', () => {
  const rows = armCurves(threeSeeds(), 'held-out success', 'rollouts');
  expect(rows.map(({ series, epoch, x, n }) => [series, epoch, x, n])).toEqual([
    ['genenv', 0, 0, 3],
    ['genenv', 1, 100, 3],
    ['genenv', 2, 200, 3],
    ['random', 0, 0, 3],
    ['random', 1, 100, 3],
    ['random', 2, 200, 3],
  ]);
  expect(rows[2].mean).toBeCloseTo(0.8, 12);
  expect(rows[2].low).toBeGreaterThan(0.699);
  expect(rows[2].high).toBeLessThan(0.901);
});

it('have no band of one run', () => {
  const one = knownRun({ heldOut: curve(0.5), epochs: (epoch) => ({ reward: epoch / 10 }) });
  expect(armCurves([one], 'reward', 'epoch')[1]).toMatchObject({
    ...{ epoch: 2, n: 1, mean: 0.2, low: null, high: null },
  });
});

const handedIn = (file: string, run: Parameters<typeof knownRun>[0]) => ({
  file,
  summary: { ...knownRun(run), id: file },
  changes: [],
});
const scores = Array.from({ length: 15 }, (_, i) => 0.3 + (i % 5) * 0.05);
const thirty = scores.flatMap((score, seed) => [
  handedIn(`genenv-${seed}.zip`, { seed, heldOut: [0.1, score] }),
  handedIn(`random-${seed}.zip`, { arm: 'random', seed, settings: { arm: 'random' }, heldOut: [0.1, score / 2] }),
]);

it('groups by arm, with the mean, the median and the interval of each group', () => {
  const { groups, figure, repeated } = classResults(thirty);
  expect(groups.map(({ label, runs }) => [label, runs.length])).toEqual([
    ['GenEnv', 15],
    ['GenEnv-Random', 15],
  ]);
  expect(groups[0].final!.mean).toBeCloseTo(0.4, 12);
  expect(groups[1].final!.median).toBeCloseTo(0.2, 12);
  expect(groups[0].final!.interval).toEqual(bootstrapInterval(scores));
  expect(repeated).toEqual([]);
  const last = figure.rows.filter(({ quantity, epoch }) => quantity === 'held-out success' && epoch === 1);
  expect(last).toMatchObject([
    { series: 'genenv', n: 15 },
    { series: 'random', n: 15 },
  ]);
});

it('groups by what differs apart from the seed and the length, and counts a run once', () => {
  const files = [
    handedIn('anna.zip', { seed: 1, heldOut: [0.1, 0.3] }),
    handedIn('bo.zip', { seed: 1, heldOut: [0.1, 0.3] }),
    handedIn('cem.zip', { seed: 2, settings: { kMin: 0.3 }, heldOut: [0.1, 0.5] }),
    handedIn('dee.zip', { seed: 3, settings: { epochs: 7 }, heldOut: [0.1, 0.2] }),
  ];
  const { groups, repeated } = classResults(files);
  expect(groups.map(({ runs }) => runs.map(({ file }) => file))).toEqual([['anna.zip', 'dee.zip'], ['cem.zip']]);
  expect(groups[1].label).toContain('kMin 0.3');
  expect(groups[1].final).toMatchObject({ n: 1, interval: null });
  expect(repeated).toEqual([{ file: 'bo.zip', as: 'anna.zip' }]);
});
