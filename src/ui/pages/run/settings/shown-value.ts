/** @file The value of a setting, as the page shows it. */
import type { SettingName } from '../../../../genenv/settings/settings.ts';
import { type FamilyChoice, familyNameOf } from '../../../../tasks/registry.ts';
import type { SettingWords } from '../../../../text/setting-words.ts';
import { text } from '../../../../text/text.ts';

export function shownValue(name: SettingName, value: unknown): string {
  if (typeof value === 'boolean') return value ? text.settings.on : text.settings.off;
  if (Array.isArray(value))
    return value.map((one) => (typeof one === 'object' ? familyNameOf(one as FamilyChoice) : String(one))).join(', ');
  const { names }: SettingWords = text.settingWords[name];
  return names?.[String(value)] ?? String(value);
}
