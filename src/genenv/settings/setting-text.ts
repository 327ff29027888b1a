/** @file A setting's value as text, as the command line and links write it, and back. */
import { type SettingName, type Settings, setting } from './settings.ts';

/** Names are separated by commas. */
export const settingAsText = (value: Settings[SettingName]): string =>
  Array.isArray(value) ? value.join(',') : String(value);

/** The value a text stands for; a text that is no such value stays as it is, and the setting then refuses it. */
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
