import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presetNames, presetSettings } from '../../genenv/settings/presets.ts';
import {
  defaultSettings,
  parseSettings,
  setting,
  settingNames,
  type SettingName,
  type Settings,
} from '../../genenv/settings/settings.ts';
import { householdWorld } from '../../tasks/families/household/household.ts';
import {
  isHidden,
  isTooLong,
  readShareQuery,
  shareQuery,
  shareUrl,
  pageParameters,
  readPageLink,
} from './share-url.ts';

const shared = (settings: Settings) => ({ settings, hidden: [] });

/** Generates values of a setting. */
function valueOf(name: SettingName): fc.Arbitrary<unknown> {
  const row = setting(name);
  switch (row.kind) {
    case 'integer':
      return fc.integer({ min: row.minimum, max: row.maximum });
    case 'number':
      return fc.double({ min: row.minimum, max: row.maximum, noNaN: true });
    case 'switch':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...row.choices);
    case 'names':
      return fc.uniqueArray(fc.constantFrom(...row.among), { minLength: 1 });
    case 'families':
      return fc.uniqueArray(fc.constantFrom('household', 'travel', 'function-calling', householdWorld), {
        minLength: 1,
      });
    case 'weights':
      return fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 3 }).map((rest) => [1, ...rest]);
    case 'text':
      return fc.string({ unit: 'grapheme', maxLength: 40 });
  }
}

/** Generates settings that are valid together. */
const anySettings = fc
  .record(Object.fromEntries(settingNames.map((name) => [name, valueOf(name)])), { requiredKeys: [] })
  .map((values) =>
    parseSettings({
      ...values,
      // Settings with base samples must not have start levels, because base samples have their own levels.
      ...(values.taskContext === 'base-sample' && { startLevels: [] }),
      baseShare: 0.1,
      replayShare: 0.2,
      teacherModel: 'teacher',
      embeddingModel: 'words',
    }),
  );

describe('a shared link', () => {
  it('holds only the version and the settings that differ from the defaults', () => {
    expect(shareQuery(shared(defaultSettings))).toBe('');
    expect(
      shareQuery(shared({ ...defaultSettings, alpha: 0.3, families: ['household', 'travel'], anchor: false })),
    ).toBe('v=1&families=household,travel&anchor=false&alpha=0.3');
    expect(shareUrl('https://example.org/play/?old=1#top', shared({ ...defaultSettings, seed: 9 }))).toBe(
      'https://example.org/play/?v=1&seed=9',
    );
    expect(shareUrl('https://example.org/', shared(defaultSettings))).toBe('https://example.org/?v=1');
  });

  it('restores any settings exactly', () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const { settings: restored, problems } = readShareQuery(shareQuery(shared(settings)));
        expect(problems).toEqual([]);
        // The link turns −0 into 0, which is the same setting.
        expect(JSON.stringify(restored)).toBe(JSON.stringify(settings));
      }),
      { numRuns: 60, seed: 1 },
    );
    for (const preset of presetNames)
      expect(readShareQuery(shareQuery(shared(presetSettings(preset)))).settings).toEqual(presetSettings(preset));
  });

  it('can hide controls, one by one or by group', () => {
    const query = shareQuery({ settings: defaultSettings, hidden: ['alpha', 'environment'] });
    expect(query).toBe('v=1&hide=alpha,environment');
    const { hidden } = readShareQuery(`?${query}`);
    expect(hidden).toEqual(['alpha', 'environment']);
    expect(isHidden('alpha', hidden)).toBe(true);
    expect(isHidden('environmentKlWeight', hidden)).toBe(true);
    expect(isHidden('beta', hidden)).toBe(false);
  });

  it('has different names for settings, groups and its own parameters', () => {
    const groups = new Set<string>(settingNames.map((name) => setting(name).group));
    for (const name of settingNames) expect([...groups, 'v', 'hide']).not.toContain(name);
  });

  it('may lack the version, and may have parameters of the page', () => {
    const { settings, problems } = readShareQuery('?alpha=.4&lang=de', new Set(['lang']));
    expect([settings.alpha, problems]).toEqual([0.4, []]);
  });

  it('without a version takes all values of its preset, except the settings that it names', () => {
    expect(readShareQuery('preset=quick').settings).toEqual(presetSettings('quick'));
    expect(readShareQuery('?run&preset=paper&alpha=0.4', new Set(['run'])).settings).toEqual({
      ...presetSettings('paper'),
      alpha: 0.4,
    });
    expect(readShareQuery('preset=nothing').problems).toHaveLength(1);
    // In a link with a version, the preset is only a label and adds no values.
    const relabelled = { ...defaultSettings, preset: 'quick' as const };
    expect(readShareQuery(shareQuery({ settings: relabelled, hidden: [] })).settings).toEqual(relabelled);
  });
});

