/** @file Which names results may have: figures are kept under them. */
import { expect, it } from 'vitest';
import { fourArms } from '../analysis/testing/summaries.ts';
import { figureWords } from '../text/figures.ts';
import { FAMILIES, type NamedRuns, pageFigures } from './page-figures.ts';

const sweep = (name: string, path: string): NamedRuns => ({ name, path, runs: { summaries: fourArms().slice(0, 4) } });

it('refuses two results of one name, which would share their figures’ files', () => {
  const same = [sweep('arms', 'first.json'), sweep('other', 'other.json'), sweep('arms', 'second.json')];
  expect(() => pageFigures(same, figureWords)).toThrow('first.json and second.json both hold results named “arms”');
});

it('refuses the name that the figures of all families have', () => {
  expect(() => pageFigures([sweep(FAMILIES, 'mine.json')], figureWords)).toThrow(
    `mine.json holds results named “${FAMILIES}”`,
  );
});
