/** @file Loads the names of arms, axes and settings. */
import type { Axis } from '../analysis/run-summary.ts';
import type { VariantName } from '../analysis/comparison.ts';
import type { ArmName, SettingName } from '../genenv/settings/settings.ts';
import type { NamesMessages } from './message-types.ts';
import { type Catalogues, loadMessages } from './messages.ts';

export const NAMES: Catalogues = {
  en: () => import('./messages/en/names.json', { with: { type: 'json' } }),
  zh: () => import('./messages/zh/names.json', { with: { type: 'json' } }),
  ko: () => import('./messages/ko/names.json', { with: { type: 'json' } }),
};

export const names = await loadMessages<NamesMessages>(NAMES);

export const axes: Readonly<Record<Axis, NamesMessages['axes']['epoch']>> = names.axes;
export const settingLabels: Readonly<Record<SettingName, string>> = names.settings;
const arms: Readonly<Record<ArmName | VariantName, string>> = { ...names.arms, ...names.variants };

/** Returns the title of an arm, or the name itself if an imported run has an unknown arm. */
export const armTitle = (name: string): string => (Object.hasOwn(arms, name) ? arms[name as ArmName] : name);
