/** @file Finds the newest change of settings in a run, with the values before and after it. */
import type { SettingName } from '../genenv/settings/settings.ts';
import type { RunView } from './run-view.ts';

export interface LastChange {
  /** The first epoch that has stages with the new values. */
  epoch: number;
  values: { name: SettingName; from: unknown; to: unknown }[];
}

/** @param upTo the epoch in view: later changes are not known there */
export function lastChange({ started, epochs }: RunView, upTo = Infinity): LastChange | undefined {
  let settings: Partial<Record<SettingName, unknown>> = started?.settings ?? {};
  let last: LastChange | undefined;
  for (const { epoch, changes } of epochs) {
    if (epoch > upTo || changes.length === 0) continue;
    const after = changes.reduce((all, one) => ({ ...all, ...one.changes }), settings);
    const names = [...new Set(changes.flatMap((one) => Object.keys(one.changes) as SettingName[]))];
    const before = settings;
    const values = names.map((name) => ({ name, from: before[name], to: after[name] }));
    last = { epoch, values: values.filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to)) };
    settings = after;
  }
  return last?.values.length ? last : undefined;
}
