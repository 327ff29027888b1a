/** @file Results that have figures, and the names that they may have: figures are kept under them. */
import { describe, expect, it } from 'vitest';
import { fourArms, knownRun } from '../analysis/testing/summaries.ts';
import { presetSettings } from '../genenv/settings/presets.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { figureWords } from '../text/work.ts';
import { FAMILY_FIGURES, type NamedRuns, pageFigures } from './page-figures.ts';

const sweep = (name: string, path: string): NamedRuns => ({ name, path, runs: { summaries: fourArms().slice(0, 4) } });

it('refuses two results of one name, which would share their figures’ files', () => {
  const same = [sweep('arms', 'first.json'), sweep('other', 'other.json'), sweep('arms', 'second.json')];
  expect(() => pageFigures(same, figureWords)).toThrow(
    'same-results-twice {"name":"arms","paths":"first.json and second.json"}',
  );
});

it('refuses the name that the figures of all families have', () => {
  expect(() => pageFigures([sweep(FAMILY_FIGURES, 'mine.json')], figureWords)).toThrow(
    `reserved-results-name {"path":"mine.json","name":"${FAMILY_FIGURES}"}`,
  );
});

describe('controls', () => {
  const runOf = (preset: 'travel-rules' | 'five-families', changes: Partial<Settings> = {}) =>
    knownRun({
      heldOut: [0.2, 0.4],
      settings: { ...presetSettings(preset), ...changes },
      models: `${preset} ${Object.keys(changes).join()}`,
    });
  const control = runOf('five-families', { families: ['travel-rules'] });
  const controls: NamedRuns = { name: 'one of all', path: 'one.json', runs: { summaries: [control] } };
  const namesOf = (...sweeps: NamedRuns[]) => [...pageFigures(sweeps, figureWords).keys()];

  it('have no figures beside runs of all families: they compare no arms', () => {
    const arms = sweep('arms', 'arms.json');
    const summaries = [...arms.runs.summaries, runOf('five-families'), runOf('travel-rules')];
    expect(namesOf({ ...arms, runs: { summaries } }, controls)).toEqual([FAMILY_FIGURES, 'arms']);
  });

  it('are a sweep like others where they stand beside none', () => {
    expect(namesOf(controls)).toEqual([FAMILY_FIGURES, 'one of all']);
  });
});
