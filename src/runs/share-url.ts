/**
 * @file Settings as a query string and back: only what differs from the defaults, with the version it was written with,
 * and the controls a lesson hides. Whoever opens the link gets the very same settings, or is told why not.
 */
import type { SettingGroup } from '../genenv/settings/setting-kinds.ts';
import {
  diffFromDefaults,
  parseSettings,
  setting,
  settingNames,
  type SettingName,
  SETTINGS_VERSION,
  SettingsError,
  type Settings,
} from '../genenv/settings/settings.ts';

export interface Shared {
  settings: Settings;
  /** Controls a lesson leaves out: single settings, or all of a group. */
  hidden: (SettingName | SettingGroup)[];
}

export interface ReadShare extends Shared {
  /** What of the link could not be used, as sentences; those settings are at their defaults. */
  problems: string[];
}

const VERSION = 'v';
const HIDE = 'hide';
const LONGEST = 8000;

const groups = new Set<string>(settingNames.map((name) => setting(name).group));
const names = new Set<string>(settingNames);

const isSettingName = (name: string): name is SettingName => names.has(name);
const canBeHidden = (name: string): name is SettingName | SettingGroup => names.has(name) || groups.has(name);

const written = (value: Settings[SettingName]): string => (Array.isArray(value) ? value.join(',') : String(value));

/** The query without its `?`; empty for the default settings with nothing hidden. */
export function shareQuery({ settings, hidden }: Shared): string {
  const changes = Object.entries(diffFromDefaults(settings)) as [SettingName, Settings[SettingName]][];
  if (changes.length === 0 && hidden.length === 0) return '';
  const query = new URLSearchParams([[VERSION, String(SETTINGS_VERSION)]]);
  for (const [name, value] of changes) query.set(name, written(value));
  if (hidden.length > 0) query.set(HIDE, hidden.join(','));
  // Commas are legal in a query, and lists stay readable.
  return query.toString().replaceAll('%2C', ',');
}

/**
 * The address of the page with these settings; other parts of its query are left out. The default settings are a version
 * and nothing else: without it, the address would not say that it means them.
 */
export function shareUrl(page: string, shared: Shared): string {
  const url = new URL(page);
  url.search = shareQuery(shared) || `${VERSION}=${SETTINGS_VERSION}`;
  url.hash = '';
  return url.href;
}

/** A value as its text says; what it cannot be stays the text, for the setting to refuse with its own sentence. */
function readValue(name: SettingName, text: string): unknown {
  const { kind } = setting(name);
  switch (kind) {
    case 'number':
    case 'integer':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'switch':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'names':
      return text.split(',');
    default:
      return text;
  }
}

/** The settings without those at fault, and what is wrong with them. */
function accept(values: Record<string, unknown>, version: number): { settings: Settings; problems: string[] } {
  try {
    return { settings: parseSettings(values, version), problems: [] };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const wrong = new Set<string>(error.problems.map(({ name }) => name));
    const kept = Object.entries(values).filter(([name]) => !wrong.has(name));
    // Where those at fault are not in the link, nothing of it is used: its parts do not go together.
    const rest = kept.length < Object.keys(values).length ? Object.fromEntries(kept) : {};
    const accepted = accept(rest, version);
    return { ...accepted, problems: [...error.problems.map(({ message }) => message), ...accepted.problems] };
  }
}

function readVersion(query: URLSearchParams): { version: number } | { problem: string } {
  const text = query.get(VERSION);
  if (text === null) return { version: SETTINGS_VERSION };
  const version = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  if (version >= 1 && version <= SETTINGS_VERSION) return { version };
  return {
    problem:
      `This link is of version ${JSON.stringify(text.slice(0, 20))}, but this program reads versions 1 to ` +
      `${SETTINGS_VERSION}. Its settings are not used; open it with a newer program.`,
  };
}

/**
 * Settings from a link. Never throws: a link comes from anyone.
 * @param query with or without its `?`
 * @param others parameters of the page that are not settings: passed over
 */
export function readShareQuery(query: string, others: ReadonlySet<string> = new Set()): ReadShare {
  const nothing = (problem: string): ReadShare => ({ settings: parseSettings({}), hidden: [], problems: [problem] });
  if (query.length > LONGEST)
    return nothing(`This link has ${query.length} characters of settings, more than ${LONGEST}. They are not used.`);
  const parameters = new URLSearchParams(query);
  const version = readVersion(parameters);
  if ('problem' in version) return nothing(version.problem);

  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const name of new Set(parameters.keys())) {
    if (name === VERSION || name === HIDE || others.has(name)) continue;
    const texts = parameters.getAll(name);
    if (!isSettingName(name))
      problems.push(
        `There is no setting called ${JSON.stringify(name.slice(0, 40))}. That part of the link is not used.`,
      );
    else if (texts.length > 1)
      problems.push(`${setting(name).label} stands in the link more than once, and is not used.`);
    else values[name] = readValue(name, texts[0]);
  }
  const hidden: Shared['hidden'] = [];
  for (const name of new Set((parameters.get(HIDE) ?? '').split(',').filter(Boolean)))
    if (canBeHidden(name)) hidden.push(name);
    else problems.push(`There is no control called ${JSON.stringify(name.slice(0, 40))} to hide.`);
  const accepted = accept(values, version.version);
  return { settings: accepted.settings, hidden, problems: [...problems, ...accepted.problems] };
}

/** Whether a query holds a link at all, and not only parameters of the page. */
export const isShareQuery = (query: string, others: ReadonlySet<string>): boolean =>
  [...new URLSearchParams(query).keys()].some((name) => !others.has(name));

/** Whether a lesson leaves a control out. */
export const isHidden = (name: SettingName, hidden: readonly (SettingName | SettingGroup)[]): boolean =>
  hidden.includes(name) || hidden.includes(setting(name).group);
