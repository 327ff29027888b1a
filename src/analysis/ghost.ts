/**
 * @file Finds the newest change of settings in a run, and the dashed course that the run is drawn against: the run that it
 * branched from, or its own course before the change, held at its last level. Every value is a logged one, or a mean of
 * logged ones.
 */
import { mean } from 'simple-statistics';
import { diffSettings, type SettingName, type Settings } from '../genenv/settings/settings.ts';
import { isRewarded, metricsUpTo, type RunMetrics } from './metrics.ts';
import type { RunView } from './run-view.ts';

interface EpochValue {
  epoch: number;
  value: number;
}

export interface Ghost {
  success: EpochValue[];
  heldOut: EpochValue[];
  /** By family, the number of levels that are solved at least half the time. */
  solved: Readonly<Record<string, EpochValue[]>>;
}

/** The level before a change is the mean of so many epochs: one epoch of a few tasks says little. */
const LEVEL_EPOCHS = 5;

const solvedLevels = (levels: readonly number[]): number => levels.filter((success) => success >= 0.5).length;

/** @param upTo the epoch in view; later epochs are not drawn */
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

/** @param change the first epoch with the new values */
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

export interface LastChange {
  /** The first epoch that has stages with the new values. */
  epoch: number;
  values: { name: SettingName; from: unknown; to: unknown }[];
}

/** @param upTo the epoch in view; later changes are not known there */
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
