import { describe, expect, it } from 'vitest';
import { settingNames } from '../../genenv/settings/settings.ts';
import type { SettingWords } from '../setting-words.ts';
import { settingWords } from './settings.ts';

describe('the words of the settings', () => {
  it.each(settingNames)('%s: has a label, and a sentence that says what it does', (name) => {
    const { label, meaning, choices = {} }: SettingWords = settingWords[name];
    expect(label).not.toBe('');
    for (const sentence of [meaning, ...Object.values(choices)]) expect(sentence).toMatch(/\.\)?$/);
  });

  it('give every label once', () => {
    const labels = settingNames.map((name) => settingWords[name].label);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
