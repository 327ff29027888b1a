/**
 * @file Computes what a setting's value does, e.g. which counts pass the filter, or how many rollouts an epoch has.
 * The page shows these effects beside a slider while the slider moves.
 *
 * It also finds a run's newest change of settings, and the dashed comparison curve. This curve is the parent run's, or
 * the run's own before the change, extended at its last level.
 */
import { mean } from 'simple-statistics';
import { inBand, passingCounts, regressionWeight } from '../curriculum/environment-reward.ts';
import { alphaCurriculum } from '../genenv/environment-curricula.ts';
import { withEpochAlpha } from '../genenv/epoch-settings.ts';
import { diffSettings, type SettingName, type Settings } from '../genenv/settings/settings.ts';
import { arms } from '../genenv/sources/arms.ts';
import { isRewarded, metricsUpTo, type RunMetrics } from './metrics.ts';
import type { RunView, TaskView } from './run-view.ts';

interface EpochValue {
  epoch: number;
  value: number;
}

export interface Ghost {
  success: EpochValue[];
  heldOut: EpochValue[];
  /** Number of levels solved at least half the time, by family. */
  solved: Readonly<Record<string, EpochValue[]>>;
}

/** Number of epochs in the mean success that extends a curve after a change. One epoch has too few tasks. */
const LEVEL_EPOCHS = 5;

const solvedLevels = (levels: readonly number[]): number => levels.filter((success) => success >= 0.5).length;

/** Returns the parent run's curves, drawn dashed for comparison. @param upTo the epoch shown, the last that is drawn */
export function parentGhost(metrics: RunMetrics, upTo: number): Ghost {
  const { epochs, heldOut } = metricsUpTo(metrics, upTo);
  const families = Object.keys(heldOut[0]?.byLevel ?? {});
  return {
    success: epochs.filter(isRewarded).map(({ epoch, successRate: value }) => ({ epoch, value })),
    heldOut: heldOut.map(({ epoch, success: value }) => ({ epoch, value })),
    solved: Object.fromEntries(
      families.map((family) => [
        family,
        heldOut.map(({ epoch, byLevel }) => ({ epoch, value: solvedLevels(byLevel[family] ?? []) })),
      ]),
    ),
  };
}

/** Returns the run's curves before the epoch `change`, extended at their last level to the epoch `upTo`. */
export function ghostBefore(metrics: RunMetrics, change: number, upTo: number): Ghost {
  const { success, heldOut, solved } = parentGhost(metrics, change - 1);
  const held = (course: EpochValue[], level: number | undefined): EpochValue[] =>
    level === undefined ? course : [...course, { epoch: change, value: level }, { epoch: upTo, value: level }];
  const recent = success.slice(-LEVEL_EPOCHS).map(({ value }) => value);
  return {
    success: held(success, recent.length ? mean(recent) : undefined),
    heldOut: held(heldOut, heldOut.at(-1)?.value),
    solved: Object.fromEntries(
      Object.entries(solved).map(([family, course]) => [family, held(course, course.at(-1)?.value)]),
    ),
  };
}

interface LastChange {
  /** First epoch with a stage under the new values. */
  epoch: number;
  values: { name: SettingName; from: unknown; to: unknown }[];
}

/** Returns the newest change of settings up to an epoch. Undefined if there is none. */
export function lastChange({ started, epochs }: RunView, upTo = Infinity): LastChange | undefined {
  let after = started?.settings;
  let last: LastChange | undefined;
  for (const { epoch, changes } of epochs) {
    if (epoch > upTo || changes.length === 0) continue;
    const before = after!;
    after = Object.assign({}, before, ...changes.map((one) => one.changes)) as Settings;
    const changed = Object.entries(diffSettings(after, before)) as [SettingName, unknown][];
    last = { epoch, values: changed.map(([name, to]) => ({ name, from: before[name], to })) };
  }
  return last?.values.length ? last : undefined;
}

export type SettingEffect =
  /** `counts` are the numbers of right answers out of G that pass; `tasks` counts the shown epoch's passing tasks. */
  | { kind: 'passes'; counts: number[]; groupSize: number; tasks?: { inside: number; all: number } }
  /** Distance from α at which the reward has fallen to ½: √(ln 2 / β). Infinity for β = 0. */
  | { kind: 'half-reward'; distance: number }
  /** A task with R_env = 1 weighs as much as e^λ tasks with R_env = 0. */
  | { kind: 'contrast'; factor: number }
  /** `rollouts` per epoch are `times` the current number. `seconds` per epoch follow from the measured speed. */
  | { kind: 'rollouts'; rollouts: number; times: number; seconds?: number }
  /** Sampling odds 2^(1/T) of two tokens, if one is twice as probable for the model. Infinity for T = 0. */
  | { kind: 'odds'; odds: number };

export interface EffectsRequest {
  /** The current settings with the value that the user tries. */
  settings: Settings;
  inForce: Settings;
  /** Tasks of the epoch in view. `recentSuccess` is the success by family before that epoch. */
  tasks: readonly TaskView[];
  recentSuccess?: Readonly<Record<string, number>>;
  /** Undefined if no speed was measured. */
  rolloutsPerSecond: number | undefined;
}

function passes({ settings, tasks, recentSuccess }: EffectsRequest): SettingEffect[] {
  const { groupSize, arm, successScope } = settings;
  const band = arms[arm].band.of(withEpochAlpha(settings, recentSuccess));
  // `counts` are right answers out of G to one task, and assume α ± k_min. Other scopes and bands have none.
  if (successScope !== 'task' || arms[arm].band !== alphaCurriculum.band) return [];
  const counts = passingCounts(groupSize, band);
  const scored = tasks.flatMap((task) => task.scored ?? []);
  const inside = scored.filter(({ scope }) => inBand(scope, band)).length;
  return [{ kind: 'passes', counts, groupSize, ...(scored.length > 0 && { tasks: { inside, all: scored.length } }) }];
}

function rollouts({ settings, inForce, rolloutsPerSecond }: EffectsRequest): SettingEffect {
  const count = settings.tasksPerEpoch * settings.groupSize;
  const times = count / (inForce.tasksPerEpoch * inForce.groupSize);
  return {
    kind: 'rollouts',
    rollouts: count,
    times,
    ...(rolloutsPerSecond !== undefined && { seconds: count / rolloutsPerSecond }),
  };
}

const odds = (temperature: number): SettingEffect => ({ kind: 'odds', odds: 2 ** (1 / temperature) });

/** Settings without an entry have no effect that a number can express. */
const effects: { readonly [Name in SettingName]?: (request: EffectsRequest) => SettingEffect[] } = {
  alpha: passes,
  alphaRule: passes,
  alphaGain: passes,
  kMin: passes,
  groupSize: (request) => [...passes(request), rollouts(request)],
  tasksPerEpoch: (request) => [rollouts(request)],
  beta: ({ settings }) => [{ kind: 'half-reward', distance: Math.sqrt(Math.LN2 / settings.beta) }],
  lambda: ({ settings }) => [{ kind: 'contrast', factor: regressionWeight(1, settings.lambda) }],
  agentTemperature: ({ settings }) => [odds(settings.agentTemperature)],
  environmentTemperature: ({ settings }) => [odds(settings.environmentTemperature)],
};

export const settingEffects = (name: SettingName, request: EffectsRequest): SettingEffect[] =>
  effects[name]?.(request) ?? [];
