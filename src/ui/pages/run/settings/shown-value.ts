/** @file Formats the value of a setting, or its change. */
import type { SettingName } from '../../../../genenv/settings/settings.ts';
import { type FamilyChoice, familyNameOf } from '../../../../tasks/family.ts';
import { settingLabels } from '../../../../text/names.ts';
import { runText } from '../../../../text/run.ts';
import type { SettingWords } from './setting-words.ts';

export function shownValue(name: SettingName, value: unknown): string {
  if (typeof value === 'boolean') return value ? runText.settings.on : runText.settings.off;
  if (Array.isArray(value))
    return value.map((one) => (typeof one === 'object' ? familyNameOf(one as FamilyChoice) : String(one))).join(', ');
  const { names }: SettingWords = runText.settingWords[name];
  return names?.[String(value)] ?? String(value);
}

export const shownChange = (name: SettingName, from: unknown, to: unknown, symbol = settingLabels[name]): string =>
  runText.knobs.change({ symbol, from: shownValue(name, from), to: shownValue(name, to) });
