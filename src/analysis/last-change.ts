/** @file Finds the newest change of settings in a run, with the values before and after it. */
import { diffSettings, type SettingName, type Settings } from '../genenv/settings/settings.ts';
import type { RunView } from './run-view.ts';

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
