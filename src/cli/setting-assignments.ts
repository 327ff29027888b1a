/** @file Settings on the command line: `--set name=value`, read as the kind of setting it is, and the list of them. */
import { CodedError } from '../common/coded-error.ts';
import {
  defaultSettings,
  setting,
  settingAsText,
  settingFromText,
  type SettingName,
  settingNames,
  type Settings,
} from '../genenv/settings/settings.ts';
import { runText } from '../text/run.ts';
import { familyFromFile } from './family-from-file.ts';

/** Files among the names of families are worlds or tasks. */
async function withOwnFamilies(value: unknown): Promise<unknown> {
  if (!Array.isArray(value)) return value;
  return Promise.all(
    value.map((one: unknown) =>
      typeof one === 'string' && /\.(json|jsonl|ndjson|csv|tsv)$/.test(one) ? familyFromFile(one) : one,
    ),
  );
}

/** Values whose range is still to be checked (`parseSettings`). @throws CodedError where an assignment is none */
export async function assignedSettings(assignments: readonly string[]): Promise<Partial<Settings>> {
  const values: [string, unknown][] = [];
  for (const assignment of assignments) {
    const [name, ...value] = assignment.split('=');
    if (value.length === 0) throw new CodedError('not-an-assignment', { assignment });
    if (!settingNames.includes(name as SettingName)) throw new CodedError('unknown-setting', { setting: name });
    values.push([name, await withOwnFamilies(settingFromText(name as SettingName, value.join('=')))]);
  }
  return Object.fromEntries(values);
}

/** The names a setting may be, empty where it is not a choice. */
export function choicesOf(name: SettingName): readonly string[] {
  const row = setting(name);
  return row.kind === 'choice' ? row.choices : [];
}

/** Every setting with what it does, its choices and its default, a line each. */
export function settingsHelp(): string {
  const width = Math.max(...settingNames.map((name) => name.length));
  return settingNames
    .map((name) => {
      const { meaning, unit }: { meaning: string; unit?: string } = runText.settingWords[name];
      const choices = choicesOf(name);
      const one = choices.length > 0 ? ` One of ${choices.join(', ')}.` : '';
      const usual = `${settingAsText(defaultSettings[name])}${unit ? ` (${unit})` : ''}`;
      return `  ${name.padEnd(width)}  ${meaning}${one} Default: ${usual}.`;
    })
    .join('\n');
}
