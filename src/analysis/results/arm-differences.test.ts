/** @file One arm against each other. */
import { expect, it } from 'vitest';
import type { PresetName } from '../../genenv/settings/presets.ts';
import { presetRun } from '../testing/summaries.ts';
import { differencesOf } from './arm-differences.ts';
import { byPreset } from './arms-matrix.ts';

const run = (preset: PresetName, arm: string, seed: number, heldOut: readonly number[], environmentFlops?: number) =>
  presetRun({ preset, arm, seed, heldOut, environmentFlops });

const groups = byPreset([
  {
    name: 'a',
    runs: {
      summaries: [
        run('discovery', 'genenv', 1, [0, 0.4, 0.8], 100),
        run('discovery', 'genenv', 2, [0, 0.2, 0.6], 100),
        run('discovery', 'random', 1, [0, 0.1, 0.5]),
        run('discovery', 'random', 2, [0, 0.1, 0.1]),
        // Without a partner.
        run('discovery', 'random', 3, [0, 0, 0]),
        run('discovery', 'spice', 4, [0, 1, 1]),
        run('function-calling', 'random', 1, [0, 1, 1]),
      ],
    },
  },
]);

it('differs over the seeds that both have, at the end and on the way', () => {
  const [column, ...others] = differencesOf('genenv', groups, 'rollouts');
  expect(others).toEqual([]);
  expect(column).toMatchObject({ group: 'discovery', condition: '', budget: 200 });
  expect([...column.arms.keys()]).toEqual(['random']);
  const { final, area } = column.arms.get('random')!;
  expect(final).toMatchObject({ n: 2 });
  // .8 − .5 and .6 − .1.
  expect(final.mean).toBeCloseTo(0.4, 12);
  // Trapezia over two intervals: (.4 + .4) / 2 and (.2 + .3) / 2 less (.1 + .25) / 2 and (.1 + .05) / 2.
  expect(area.mean).toBeCloseTo((0.4 - 0.175 + (0.25 - 0.075)) / 2, 12);
});

it('is at the budget of the matrix on the axis of operations too', () => {
  const [{ budget, arms }] = differencesOf('genenv', groups, 'flops');
  // Random has spent half of it after all of its epochs.
  expect(budget).toBe(200);
  expect(arms.get('random')!.final.mean).toBeCloseTo((0.4 - 0.5 + (0.2 - 0.1)) / 2, 12);
});

it('is nothing where the arm was not run', () => {
  expect(differencesOf('genenv-plus', groups, 'rollouts')).toEqual([]);
});
