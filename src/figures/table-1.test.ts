/** @file Final success by family. */
import { expect, it } from 'vitest';
import { knownRun } from '../analysis/testing/summaries.ts';
import { figureWords } from '../text/figure-words.ts';
import { table1 } from './table-1.ts';
import { rowOf, threeSeeds } from './testing/known-figures.ts';

it('has every arm and the starting model, at the budget all have spent', () => {
  const summaries = [...threeSeeds(), knownRun({ arm: 'static', heldOut: [0, 0.1] })];
  const figure = table1([{ summaries }], figureWords);
  // Static ends after 100 rollouts: so everyone is measured there. By level: success and half of it.
  expect(rowOf(figure, { arm: 'genenv' })).toMatchObject({ family: 'household', rollouts: 100, n: 3 });
  expect(rowOf(figure, { arm: 'genenv' })!.mean).toBeCloseTo(0.75 * 0.4, 12);
  expect(rowOf(figure, { arm: 'static' })).toMatchObject({ n: 1, low: null });
  // Three starting points, though seven runs: arms share them.
  expect(rowOf(figure, { arm: 'base' })).toMatchObject({ title: 'Base', mean: 0, n: 3, rollouts: 0 });
});

it('has families of several sweeps side by side, each at its own budget, and an average of what all have', () => {
  const longer = threeSeeds().map((summary) => ({
    ...summary,
    heldOut: summary.heldOut.map((row) => ({ ...row, byLevel: { travel: row.byLevel.household } })),
  }));
  const onlyGenEnv = longer.filter(({ arm }) => arm === 'genenv');
  const figure = table1([{ summaries: threeSeeds() }, { summaries: onlyGenEnv }], figureWords);
  expect([...new Set(figure.rows.map(({ family }) => family))]).toEqual(['household', 'travel', 'average']);
  const average = rowOf(figure, { family: 'average', arm: 'genenv' })!;
  expect(average).toMatchObject({ n: 2, low: null });
  expect(average.mean).toBeCloseTo(0.75 * 0.8, 12);
  // Random has runs of one family only: there is no average of it.
  expect(rowOf(figure, { family: 'average', arm: 'random' })).toBeUndefined();
});
