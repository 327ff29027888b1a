import { describe, expect, it } from 'vitest';
import {
  SettingsError,
  defaultSettings,
  diffFromDefaults,
  parseSettings,
  setting,
  settingNames,
  settingProblems,
} from './settings.ts';

describe('the table of settings', () => {
  it.each(settingNames)('%s: the default and the published value are in range', (name) => {
    const { default: value, published, schema, meaning, label } = setting(name);
    expect(schema.safeParse(value).success).toBe(true);
    if (published !== undefined) expect(schema.safeParse(published).success).toBe(true);
    expect(label).not.toBe('');
    expect(meaning).toMatch(/\.$/);
  });

  it('gives every setting of one label once', () => {
    const labels = settingNames.map((name) => setting(name).label);
    expect(new Set(labels).size).toBe(labels.length);
  });
});

describe('parseSettings', () => {
  it('fills in the defaults', () => {
    expect(parseSettings({})).toEqual(defaultSettings);
    expect(parseSettings({ alpha: 0.3 })).toEqual({ ...defaultSettings, alpha: 0.3 });
  });

  it('names every problem in a sentence', () => {
    expect(settingProblems({ alpha: 2, arm: 'best', epochs: 1.5, families: [], seed: Number.NaN })).toEqual([
      {
        name: 'arm',
        message:
          'Arm must be one of genenv, random, static, offline, base-data, r-zero, absolute-zero, level-rule, level-replay, but is "best".',
      },
      {
        name: 'families',
        message:
          'Task families must be a list of different names (lower case, digits, hyphens), at least one, but is [].',
      },
      { name: 'seed', message: expect.stringContaining('whole number from 0 to 4294967295') },
      { name: 'epochs', message: expect.stringContaining('but is 1.5. The default is 180.') },
      { name: 'alpha', message: 'Target success must be a number from 0 to 1, but is 2. The default is 0.5.' },
    ]);
  });

  it('refuses unknown names, other versions and things that are not settings', () => {
    expect(() => parseSettings({ gamma: 1 })).toThrow('There is no setting called "gamma"');
    expect(() => parseSettings({}, 99)).toThrow('version 99');
    expect(() => parseSettings(null)).toThrow(SettingsError);
  });

  it('checks what settings say together', () => {
    expect(() => parseSettings({ baseShare: 0.7, replayShare: 0.5 })).toThrow('add up to more than 1');
    expect(() => parseSettings({ arm: 'offline', teacherModel: '' })).toThrow('needs a teacher model');
  });

  it('never shares an object with the defaults', () => {
    const settings = parseSettings({});
    settings.families.push('travel');
    expect(defaultSettings.families).toEqual(['household']);
  });
});

describe('diffFromDefaults', () => {
  it('restores the settings exactly', () => {
    const settings = parseSettings({ families: ['household', 'travel'], beta: 2, anchor: false });
    expect(diffFromDefaults(settings)).toEqual({ families: ['household', 'travel'], beta: 2, anchor: false });
    expect(parseSettings(diffFromDefaults(settings))).toEqual(settings);
  });
});
