/** @file The words that every language has for a setting. */
import type { ChoiceSetting, NumberSetting } from '../genenv/settings/setting-kinds.ts';
import type { SettingName } from '../genenv/settings/settings.ts';
import type { SettingsTable } from '../genenv/settings/settings-table.ts';

export interface SettingWords {
  label: string;
  /** One line: what it does. */
  meaning: string;
  /** Absent where it is a plain number. */
  unit?: string;
  /** One line on every choice. */
  choices?: Readonly<Record<string, string>>;
  /** What a choice is called where its name, an English word, is not; others keep their names. */
  names?: Readonly<Record<string, string>>;
}

/** The words that a row of the table needs: only numbers may have a unit, and every choice has its line. */
type WordsOf<Row> = Pick<SettingWords, 'label' | 'meaning'> &
  (Row extends NumberSetting ? Pick<SettingWords, 'unit'> : { unit?: undefined }) &
  (Row extends ChoiceSetting<infer Choice>
    ? { choices: Readonly<Record<Choice, string>>; names?: Readonly<Partial<Record<Choice, string>>> }
    : { choices?: undefined; names?: undefined });

export type AllSettingWords = { readonly [Name in SettingName]: WordsOf<SettingsTable[Name]> };
