/** @file Which results have figures, and which names they may have: figures are kept under them. */
import { expect, it } from 'vitest';
import { TOGETHER_PRESET } from '../analysis/results/families-together.ts';
import { fourArms } from '../analysis/testing/summaries.ts';
import type { Settings } from '../genenv/settings/settings.ts';
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

it('draws no figures of controls, which compare no arms', () => {
  const [run] = fourArms();
  const settings: Settings = { ...run.settings, preset: TOGETHER_PRESET, families: ['travel-rules'] };
  const controls: NamedRuns = { name: 'one of all', path: 'one.json', runs: { summaries: [{ ...run, settings }] } };
  const figures = pageFigures([sweep('arms', 'arms.json'), controls], figureWords);
  expect([...figures.keys()]).toEqual([FAMILIES, 'arms']);
});