describe('a link from an unknown source', () => {
  const problemsOf = (query: string) => readShareQuery(query).problems;

  it('drops invalid settings, and names the problems', () => {
    const { settings, problems } = readShareQuery('v=1&alpha=2&beta=3&kMin=&anchor=yes&colour=red&seed=1&seed=2');
    expect(settings).toEqual({ ...defaultSettings, beta: 3 });
    const number = { minimum: 0, maximum: 1 };
    expect(problems).toMatchObject([
      { code: 'link-unknown-setting', name: 'colour', more: 0 },
      { code: 'link-repeated-setting', name: 'seed' },
      { code: 'link-setting', problem: { name: 'anchor', code: 'not-a-switch', parameters: { value: '"yes"' } } },
      {
        code: 'link-setting',
        problem: { name: 'alpha', code: 'not-a-number-in-range', parameters: { ...number, value: '2', default: 0.5 } },
      },
      {
        code: 'link-setting',
        problem: { name: 'kMin', code: 'not-a-number-in-range', parameters: { ...number, value: '""', default: 0.26 } },
      },
    ]);
  });

  it('is refused if its version is too new or it is too long', () => {
    expect(problemsOf('v=99&alpha=.3')).toEqual([{ code: 'link-version', version: '99', newest: 1 }]);
    expect(problemsOf('v=<script>')).toEqual([{ code: 'link-version', version: '<script>', newest: 1 }]);
    expect(readShareQuery('v=99&alpha=.3').settings).toEqual(defaultSettings);
    expect(problemsOf(`agentModel=${'a'.repeat(9000)}`)).toEqual([
      { code: 'link-too-long', length: 9011, longest: 8000 },
    ]);
  });

  it('is reported as too long exactly if the page would refuse it', () => {
    const withThings = (count: number) => {
      const things = Array.from({ length: count }, (_, i) => `a-thing-with-a-name-of-forty-letters-${i}`);
      const settings = parseSettings({ families: [{ ...householdWorld, things }] });
      return shareUrl('http://localhost/?old=1', shared(settings));
    };
    for (const count of [20, 190]) {
      const link = withThings(count);
      const refused = problemsOf(new URL(link).search.slice(1)).some(({ code }) => code === 'link-too-long');
      expect(isTooLong(link)).toBe(refused);
      expect(refused).toBe(count === 190);
    }
  });

  it('keeps the other settings if some contradict each other', () => {
    const { settings, problems } = readShareQuery('baseShare=.7&replayShare=.7&alpha=.3');
    expect(problems).toMatchObject([{ code: 'link-setting', problem: { code: 'shares-above-one' } }]);
    expect(settings).toMatchObject({ alpha: 0.3, baseShare: 0.7, replayShare: 0 });
    const withoutTeacher = readShareQuery('arm=offline&teacherModel=&alpha=.3');
    expect(withoutTeacher.problems).toMatchObject([{ code: 'link-setting', problem: { code: 'no-teacher-named' } }]);
    expect(withoutTeacher.settings).toEqual({ ...defaultSettings, arm: 'offline', alpha: 0.3 });
  });

  it('never throws and always gives valid settings', () => {
    const name = fc.oneof(fc.constantFrom(...settingNames, 'v', 'hide', '__proto__', 'constructor'), fc.string());
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('NaN', 'Infinity', '1e999', '-0', '[]', '{}', 'null', '0x10', '%'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, text)), (pairs) => {
        const { settings } = readShareQuery(pairs.map(([key, value]) => `${key}=${value}`).join('&'));
        expect(parseSettings(settings)).toEqual(settings);
      }),
      { numRuns: 200, seed: 2 },
    );
    expect(problemsOf('__proto__=1')).toEqual([{ code: 'link-unknown-setting', name: '__proto__', more: 0 }]);
    expect(problemsOf('hide=moon')).toEqual([{ code: 'link-unknown-control', name: 'moon', more: 0 }]);
  });
});

it('reads the parameters of the page, and ignores an invalid epoch', () => {
  const query = '?lesson=why-half&panel=curves&embed&epoch=40&alpha=0.4';
  expect(readPageLink(query)).toEqual({ lesson: 'why-half', panel: 'curves', embed: true, epoch: 40 });
  expect(readPageLink('?epoch=last')).toEqual({ embed: false });
  const { settings, problems } = readShareQuery(query, new Set(pageParameters));
  expect([settings.alpha, problems]).toEqual([0.4, []]);
});
