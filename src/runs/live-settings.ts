/** @file Refuses changes of settings that a run may not have, by the table of settings (`inRun`). */
import { settingProblem } from '../genenv/settings/check-setting.ts';
import { diffSettings, setting, SettingsError, type SettingName, type Settings } from '../genenv/settings/settings.ts';

export const isFixed = (name: SettingName): boolean => setting(name).inRun === 'fixed';

/** @throws SettingsError naming every setting that differs and cannot change in a run */
export function refuseFixedChanges(before: Readonly<Settings>, after: Readonly<Settings>): void {
  const problems = (Object.keys(diffSettings(after, before)) as SettingName[])
    .filter(isFixed)
    .map((name) => settingProblem(name, { code: 'fixed-during-a-run', parameters: {} }));
  if (problems.length > 0) throw new SettingsError(problems);
}
