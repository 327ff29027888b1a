/** @file The runs of a class: groups, intervals that hold the truth of known runs, and a run that was handed in twice. */
import { expect, it } from 'vitest';
import { knownRun } from '../analysis/testing/summaries.ts';
import { bootstrapInterval } from '../analysis/statistics.ts';
import { figureWords } from '../text/figure-words.ts';
import { classResults } from './overlay.ts';

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
  const { groups, figure, repeated } = classResults(thirty, figureWords);
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
  const { groups, repeated } = classResults(files, figureWords);
  expect(groups.map(({ runs }) => runs.map(({ file }) => file))).toEqual([['anna.zip', 'dee.zip'], ['cem.zip']]);
  expect(groups[1].label).toContain('kMin 0.3');
  expect(groups[1].final).toMatchObject({ n: 1, interval: null });
  expect(repeated).toEqual([{ file: 'bo.zip', as: 'anna.zip' }]);
});
