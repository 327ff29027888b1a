/**
 * @file What a person wants to sweep, as the form has it, and the sweep it stands for: the same file `genenv sweep` reads.
 */
import { armVariants } from '../../../analysis/arm-variants.ts';
import type { Sweep } from '../../../sweeps/sweep-file.ts';
import { presetSettings, type PresetName } from '../../../genenv/settings/presets.ts';
import { settingFromText } from '../../../genenv/settings/setting-text.ts';
import { setting, settingNames, type SettingName } from '../../../genenv/settings/settings.ts';

/** Settings a sweep has entries of its own for, and those that name a run's length. */
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

/** What the grid may vary. */
export const gridSettings: readonly SettingName[] = settingNames.filter(
  (name) => !OWN.has(name) && setting(name).kind !== 'names' && setting(name).kind !== 'text',
);

export class SweepPlan {
  name = $state('my-sweep');
  preset = $state<PresetName>('quick');
  arms = $state<string[]>(['genenv', 'random']);
  /** Seeds `firstSeed`, `firstSeed` + 1, … */
  seeds = $state(2);
  firstSeed = $state(1);
  epochs = $state(presetSettings('quick').epochs);
  evalEvery = $state(presetSettings('quick').evalEvery);
  /** Empty: nothing varies but arm and seed. */
  grid = $state<SettingName | ''>('');
  /** As typed: separated by commas. */
  gridValues = $state('');
  keepRuns = $state(false);
  /** A sweep file that was opened goes before the form. */
  opened = $state.raw<Sweep>();

  readonly sweep: Sweep = $derived(this.opened ?? this.fromForm());
  /** Runs of the sweep. */
  readonly count: number = $derived.by(() => {
    const { arms, seeds, models, grid } = this.sweep;
    const points = Object.values(grid).reduce((product, values) => product * (values?.length ?? 1), 1);
    return arms.length * seeds.length * Math.max(1, models.length) * points;
  });

  choosePreset(preset: PresetName): void {
    const { epochs, evalEvery } = presetSettings(preset);
    Object.assign(this, { preset, epochs, evalEvery });
  }

  toggleArm(arm: string, chosen: boolean): void {
    // In the order of the list, whatever the order of the clicks: the same choice is the same sweep.
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
      // Where rollouts per epoch vary, epochs must too: all runs spend the same.
      agentRollouts: grid === 'groupSize' || grid === 'tasksPerEpoch' ? epochs * tasksPerEpoch * groupSize : null,
    };
  }
}
