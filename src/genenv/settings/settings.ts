/**
 * @file Validates and compares settings, and converts values from and to text.
 */
import { type Family, familyNameOf } from '../../tasks/family.ts';
import { knownFamily } from '../../tasks/registry.ts';
import { takesKeys } from '../../tasks/family-parts.ts';
import { checkSetting, type Finding, settingProblem, type SettingProblem, SettingsError } from './check-setting.ts';
import type { Setting } from './setting-kinds.ts';
import { type ArmName, type SettingName, type Settings, settingsTable } from './settings-table.ts';

export { type ArmName, type SettingName, type SettingProblem, type Settings, SettingsError };

/** Version of the settings. If a name or meaning changes, raise it and let `parseSettings` convert older versions. */
export const SETTINGS_VERSION = 1;

export const settingNames = Object.keys(settingsTable) as SettingName[];

export const setting = (name: SettingName): Setting => settingsTable[name];

/** Returns a setting's value in the paper, or else in the published code. The origin is `open` if neither has one. */
export function publishedValue(name: SettingName): {
  origin: 'paper' | 'code' | 'open';
  value?: Settings[SettingName];
} {
  const { paper, code } = setting(name);
  if (paper !== undefined) return { origin: 'paper', value: paper };
  return code === undefined ? { origin: 'open' } : { origin: 'code', value: code };
}

/** Default of each setting. The defaults are the preset `discovery`. */
export const defaultSettings: Readonly<Settings> = Object.freeze(
  Object.fromEntries(settingNames.map((name) => [name, structuredClone(setting(name).default)])),
) as Settings;

/** Lists the problems of settings that are each in range, but do not fit together. */
function problemsTogether(settings: Settings): SettingProblem[] {
  const { baseShare, replayShare, arm, answerKey, startLevels } = settings;
  const problems: SettingProblem[] = [];
  const add = (name: SettingName, finding: Finding) => problems.push(settingProblem(name, finding));
  if (baseShare + replayShare > 1)
    add('replayShare', { code: 'shares-above-one', parameters: { baseShare, replayShare } });
  if (arm === 'offline' && settings.teacherModel === '')
    add('teacherModel', { code: 'no-teacher-named', parameters: { arm } });
  if (settings.softReward === 'embedding' && settings.embeddingModel === '')
    add('embeddingModel', { code: 'no-embedding-model-named', parameters: {} });
  const known = settings.families.flatMap((family) => knownFamily(familyNameOf(family)) ?? []);
  const namesOf = (some: readonly Family[]) => ({ families: some.map(({ name }) => name).join(', ') });
  const keyless = known.filter((family) => !takesKeys(family));
  if (answerKey !== 'oracle' && keyless.length > 0)
    add('answerKey', { code: 'no-written-keys', parameters: namesOf(keyless) });
  if (startLevels.length === 0) return problems;

  const levels = Math.max(...known.map((family) => family.levels));
  const without = known.filter((family) => startLevels.slice(0, family.levels).every((weight) => weight === 0));
  if (settings.taskContext === 'base-sample')
    add('startLevels', { code: 'no-levels-for-base-samples', parameters: {} });
  else if (known.length > 0 && startLevels.length > levels)
    add('startLevels', { code: 'weights-beyond-levels', parameters: { weights: startLevels.length, levels } });
  else if (without.length > 0) add('startLevels', { code: 'levels-without-weight', parameters: namesOf(without) });
  return problems;
}

/** Settings that older runs may name. They are ignored, because only their default behaviour is left. */
const RETIRED = new Set(['kvCachePrecision', 'replayChoice', 'replayForm']);

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingsTable, name);

/** Reads settings from any value. Missing settings get their defaults. @throws SettingsError with all problems */
export function parseSettings(input: unknown, version: number = SETTINGS_VERSION): Settings {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new SettingsError([settingProblem(null, { code: 'not-settings', parameters: {} })]);
  if (!Number.isInteger(version) || version < 1 || version > SETTINGS_VERSION) {
    const parameters = { version, newest: SETTINGS_VERSION };
    throw new SettingsError([settingProblem(null, { code: 'unknown-version', parameters })]);
  }
  const given: Record<string, unknown> = { ...defaultSettings, ...input };
  // Older runs may name a 4-bit base, which is read as f16.
  if (given.basePrecision === 'q4') given.basePrecision = 'f16';
  const problems = [
    ...settingNames.flatMap((name) => checkSetting(name, given[name]) ?? []),
    ...Object.keys(input)
      .filter((name) => !isSettingName(name) && !RETIRED.has(name))
      .map((name) => settingProblem(null, { code: 'unknown-setting', parameters: { setting: name } })),
  ];
  if (problems.length > 0) throw new SettingsError(problems);
  const settings = structuredClone(Object.fromEntries(settingNames.map((name) => [name, given[name]]))) as Settings;
  const together = problemsTogether(settings);
  if (together.length > 0) throw new SettingsError(together);
  return settings;
}

export function settingProblems(input: unknown): readonly SettingProblem[] {
  try {
    parseSettings(input);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

/** Returns true if two values are equal. Most are numbers or words, for which JSON would be slow. */
const equal = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** Returns the settings of `a` that differ from `b`, in the order of the table. */
export function diffSettings(a: Readonly<Settings>, b: Readonly<Settings>): Partial<Settings> {
  return Object.fromEntries(
    settingNames.filter((name) => !equal(a[name], b[name])).map((name) => [name, a[name]]),
  ) as Partial<Settings>;
}

/** Returns the settings that differ from the defaults. A URL or a file stores them with `SETTINGS_VERSION`. */
export const diffFromDefaults = (settings: Readonly<Settings>): Partial<Settings> =>
  diffSettings(settings, defaultSettings);

/** Returns a value as text. Commas separate names. A list with a user's own family is JSON. */
export function settingAsText(value: Settings[SettingName]): string {
  if (!Array.isArray(value)) return String(value);
  return value.some((one) => typeof one === 'object') ? JSON.stringify(value) : value.join(',');
}

/** Reads families from JSON or from names between commas. Malformed JSON becomes one name, which the check refuses. */
function familiesFromText(text: string): unknown {
  try {
    return text.startsWith('[') ? JSON.parse(text) : text.split(',');
  } catch {
    return [text];
  }
}

const numberFromText = (text: string): number | string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

/** Reads a value from text. Returns malformed text unchanged, so that the check of the setting refuses it. */
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
