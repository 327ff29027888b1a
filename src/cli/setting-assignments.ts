/** @file Settings on the command line: `--set name=value`; the kind of the setting decides how the value is read. */
import { CodedError } from '../common/coded-error.ts';
import { setting, settingNames, type SettingName, type Settings } from '../genenv/settings/settings.ts';

function readValue(name: SettingName, text: string): unknown {
  const { kind } = setting(name);
  if (kind === 'names') return text.split(',');
  if (kind === 'switch') return text === 'true' ? true : text === 'false' ? false : text;
  return kind === 'number' || kind === 'integer' ? Number(text) : text;
}

/**
 * The assigned values. Their ranges are not checked yet (`parseSettings` does).
 * @throws CodedError where an assignment has no `=`, or names no setting
 */
export const assignedSettings = (assignments: readonly string[]): Partial<Settings> =>
  Object.fromEntries(
    assignments.map((assignment) => {
      const [name, ...value] = assignment.split('=');
      if (value.length === 0)
        throw new CodedError('setting-without-value', `--set ${assignment}: write it as name=value.`, { assignment });
      if (!settingNames.includes(name as SettingName))
        throw new CodedError(
          'unknown-setting',
          `There is no setting “${name}”. genenv coevolve --help lists the settings.`,
          { name },
        );
      return [name, readValue(name as SettingName, value.join('='))];
    }),
  );
