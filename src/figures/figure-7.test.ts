/** @file Time in the band. */
import { expect, it } from 'vitest';
import { knownRun } from '../analysis/testing/summaries.ts';
import { figureWords } from '../text/figure-words.ts';
import { figure7 } from './paper-figures.ts';

it('counts the epochs within the band, borders included', () => {
  const rates = [0.1, 0.4, 0.6, 0.61];
  const run = knownRun({ heldOut: [0, 0, 0, 0, 0], epochs: (epoch) => ({ successRate: rates[epoch - 1] }) });
  expect(figure7({ summaries: [run] }, figureWords).notes).toEqual([
    'GenEnv: 50% of epochs in the band (n = 1).',
    'Not among these runs: GenEnv-Random.',
  ]);
});
