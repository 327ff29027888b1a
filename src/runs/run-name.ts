/** @file Names a run before a person does, the same in every language, since the name is stored. */
import { presetSettings } from '../genenv/settings/presets.ts';
import { diffSettings, setting, settingAsText, type SettingName, type Settings } from '../genenv/settings/settings.ts';

/** A name is read at a glance: further differences are counted. */
const MOST_NAMED = 4;

/** Values that say by themselves what they are. */
const bare: ReadonlySet<SettingName> = new Set(['arm', 'families']);

/** A family of one's own is named by its world or its set of tasks, not by its content. */
const valueText = (name: SettingName, settings: Settings): string =>
  name === 'families'
    ? settings.families.map((family) => (typeof family === 'string' ? family : family.name)).join(',')
    : settingAsText(settings[name]);

function difference(name: SettingName, settings: Settings): string {
  const value = valueText(name, settings);
  return bare.has(name) ? value : `${setting(name).symbol ?? name} ${value}`;
}

/** `discovery`, `discovery, random, seed 7`, `quick, α 0.7, k_min 0.1`. */
export function runName(settings: Settings): string {
  const names = Object.keys(diffSettings(settings, presetSettings(settings.preset))) as SettingName[];
  const more = names.length - MOST_NAMED;
  return [
    settings.preset,
    ...names.slice(0, MOST_NAMED).map((name) => difference(name, settings)),
    ...(more > 0 ? [`+${more}`] : []),
  ].join(', ');
}
