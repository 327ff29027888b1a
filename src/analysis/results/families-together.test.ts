/** @file All families at once beside each alone: which runs are compared, where, and what the numbers are. */
import { expect, it } from 'vitest';
import { presetSettings, type PresetName } from '../../genenv/settings/presets.ts';
import type { RunSummary } from '../run-summary.ts';
import { presetRun } from '../testing/summaries.ts';
import { familiesTogether, TOGETHER_PRESET } from './families-together.ts';

/** 100 rollouts an epoch; success on every level of a family by evaluation. */
function run(preset: PresetName, seed: number, byFamily: Readonly<Record<string, readonly number[]>>): RunSummary {
  const known = presetRun({ preset, seed, heldOut: Object.values(byFamily)[0] });
  const byLevel = (i: number) =>
    Object.fromEntries(
      Object.entries(byFamily).map(([family, success]) => [family, [success[i] + 0.1, success[i] - 0.1]]),
    );
  return { ...known, heldOut: known.heldOut.map((row, i) => ({ ...row, byLevel: byLevel(i) })) };
}

const { families } = presetSettings(TOGETHER_PRESET);
/** Calls are learnt, travel is not, over ten epochs. */
const ten = (last: number) => Array.from({ length: 11 }, (_, epoch) => 0.1 + ((last - 0.1) * epoch) / 10);
const together = [1, 2, 3].map((seed) =>
  run(
    TOGETHER_PRESET,
    seed,
    Object.fromEntries(families.map((family) => [family, ten(family === 'function-calling' ? 0.4 + seed / 10 : 0.1)])),
  ),
);
const alone = [1, 2].map((seed) => run('function-calling', seed, { 'function-calling': [0.1, 0.9 + seed / 50] }));

it('stand beside each alone, at as many rollouts of the family', () => {
  const [calls, ...others] = familiesTogether([...together, ...alone]);
  expect(others).toEqual([]);
  expect(calls.family).toBe('function-calling');
  // Ten epochs of 100 rollouts, a fifth of them of each family.
  expect(calls.budget).toBe(200);
  expect(calls.base.mean).toBeCloseTo(0.1, 12);
  expect(calls.together).toMatchObject({ n: 3 });
  expect(calls.together.mean).toBeCloseTo((0.5 + 0.6 + 0.7) / 3, 12);
  expect(calls.gain.mean).toBeCloseTo(calls.together.mean - 0.1, 12);
  // Alone has 100 rollouts after its only epoch. Together, five epochs have as many of this family.
  expect(calls.ownPair.budget).toBe(100);
  // Half of the way from .1 to .5, .6 and .7.
  expect(calls.ownPair.together.mean).toBeCloseTo((0.3 + 0.35 + 0.4) / 3, 12);
  expect(calls.ownPair.alone.mean).toBeCloseTo(0.93, 12);
  expect(calls.ownPair.difference).toMatchObject({ n: 2 });
  expect(calls.ownPair.difference.mean).toBeCloseTo(0.35 - 0.93, 12);
});

it('stand beside it where the first of them ends', () => {
  // Alone 300 rollouts, evaluated after 100 and 300 with the same success. Together 200.
  const seldom = alone.map((one) => ({
    ...one,
    heldOut: [...one.heldOut, { ...one.heldOut[1], epoch: 3, agentRollouts: 300 }],
  }));
  const { budget, alone: beside } = familiesTogether([...together, ...seldom])[0].ownPair;
  expect(budget).toBe(200);
  expect(beside.mean).toBeCloseTo(0.93, 12);
});

it('stand beside the same models on one family, paired by seed', () => {
  const only = (seed: number, last: number): RunSummary => {
    const known = run(TOGETHER_PRESET, seed, { 'function-calling': [0.1, last] });
    const settings = { ...known.settings, families: ['function-calling'], tasksPerEpoch: 16 };
    return { ...known, id: `only, seed ${seed}`, settings };
  };
  const [calls] = familiesTogether([...together, ...alone, only(2, 0.75), only(9, 0.2)]);
  expect(calls.together.n).toBe(3);
  expect(calls.samePair!.alone).toMatchObject({ n: 1, mean: 0.75 });
  // Half of the way from .1 to .6, less .75; the other seed stands beside none.
  expect(calls.samePair!.difference.mean).toBeCloseTo(0.35 - 0.75, 12);
  expect(familiesTogether([...together, ...alone])[0].samePair).toBeNull();
});

it('are all of them, however often they were evaluated, on as many tasks', () => {
  const changed = (change: Partial<RunSummary['settings']>) =>
    together.map((one) => ({
      ...one,
      id: `${one.id} again`,
      settings: { ...one.settings, ...change, seed: one.settings.seed + 10 },
    }));
  expect(familiesTogether([...together, ...alone, ...changed({ evalEvery: 15 })])[0].together.n).toBe(6);
  expect(familiesTogether([...together, ...alone, ...changed({ evalTasks: 15 })])[0].together.n).toBe(3);
});

it('need runs of both kinds', () => {
  expect(familiesTogether(together)).toEqual([]);
  expect(familiesTogether(alone)).toEqual([]);
});
