import { expect, it } from 'vitest';
import { presetSettings } from '../genenv/settings/presets.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { runName } from './open-run.ts';

const quick = presetSettings('quick');

it('names a run by its preset and the settings that differ', () => {
  expect(runName(presetSettings('discovery'))).toBe('discovery');
  expect(runName({ ...quick, arm: 'random', seed: 7 })).toBe('quick, random, seed 7');
  expect(runName({ ...quick, alpha: 0.7, kMin: 0.1, families: ['travel'] })).toBe('quick, travel, α 0.7, k_min 0.1');
});

it('names the user’s own family by its name, not by its content', () => {
  const families = [{ name: 'my-quiz', tasks: 1 }] as unknown as Settings['families'];
  expect(runName({ ...quick, families })).toBe('quick, my-quiz');
});

it('counts the changed settings that it does not name', () => {
  const many = { ...quick, arm: 'static', seed: 9, epochs: 2, alpha: 0.1, beta: 2, lambda: 3 } as const;
  expect(runName(many)).toMatch(/^quick, .*, \+2$/);
  expect(runName(many).split(', ')).toHaveLength(6);
});
