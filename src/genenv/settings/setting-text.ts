/** @file Converts a setting's value to text, as the command line and links write it, and back. */
import { type SettingName, type Settings, setting } from './settings.ts';

/** Names are separated by commas. */
export const settingAsText = (value: Settings[SettingName]): string =>
  Array.isArray(value) ? value.join(',') : String(value);

/** The value that a text stands for. Any other text is returned unchanged, and the check of the setting refuses it. */
export function settingFromText(name: SettingName, text: string): unknown {
  switch (setting(name).kind) {
    case 'number':
    case 'integer':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'switch':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'names':
      return text.split(',');
    case 'choice':
    case 'text':
      return text;
  }
}
