/** @file Loads the names of arms, axes and settings. */
import type { Axis } from '../analysis/run-summary.ts';
import type { VariantName } from '../analysis/comparison.ts';
import type { ArmName, SettingName } from '../genenv/settings/settings.ts';
import type { NamesMessages } from '../common/message-types.ts';
import { loadMessages } from './messages.ts';

export const names = await loadMessages<NamesMessages>(
  (language) => import(`./messages/${language}/names.json`, { with: { type: 'json' } }),
);

export const axes: Readonly<Record<Axis, NamesMessages['axes']['epoch']>> = names.axes;
export const settingLabels: Readonly<Record<SettingName, string>> = names.settings;
const arms: Readonly<Record<ArmName | VariantName, string>> = { ...names.arms, ...names.variants };

/** Returns an arm's title, or the name itself for an imported run's unknown arm. */
export const armTitle = (name: string): string => (Object.hasOwn(arms, name) ? arms[name as ArmName] : name);
