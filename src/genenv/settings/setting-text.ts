/** @file Converts a setting's value to text, as the command line and links write it, and back. */
import { type SettingName, type Settings, setting } from './settings.ts';

/** Names are separated by commas; families with a world among them are JSON. */
export function settingAsText(value: Settings[SettingName]): string {
  if (!Array.isArray(value)) return String(value);
  return value.some((one) => typeof one === 'object') ? JSON.stringify(value) : value.join(',');
}

/** Families as JSON, or by their names; what is neither is a name that there is not. */
function familiesFromText(text: string): unknown {
  try {
    return text.startsWith('[') ? JSON.parse(text) : text.split(',');
  } catch {
    return [text];
  }
}

const numberFromText = (text: string): number | string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

/** The value that a text stands for. Any other text is returned unchanged, and the check of the setting refuses it. */
export function settingFromText(name: SettingName, text: string): unknown {
  switch (setting(name).kind) {
    case 'number':
    case 'integer':
      return numberFromText(text);
    case 'switch':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'families':
      return familiesFromText(text);
    case 'names':
      return text.split(',');
    case 'weights':
      return text.trim() === '' ? [] : text.split(',').map(numberFromText);
    case 'choice':
    case 'text':
      return text;
  }
}
