/** @file Settings on the command line: `--set name=value`, read as the kind of setting it is. */
import { setting, settingNames, type SettingName, type Settings } from '../genenv/settings/settings.ts';

function readValue(name: SettingName, text: string): unknown {
  const { kind } = setting(name);
  if (kind === 'names') return text.split(',');
  if (kind === 'switch') return text === 'true' ? true : text === 'false' ? false : text;
  return kind === 'number' || kind === 'integer' ? Number(text) : text;
}

/**
 * Values whose range is still to be checked (`parseSettings`).
 * @throws Error in a sentence where an assignment is none, or names no setting
 */
export const assignedSettings = (assignments: readonly string[]): Partial<Settings> =>
  Object.fromEntries(
    assignments.map((assignment) => {
      const [name, ...value] = assignment.split('=');
      if (value.length === 0) throw new Error(`--set ${assignment}: write it as name=value.`);
      if (!settingNames.includes(name as SettingName))
        throw new Error(`There is no setting “${name}”. genenv coevolve --help lists them.`);
      return [name, readValue(name as SettingName, value.join('='))];
    }),
  );
