/** @file The form of a sweep, and the sweep it stands for. */
import { expect, it } from 'vitest';
import { readSweep, sweepFile, sweepRuns } from '../../../sweeps/sweep-file.ts';
import { armTitle } from '../../../text/names.ts';
import { presetSettings } from '../../../genenv/settings/presets.ts';
import { gridSettings, SweepPlan } from './sweep-plan.svelte.ts';

const runsOf = (plan: SweepPlan) => sweepRuns(readSweep(sweepFile(plan.sweep)), armTitle);

it('begins with a sweep that can be run, and counts its runs', async () => {
  const plan = new SweepPlan();
  const runs = await runsOf(plan);
  expect(runs).toHaveLength(plan.count);
  expect(runs.map(({ label }) => label)).toEqual([
    'GenEnv, seed 1',
    'GenEnv-Random, seed 1',
    'GenEnv, seed 2',
    'GenEnv-Random, seed 2',
  ]);
  expect(runs[0].settings).toEqual({
    ...presetSettings('discovery'),
    arm: 'genenv',
    seed: 1,
    epochs: 80,
    evalEvery: 40,
  });
});

it('says how many answers it asks for: as many as its runs would', () => {
  const plan = new SweepPlan();
  plan.choosePreset('quick');
  // 4 runs: 6 epochs of 8 × 8 answers, and three evaluations (before, epoch 3, epoch 6) of 10 levels × 2 tasks × 4 samples.
  expect(plan.answers).toBe(4 * (6 * 64 + 3 * 80));
});

it('is the same sweep in whatever order arms are chosen', () => {
  const [one, other] = [new SweepPlan(), new SweepPlan()];
  one.toggleArm('static', true);
  one.toggleArm('offline-2x', true);
  other.toggleArm('offline-2x', true);
  other.toggleArm('static', true);
  expect(one.sweep).toEqual(other.sweep);
  one.toggleArm('offline-2x', false);
  expect(one.sweep.arms).toEqual(['genenv', 'random', 'static']);
});

it('takes grid values as the setting takes them', async () => {
  const plan = new SweepPlan();
  Object.assign(plan, { grid: 'alpha', gridValues: '0.3, 0.5 ,0.7', seeds: 1 });
  expect(plan.sweep.grid).toEqual({ alpha: [0.3, 0.5, 0.7] });
  expect(plan.count).toBe(6);
  Object.assign(plan, { grid: 'successScope', gridValues: 'task, batch' });
  expect(await runsOf(plan)).toHaveLength(4);
  plan.gridValues = 'task, nowhere';
  await expect(runsOf(plan)).rejects.toThrow(/not-a-choice.*task.*nowhere/);
});

it('spends the same rollouts whatever the group size', async () => {
  const plan = new SweepPlan();
  Object.assign(plan, { grid: 'groupSize', gridValues: '4, 8, 16', seeds: 1, arms: ['genenv'] });
  const rollouts = (await runsOf(plan)).map(
    ({ settings: { epochs, tasksPerEpoch, groupSize } }) => epochs * tasksPerEpoch * groupSize,
  );
  expect(new Set(rollouts)).toEqual(new Set([rollouts[0]]));
});

it('lets a sweep file go before the form', () => {
  const plan = new SweepPlan();
  plan.opened = { ...plan.sweep, name: 'from a file', seeds: [7] };
  expect(plan.count).toBe(2);
  plan.opened = undefined;
  expect(plan.sweep.name).toBe('my-sweep');
});

it('offers no setting a sweep has an entry of its own for', () => {
  expect(gridSettings).toEqual(
    expect.arrayContaining(['alpha', 'beta', 'kMin', 'lambda', 'groupSize', 'successScope']),
  );
  for (const name of ['arm', 'seed', 'preset', 'agentModel'] as const) expect(gridSettings).not.toContain(name);
});
