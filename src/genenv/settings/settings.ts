/**
 * @file Settings as one plain object: inferred from the table, validated, compared with the defaults, and read from
 * older versions.
 */
import { z } from 'zod';
import type { Setting } from './setting-kinds.ts';
import { settingsTable } from './settings-table.ts';

type Table = typeof settingsTable;

export type SettingName = keyof Table;

/** Every setting of a run: plain data, safe to clone, store and compare. */
export type Settings = { -readonly [Name in SettingName]: z.infer<Table[Name]['schema']> };

export type ArmName = Settings['arm'];

/** Version of the names and meanings in the table; raise it together with a step in `migrations`. */
export const SETTINGS_VERSION = 1;

/** The names of all settings, in the order of the table. */
export const settingNames = Object.keys(settingsTable) as SettingName[];

/** One row of the table, as the general type. */
export const setting = (name: SettingName): Setting => settingsTable[name];

/** The default of every setting: the preset `discovery`. */
export const defaultSettings: Readonly<Settings> = Object.freeze(
  Object.fromEntries(settingNames.map((name) => [name, structuredClone(setting(name).default)])),
) as Settings;

export interface SettingProblem {
  /** The setting, or empty where the problem is of the whole. */
  name: SettingName | '';
  /** A sentence that says what is wrong and what would be right. */
  message: string;
}

/** Thrown for settings that cannot be used; its message is all problems, one per line. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly SettingProblem[]) {
    super(problems.map(({ message }) => message).join('\n'));
    this.name = 'SettingsError';
  }
}

const schema = z
  .strictObject(Object.fromEntries(settingNames.map((name) => [name, setting(name).schema])))
  .superRefine((values, context) => {
    const { baseShare, replayShare, arm, teacherModel } = values as Settings;
    if (baseShare + replayShare > 1)
      context.addIssue({
        code: 'custom',
        path: ['replayShare'],
        message:
          `Base data share (${baseShare}) and replay share (${replayShare}) add up to more than 1. ` +
          'Lower one: the rest of the tasks is new.',
      });
    if (arm === 'offline' && teacherModel === '')
      context.addIssue({
        code: 'custom',
        path: ['teacherModel'],
        message: 'The arm offline needs a teacher model. Name the folder of one.',
      });
  });

/** What has to be done to settings of version i + 1 to make them version i + 2. Pure; unknown names are left alone. */
const migrations: ((values: Record<string, unknown>) => Record<string, unknown>)[] = [];

function problemsOf(error: z.ZodError): SettingProblem[] {
  return error.issues.flatMap((issue): SettingProblem[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          name: '',
          message: `There is no setting called ${JSON.stringify(key)}. Remove it, or check its spelling.`,
        }))
      : [{ name: (issue.path[0] as SettingName | undefined) ?? '', message: issue.message }],
  );
}

/**
 * Settings from anything: what is absent takes its default.
 * @param input an object of some settings, e.g. from a file or a URL
 * @param version the version `input` was written with
 * @throws SettingsError naming every problem
 */
export function parseSettings(input: unknown, version: number = SETTINGS_VERSION): Settings {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new SettingsError([{ name: '', message: 'Settings must be an object of names and values.' }]);
  if (!Number.isInteger(version) || version < 1 || version > SETTINGS_VERSION)
    throw new SettingsError([
      {
        name: '',
        message:
          `These settings have version ${version}, but this program reads versions 1 to ${SETTINGS_VERSION}. ` +
          'Use a newer program.',
      },
    ]);
  const migrated = migrations
    .slice(version - 1)
    .reduce((values, migrate) => migrate(values), { ...input } as Record<string, unknown>);
  const result = schema.safeParse({ ...structuredClone(defaultSettings), ...migrated });
  if (!result.success) throw new SettingsError(problemsOf(result.error));
  return result.data as Settings;
}

/** What is wrong with these settings; empty where nothing is. */
export function settingProblems(input: unknown): readonly SettingProblem[] {
  try {
    parseSettings(input);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The settings of `a` that differ from `b`, in the order of the table, with their values in `a`. */
export function diffSettings(a: Readonly<Settings>, b: Readonly<Settings>): Partial<Settings> {
  return Object.fromEntries(
    settingNames.filter((name) => !equal(a[name], b[name])).map((name) => [name, a[name]]),
  ) as Partial<Settings>;
}

/** The settings that differ from the defaults: what a URL or a file needs to hold, beside `SETTINGS_VERSION`. */
export const diffFromDefaults = (settings: Readonly<Settings>): Partial<Settings> =>
  diffSettings(settings, defaultSettings);
