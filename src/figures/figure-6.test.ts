/** @file Arms that are missing, and arms the paper does not have. */
import { expect, it } from 'vitest';
import { knownRun } from '../analysis/testing/summaries.ts';
import { figureWords } from '../text/figure-words.ts';
import { figure6 } from './paper-figures.ts';
import { curve, threeSeeds } from './testing/known-figures.ts';

it('says which arms are missing, and finds a place for others', () => {
  expect(figure6({ summaries: threeSeeds() }, figureWords).notes).toEqual([
    'Not among these runs: GenEnv-Static, Offline ×2, and Offline ×4.',
  ]);
  const figure = figure6(
    { summaries: [...threeSeeds(), knownRun({ arm: 'base-data', heldOut: curve(0.3) })] },
    figureWords,
  );
  expect(figure.panels.map(({ title }) => title)).toContain('Against the others');
  expect(figure.caption).toContain('arms may rank differently');
});
