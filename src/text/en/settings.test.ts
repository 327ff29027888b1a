import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { departures as departureNames } from '../../genenv/settings/departures.ts';
import { setting, settingNames } from '../../genenv/settings/settings.ts';
import type { SettingWords } from '../setting-words.ts';
import { departures } from './departures.ts';
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

it('docs/method.md lists every departure from the published values', () => {
  const rows = departureNames.map((name) => {
    const { origin, published, default: ours } = setting(name);
    return `| \`${name}\` | ${origin} | ${String(published)} | ${String(ours)} | ${departures[name]} |`;
  });
  const section = readFileSync('docs/method.md', 'utf8').split('## Where the defaults differ from the paper')[1];
  expect(
    section
      ?.split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| `')),
  ).toEqual(rows);
});
