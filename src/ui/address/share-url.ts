/**
 * @file Writes settings as a query string and reads them back: changes from the defaults, the settings' version, and
 * the controls that a lesson hides. Reading a link returns exactly these settings, or problems that name what could not
 * be used.
 */
import type { SettingGroup } from '../../genenv/settings/setting-kinds.ts';
import { presetNames, presetSettings } from '../../genenv/settings/presets.ts';
import {
  diffFromDefaults,
  isSettingName,
  parseSettings,
  setting,
  settingAsText,
  settingFromText,
  type SettingName,
  settingNames,
  type Settings,
  SETTINGS_VERSION,
  SettingsError,
} from '../../genenv/settings/settings.ts';
import type { LinkProblem } from '../../text/link-problem.ts';

export interface Shared {
  settings: Settings;
  /** Controls that a lesson hides: single settings, or whole groups. */
  hidden: (SettingName | SettingGroup)[];
}

export interface ReadShare extends Shared {
  /** Problems of the link. Settings with a problem keep their defaults. */
  problems: LinkProblem[];
}

const VERSION = 'v';
const HIDE = 'hide';
const LONGEST = 8000;

const groups = new Set<string>(settingNames.map((name) => setting(name).group));
const canBeHidden = (name: string): name is SettingName | SettingGroup => isSettingName(name) || groups.has(name);

/** Returns the query without its `?`. It is empty for the default settings with nothing hidden. */
export function shareQuery({ settings, hidden }: Shared): string {
  const changes = Object.entries(diffFromDefaults(settings)) as [SettingName, Settings[SettingName]][];
  if (changes.length === 0 && hidden.length === 0) return '';
  const query = new URLSearchParams([[VERSION, String(SETTINGS_VERSION)]]);
  for (const [name, value] of changes) query.set(name, settingAsText(value));
  if (hidden.length > 0) query.set(HIDE, hidden.join(','));
  // Commas are legal in a query, and keep lists readable.
  return query.toString().replaceAll('%2C', ',');
}

/**
 * Returns the page's address with these settings and no other query parameters. For the default settings it writes only
 * the version, because an empty query means a link without settings.
 */
export function shareUrl(page: string, shared: Shared): string {
  const url = new URL(page);
  url.search = shareQuery(shared) || `${VERSION}=${SETTINGS_VERSION}`;
  url.hash = '';
  return url.href;
}

/** Returns true if the page would refuse the link for its length. A large world makes a link this long. */
export const isTooLong = (link: string): boolean => new URL(link).search.length > LONGEST + 1;

/** Keeps valid settings and reports the others as problems. */
function accept(values: Record<string, unknown>, version: number): Pick<ReadShare, 'settings' | 'problems'> {
  try {
    return { settings: parseSettings(values, version), problems: [] };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const wrong = new Set<string | null>(error.problems.map(({ name }) => name));
    const kept = Object.entries(values).filter(([name]) => !wrong.has(name));
    // If the link names none of the settings at fault, its settings contradict each other, and none is used.
    const rest = kept.length < Object.keys(values).length ? Object.fromEntries(kept) : {};
    const accepted = accept(rest, version);
    const problems = error.problems.map((problem): LinkProblem => ({ code: 'link-setting', problem }));
    return { ...accepted, problems: [...problems, ...accepted.problems] };
  }
}

function readVersion(query: URLSearchParams): { version: number } | { problem: LinkProblem } {
  const text = query.get(VERSION);
  if (text === null) return { version: SETTINGS_VERSION };
  const version = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  if (version >= 1 && version <= SETTINGS_VERSION) return { version };
  return { problem: { code: 'link-version', version: text.slice(0, 20), newest: SETTINGS_VERSION } };
}

const firstOf = ([name, ...others]: readonly string[]) => ({ name: name.slice(0, 40), more: others.length });

/**
 * Reads settings from a link and never throws, because anyone may have written the link.
 * @param others names of parameters that are not settings
 */
export function readShareQuery(query: string, others: ReadonlySet<string> = new Set()): ReadShare {
  const nothing = (problem: LinkProblem): ReadShare => ({
    settings: parseSettings({}),
    hidden: [],
    problems: [problem],
  });
  if (query.length > LONGEST) return nothing({ code: 'link-too-long', length: query.length, longest: LONGEST });
  const parameters = new URLSearchParams(query);
  const version = readVersion(parameters);
  if ('problem' in version) return nothing(version.problem);

  const problems: LinkProblem[] = [];
  const unknown: string[] = [];
  const values: Record<string, unknown> = {};
  for (const name of new Set(parameters.keys())) {
    if (name === VERSION || name === HIDE || others.has(name)) continue;
    const texts = parameters.getAll(name);
    if (!isSettingName(name)) unknown.push(name);
    else if (texts.length > 1) problems.push({ code: 'link-repeated-setting', name });
    else values[name] = settingFromText(name, texts[0]);
  }
  if (unknown.length > 0) problems.unshift({ code: 'link-unknown-setting', ...firstOf(unknown) });
  const hidden: Shared['hidden'] = [];
  const notControls: string[] = [];
  for (const name of new Set((parameters.get(HIDE) ?? '').split(',').filter(Boolean)))
    if (canBeHidden(name)) hidden.push(name);
    else notControls.push(name);
  if (notControls.length > 0) problems.push({ code: 'link-unknown-control', ...firstOf(notControls) });
  // A link without a version was written by hand, so its preset supplies all values that the link omits.
  const byHand = !parameters.has(VERSION) && presetNames.find((name) => name === values.preset);
  const accepted = accept(byHand ? { ...presetSettings(byHand), ...values } : values, version.version);
  return { settings: accepted.settings, hidden, problems: [...problems, ...accepted.problems] };
}

/** Returns true if a query contains settings, not only parameters of the page. */
export const isShareQuery = (query: string, others: ReadonlySet<string>): boolean =>
  [...new URLSearchParams(query).keys()].some((name) => !others.has(name));

/** Returns true if a lesson hides the control. */
export const isHidden = (name: SettingName, hidden: readonly (SettingName | SettingGroup)[]): boolean =>
  hidden.includes(name) || hidden.includes(setting(name).group);

/** Parameters of an address that are not settings. */
export const pageParameters = ['lesson', 'panel', 'embed', 'epoch'] as const;

export function readPageLink(query: string) {
  const parameters = new URLSearchParams(query);
  const epoch = parameters.get('epoch') ?? '';
  return {
    /** Name of a lesson, which may not exist. */
    lesson: parameters.get('lesson') ?? undefined,
    panel: parameters.get('panel') ?? undefined,
    /** True if the page is embedded in another page's frame. */
    embed: parameters.has('embed'),
    /** Epoch of the recorded run to pause at. If undefined, the run plays. */
    epoch: /^\d{1,6}$/.test(epoch) ? Number(epoch) : undefined,
  };
}
