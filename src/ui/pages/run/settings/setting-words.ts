/** @file Declares the messages that a setting may have. */
export interface SettingWords {
  /** One line: what it does. */
  meaning: string;
  /** Default: none, for a plain number. */
  unit?: string;
  /** One line on every choice. */
  choices?: Readonly<Record<string, string>>;
  /** Titles of choices whose names are English words. */
  names?: Readonly<Record<string, string>>;
}
