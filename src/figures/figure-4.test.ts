/** @file A run cut into six parts. */
import { expect, it } from 'vitest';
import { knownRun } from '../analysis/testing/summaries.ts';
import { figureWords } from '../text/figure-words.ts';
import { figure4 } from './paper-figures.ts';
import { threeSeeds } from './testing/known-figures.ts';

it('cuts a run into six parts', () => {
  const run = knownRun({
    heldOut: Array.from({ length: 13 }, () => 0),
    epochs: (epoch) => ({ successRate: Math.ceil(epoch / 2) / 10 }),
  });
  const parts = figure4({ summaries: [run] }, figureWords).rows.filter(
    ({ quantity }) => quantity === 'score by sixths',
  );
  expect(parts.map(({ mean }) => mean)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
  expect(figure4({ summaries: threeSeeds() }, figureWords).notes).toEqual([
    'The score by sixths needs runs of at least 6 epochs.',
  ]);
});
