/** @file Holds the sweep that the user plans, and writes its file for `genenv sweep`. */
import { armVariants } from '../../../analysis/comparison.ts';
import type { Sweep } from '../../../sweeps/sweep-file.ts';
import { presetSettings, type PresetName } from '../../../genenv/settings/presets.ts';
import { setting, settingFromText, type SettingName, settingNames } from '../../../genenv/settings/settings.ts';
import { familiesByName } from '../../../tasks/registry.ts';

/** Settings with their own entries in a sweep, or that decide a run's length. */
const OWN = new Set<SettingName>([
  'arm',
  'seed',
  'preset',
  'epochs',
  'evalEvery',
  'agentModel',
  'environmentModel',
  'teacherModel',
]);

export const gridSettings: readonly SettingName[] = settingNames.filter(
  (name) => !OWN.has(name) && setting(name).kind !== 'names' && setting(name).kind !== 'text',
);

/** Initial values of the form. 80 epochs are enough for GenEnv and Random to differ, and four runs take minutes. */
const FIRST = { preset: 'discovery' as PresetName, epochs: 80, evalEvery: 40 };

/**
 * The agent's answers per second, evaluations included. Measured with the models of `discovery` on Chromium's software
 * adapter on two cores. An epoch of 128 takes .7 to .8 s (bench/RESULTS.md).
 */
const ANSWERS_PER_SECOND = 170;

export class SweepPlan {
  name = $state('my-sweep');
  preset = $state<PresetName>(FIRST.preset);
  arms = $state<string[]>(['genenv', 'random']);
  /** Number of seeds: `firstSeed`, `firstSeed` + 1, … */
  seeds = $state(2);
  firstSeed = $state(1);
  epochs = $state(FIRST.epochs);
  evalEvery = $state(FIRST.evalEvery);
  /** Setting that varies besides arm and seed; empty: none. */
  grid = $state<SettingName | ''>('');
  /** The values as typed, separated by commas. */
  gridValues = $state('');
  keepRuns = $state(false);
  /** An opened sweep file takes precedence over the form. */
  opened = $state.raw<Sweep>();

  readonly sweep: Sweep = $derived(this.opened ?? this.fromForm());
  readonly count: number = $derived.by(() => {
    const { arms, seeds, models, grid } = this.sweep;
    const points = Object.values(grid).reduce((product, values) => product * (values?.length ?? 1), 1);
    return arms.length * seeds.length * Math.max(1, models.length) * points;
  });

  /** The agent's answers in all runs, including held-out ones. Uses the preset's values for every grid point. */
  readonly answers: number = $derived.by(() => {
    const { preset, settings, agentRollouts } = this.sweep;
    const all = { ...presetSettings(preset), ...settings };
    const levels = familiesByName(all.families).reduce((sum, family) => sum + family.levels, 0);
    // A run evaluates once before training, then as often as the setting says, and after the last epoch.
    const evaluations = 1 + Math.ceil(all.epochs / all.evalEvery);
    const training = agentRollouts ?? all.epochs * all.tasksPerEpoch * all.groupSize;
    return this.count * (training + evaluations * levels * all.evalTasks * all.evalSamples);
  });
  /** Estimated time at the measured speed. */
  readonly seconds: number = $derived(this.answers / ANSWERS_PER_SECOND);

  choosePreset(preset: PresetName): void {
    const { epochs, evalEvery } = presetSettings(preset);
    Object.assign(this, { preset, epochs, evalEvery });
  }

  toggleArm(arm: string, chosen: boolean): void {
    // Keep the order of the list, not of the clicks, so that the same choice gives the same sweep.
    this.arms = [...armVariants.keys()].filter((name) => (name === arm ? chosen : this.arms.includes(name)));
  }

  private fromForm(): Sweep {
    const { name, preset, arms, seeds, firstSeed, epochs, evalEvery, grid } = this;
    const values = this.gridValues
      .split(',')
      .map((typed) => typed.trim())
      .filter(Boolean);
    const { tasksPerEpoch, groupSize } = presetSettings(preset);
    return {
      name,
      preset,
      settings: { epochs, evalEvery },
      arms: [...arms],
      seeds: Array.from({ length: Math.max(0, seeds) }, (_, i) => firstSeed + i),
      grid: grid === '' ? {} : { [grid]: values.map((typed) => settingFromText(grid, typed)) },
      models: [],
      // If rollouts per epoch vary, epochs must too: all runs spend the same.
      agentRollouts: grid === 'groupSize' || grid === 'tasksPerEpoch' ? epochs * tasksPerEpoch * groupSize : null,
    };
  }
}
