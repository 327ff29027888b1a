/** @file The messages that a setting may have. */
export interface SettingWords {
  /** One line: what it does. */
  meaning: string;
  /** Absent for a plain number. */
  unit?: string;
  /** One line on every choice. */
  choices?: Readonly<Record<string, string>>;
  /** What a choice is called, if its name is an English word. */
  names?: Readonly<Record<string, string>>;
}
