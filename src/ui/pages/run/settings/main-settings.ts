/** @file The settings a lesson turns first; all others stand below, folded, in the groups of the table. */
import { setting, settingNames, type SettingName } from '../../../../genenv/settings/settings.ts';
import type { SettingGroup } from '../../../../genenv/settings/setting-kinds.ts';
import { groupBy } from '../../../../common/group-by.ts';

export const mainSettings: readonly SettingName[] = [
  'alpha',
  'beta',
  'kMin',
  'lambda',
  'groupSize',
  'tasksPerEpoch',
  'agentLearningRate',
  'environmentLearningRate',
  'agentTemperature',
  'environmentTemperature',
  'seed',
];

/** Every other setting, by group, in the order of the table; the preset has a control of its own. */
export const otherSettings: readonly [SettingGroup, SettingName[]][] = [
  ...groupBy(
    settingNames.filter((name) => name !== 'preset' && !mainSettings.includes(name)),
    (name) => setting(name).group,
  ),
];
