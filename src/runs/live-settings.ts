/**
 * @file Which settings may be changed while a run goes on, and which define the run.
 */
import { settingProblem } from '../genenv/settings/setting-problems.ts';
import { diffSettings, SettingsError, type SettingName, type Settings } from '../genenv/settings/settings.ts';

/** What a run starts from: models, seeds, and tasks that are fixed before the first epoch. */
export const fixedSettings: ReadonlySet<SettingName> = new Set<SettingName>([
  'arm',
  'families',
  'seed',
  'agentModel',
  'environmentModel',
  'teacherModel',
  'softReward',
  'embeddingModel',
  'training',
  'loraRank',
  'loraAlpha',
  'loraTargets',
  'basePrecision',
  'basePool',
  'baseLevels',
  'staticPool',
  'offlinePool',
  'evalSplit',
  'evalTasks',
]);

/** @throws SettingsError naming every setting that differs and cannot change in a run */
export function refuseFixedChanges(before: Readonly<Settings>, after: Readonly<Settings>): void {
  const problems = (Object.keys(diffSettings(after, before)) as SettingName[])
    .filter((name) => fixedSettings.has(name))
    .map((name) => settingProblem(name, { code: 'fixed-during-a-run', parameters: {} }));
  if (problems.length > 0) throw new SettingsError(problems);
}
