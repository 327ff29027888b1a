import { describe, expect, it } from 'vitest';
import { checkSetting } from './check-setting.ts';
import { settingsTable } from './settings-table.ts';
import {
  SETTINGS_VERSION,
  SettingsError,
  defaultSettings,
  diffFromDefaults,
  parseSettings,
  publishedValue,
  setting,
  settingNames,
  settingProblems,
} from './settings.ts';

describe('the table of settings', () => {
  it.each(settingNames)('%s: the default and the published value are in range', (name) => {
    expect(checkSetting(name, setting(name).default)).toBeNull();
    const { value } = publishedValue(name);
    if (value !== undefined) expect(checkSetting(name, value)).toBeNull();
  });
});

describe('parseSettings', () => {
  it('fills in the defaults', () => {
    expect(parseSettings({})).toEqual(defaultSettings);
    expect(parseSettings({ alpha: 0.3 })).toEqual({ ...defaultSettings, alpha: 0.3 });
  });

  it('names every problem by a code with its values, and in a sentence', () => {
    const problem = (name: string, code: string, parameters: object) => ({ name, code, parameters });
    expect(
      settingProblems({
        alpha: 2,
        arm: 'best',
        epochs: 1.5,
        families: [],
        seed: Number.NaN,
        anchor: 1,
        agentModel: null,
      }),
    ).toEqual([
      problem('arm', 'not-a-choice', { choices: settingsTable.arm.choices.join(', '), value: '"best"' }),
      problem('families', 'not-a-list-of-names', { value: '[]' }),
      problem('seed', 'not-a-whole-number-in-range', { minimum: 0, maximum: 4294967295, default: 1, value: 'null' }),
      problem('epochs', 'not-a-whole-number-in-range', { minimum: 1, maximum: 1000, default: 180, value: '1.5' }),
      problem('agentModel', 'not-a-text', { longest: 200, value: 'null' }),
      problem('anchor', 'not-a-switch', { value: '1' }),
      problem('alpha', 'not-a-number-in-range', { minimum: 0, maximum: 1, default: 0.5, value: '2' }),
    ]);
  });

  it('refuses unknown names, other versions and things that are not settings', () => {
    expect(() => parseSettings({ gamma: 1 })).toThrow(/unknown-setting.*"gamma"/);
    expect(() => parseSettings({}, SETTINGS_VERSION + 1)).toThrow(/unknown-version.*{"version":2,"newest":1}/);
    expect(() => parseSettings(null)).toThrow(SettingsError);
  });

  it('shows no more of a value than a sentence can hold', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown;
    for (const name of settingNames) expect(checkSetting(name, deep)).toMatchObject({ parameters: { value: '[…]' } });
    const long = 'long '.repeat(20_000);
    const cut = `"${long.slice(0, 199)}…`;
    expect(checkSetting('alpha', long)).toMatchObject({ parameters: { value: cut } });
  });

  it('checks what settings say together', () => {
    expect(() => parseSettings({ baseShare: 0.7, replayShare: 0.5 })).toThrow('shares-above-one');
    expect(() => parseSettings({ arm: 'offline', teacherModel: '' })).toThrow('no-teacher-named');
    expect(() => parseSettings({ softReward: 'embedding' })).toThrow('no-embedding-model-named');
    const keys = { answerKey: 'written', families: ['household', 'travel-rules'] };
    expect(() => parseSettings(keys)).toThrow('no-written-keys');
  });

  it('takes weights of levels that the families have', () => {
    const start = (startLevels: unknown, changes: object = {}) => settingProblems({ startLevels, ...changes });
    for (const weights of [[], [1], [0, 0.5], [...Array<number>(9).fill(0), 3]]) expect(start(weights)).toEqual([]);
    for (const weights of [[0, 0], [1, -1], ['a'], '1,2', [Infinity], Array<number>(65).fill(1)])
      expect(start(weights)).toMatchObject([{ name: 'startLevels', code: 'not-weights', parameters: { most: 64 } }]);
    expect(start(Array<number>(11).fill(1))).toMatchObject([
      { code: 'weights-beyond-levels', parameters: { weights: 11, levels: 10 } },
    ]);
    // Wide search has six levels, and household has ten.
    expect(start([0, 0, 0, 0, 0, 0, 0, 0, 0, 1], { families: ['household', 'wide-search'] })).toMatchObject([
      { code: 'levels-without-weight', parameters: { families: 'wide-search' } },
    ]);
    expect(start([1], { taskContext: 'base-sample' })).toMatchObject([{ code: 'no-levels-for-base-samples' }]);
    expect(start([1], { taskContext: 'base-seed' })).toEqual([]);
  });

  it('never shares an object with the defaults or with what it was given', () => {
    const settings = parseSettings({});
    settings.families.push('travel');
    expect(defaultSettings.families).toEqual(['household']);
    const given = { families: ['household'] };
    parseSettings(given).families.push('travel');
    expect(given.families).toEqual(['household']);
  });

  it('gives the settings in the order of the table, whatever the order of the input', () => {
    expect(Object.keys(parseSettings({ alpha: 0.3, preset: 'quick' }))).toEqual(settingNames);
  });
});

it('diffFromDefaults restores the settings exactly', () => {
  const settings = parseSettings({ families: ['household', 'travel'], beta: 2, anchor: false });
  expect(diffFromDefaults(settings)).toEqual({ families: ['household', 'travel'], beta: 2, anchor: false });
  expect(parseSettings(diffFromDefaults(settings))).toEqual(settings);
});
