/** @file Groups that teach nothing. */
import { expect, it } from 'vitest';
import { figureWords } from '../text/figure-words.ts';
import { figure8 } from './paper-figures.ts';
import { rowOf, threeSeeds } from './testing/known-figures.ts';

it('shows solved, unsolved and mixed groups of both arms', () => {
  const figure = figure8({ summaries: threeSeeds() }, figureWords);
  expect(figure.rows).toHaveLength(3 * 2 * 2);
  expect(rowOf(figure, { quantity: 'unsolvedShare', series: 'random', epoch: 2 })).toMatchObject({ mean: 1 });
});
