import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { BENCHMARKS } from '../benchmarks/registry.ts';
import { publishedValue, setting, settingNames } from '../genenv/settings/settings.ts';
import { type Language, LANGUAGES } from './languages.ts';
import { loadMessages } from './messages.ts';
import type { Catalogue } from './parse-message.ts';

const FOLDER = join(import.meta.dirname, 'messages');
const languages = Object.keys(LANGUAGES) as Language[];

const read = (language: Language, file: string) =>
  JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8')) as Catalogue;

/** Returns every message with its keys. A glossary term's forms count as one; their number varies by language. */
function messagesOf(part: Catalogue, keys: readonly string[] = []): [keys: readonly string[], text: string][] {
  if (typeof part === 'string') return [[keys, part]];
  if (keys.at(-2) === 'glossaryForms') return [[keys, (part as readonly string[]).join(' ')]];
  return Object.entries(part).flatMap(([key, inner]) => messagesOf(inner as Catalogue, [...keys, key]));
}

function parametersOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => [
    ...('value' in element && element.type !== 0 ? [element.value] : []),
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => parametersOf(value)) : []),
  ]);
}
const parameters = (text: string) => [...new Set(parametersOf(parse(text, { ignoreTag: true })))].sort();

/** These parameters hold English phrases, so other languages leave them out. */
const ENGLISH_PHRASES = ['doing', 'worker'];

const english = readdirSync(join(FOLDER, 'en'));
const translated = english.filter((file) => file !== 'command.json');

describe.each(languages)('%s', (language) => {
  it.each(language === 'en' ? english : translated)('%s has every key, with the parameters of English', (file) => {
    const own = new Map(messagesOf(read(language, file)).map(([keys, text]) => [keys.join(' '), text]));
    const expected = new Map(messagesOf(read('en', file)).map(([keys, text]) => [keys.join(' '), text]));
    expect([...own.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [key, text] of own) {
      const known = parameters(expected.get(key)!);
      const english = known.filter((name) => language !== 'en' && ENGLISH_PHRASES.includes(name));
      expect(new Set([...english, ...parameters(text)]), key).toEqual(new Set(known));
      expect(text.trim(), key).not.toBe('');
    }
  });
});

/** Keys used by data rather than code: glossary terms and file paths. */
const BY_DATA = /^(glossary|glossaryForms|benchmarkFiles) /;

it('has a line on every choice of a setting', () => {
  type Words = { settingWords: Record<string, { choices?: Record<string, string> }> };
  const { settingWords } = read('en', 'later.json') as unknown as Words;
  for (const name of settingNames) {
    const row = setting(name);
    const choices = row.kind === 'choice' ? row.choices : [];
    expect({ [name]: Object.keys(settingWords[name].choices ?? {}).sort() }).toEqual({ [name]: [...choices].sort() });
  }
});

it('says why each default differs from the published value', () => {
  const departures = settingNames.filter((name) => {
    const { value } = publishedValue(name);
    return value !== undefined && value !== setting(name).default;
  });
  const { departures: reasons } = read('en', 'later.json') as { departures: object };
  expect(Object.keys(reasons).sort()).toEqual(departures.sort());
});

it('describes every file of a benchmark', () => {
  const { benchmarkFiles } = read('en', 'command.json') as unknown as { benchmarkFiles: object };
  const files = Object.values(BENCHMARKS).flatMap((one) => one.files.map(({ path }) => path));
  expect(new Set(files)).toEqual(new Set(Object.keys(benchmarkFiles)));
});

it('uses every message', () => {
  const folders = ['src', 'workers', 'scripts'];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|svelte|mjs)$/.test(path) && !/\.test\.ts$|message-types\.ts$/.test(path))
      .map((path) => readFileSync(join(folder, path), 'utf8')),
  );
  const words = new Set(files.flatMap((text) => text.match(/[\p{L}\p{M}\p{N}_$-]+/gu) ?? []));
  // Code may build a key such as `world/solved` from its words, so each word is looked up alone.
  const unused = english.flatMap((file) =>
    messagesOf(read('en', file))
      .filter(
        ([keys]) =>
          !BY_DATA.test(keys.join(' ')) &&
          !keys.every(
            (key) =>
              /^\d+$/.test(key) || key.split(/[^\p{L}\p{M}\p{N}_$-]+/u).every((word) => !word || words.has(word)),
          ),
      )
      .map(([keys]) => `${file}: ${keys.join('.')}`),
  );
  expect(unused).toEqual([]);
});

it.each([
  ['en', 0, '0 tasks, 0'],
  ['en', 1, '1 task, 1'],
  ['en', 2, '2 tasks, 2'],
  ['en', 1000, '1,000 tasks, 1,000'],
  ['zh', 0, '0 个任务，0'],
  ['zh', 1, '1 个任务，1'],
  ['zh', 2, '2 个任务，2'],
  ['zh', 1000, '1,000 个任务，1,000'],
  ['ko', 0, '과제 0개, 0'],
  ['ko', 1, '과제 1개, 1'],
  ['ko', 2, '과제 2개, 2'],
  ['ko', 1000, '과제 1,000개, 1,000'],
] as const)('writes numbers and plurals in %s: %i', async (language, tasks, shown) => {
  const counts = {
    en: '{tasks, plural, one {# task} other {# tasks}}, {tasks, number}',
    zh: '{tasks, number} 个任务，{tasks, number}',
    ko: '과제 {tasks, number}개, {tasks, number}',
  };
  const { count } = await loadMessages<{ count: (of: { tasks: number }) => string }>(
    async (name) => ({ default: { count: counts[name] } }),
    language,
  );
  expect(count({ tasks })).toBe(shown);
});

it('selects by an absent or empty text, and keeps braces and quotes', async () => {
  const said = await loadMessages<{ why: (of: { cause: string | null }) => string; braces: string }>(async () => ({
    default: {
      why: 'It failed{cause, select, null {} other { ({cause})}}.',
      braces: `such as '{'"id": 1'}', it's`,
    },
  }));
  expect([said.why({ cause: null }), said.why({ cause: '' }), said.why({ cause: 'offline' })]).toEqual([
    'It failed.',
    'It failed.',
    'It failed (offline).',
  ]);
  expect(said.braces).toBe(`such as {"id": 1}, it's`);
});
