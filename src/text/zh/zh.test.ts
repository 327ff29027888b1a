/** @file The Chinese edition is Chinese: nothing of it is an English text that was left as it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CodedError } from '../../common/coded-error.ts';
import { settingProblem } from '../../genenv/settings/setting-problems.ts';
import { problemOf } from '../../ui/shared/problems.ts';
import * as english from '../en/text.ts';
import * as chinese from './text.ts';

/** Four words of Latin letters, one after the other. */
const ENGLISH = /(?:[A-Za-z’']{2,} ){3}[A-Za-z’']{2,}/;
/** Texts that are the same in every language: formulas, tasks of the task languages, names. */
const SAME = /\.tex$|Tex$|\.example$|^text\.title$|\.frameTitle$|\.paperAddress$|\.titles\.|\.ruleNames\./;

/** A value for any parameter: text, number, list and object at once. */
const sample: unknown = new Proxy(new String('7'), {
  get(target, name) {
    if (name === 'toFixed' || name === 'toPrecision' || name === 'join' || name === 'toLocaleString') return () => '7';
    if (name === 'map') return () => ['7'];
    const own: unknown = Reflect.get(target, name);
    if (typeof own === 'function') return own.bind(target);
    return own ?? (typeof name === 'symbol' ? undefined : sample);
  },
});

/** Every text by its path; functions are called with samples, and left out where they ask for more than plain values. */
function textsOf(words: unknown, path = ''): [path: string, text: string][] {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words === 'function') {
    try {
      const made: unknown = words(...Array<unknown>(words.length).fill(sample));
      return typeof made === 'string' || made === sample ? [[path, String(made)]] : [];
    } catch {
      return [];
    }
  }
  return Object.entries((words ?? {}) as object).flatMap(([name, value]) =>
    textsOf(value, path ? `${path}.${name}` : name),
  );
}

/** The files that doors load, as far as they are words by name. */
const FILES = [
  'benchmarks',
  'first-minute',
  'glossary',
  'lessons',
  'inside',
  'model-export-panel',
  'models',
  'opened',
  'plan',
  'text',
  'try-it',
];

it.each(FILES)('%s: the same texts as in English, and none of them English', async (file) => {
  const inEnglish = new Map(textsOf(await import(`../en/${file}.ts`)));
  const inChinese = new Map(textsOf(await import(`../zh/${file}.ts`)));
  expect([...inChinese.keys()].filter((path) => !path.includes('errors.')).sort()).toEqual(
    [...inEnglish.keys()].filter((path) => !path.includes('errors.')).sort(),
  );
  const texts = [...inChinese].filter(([path]) => !SAME.test(path));
  expect(texts.length).toBeGreaterThan(8);
  expect(texts.filter(([, text]) => ENGLISH.test(text))).toEqual([]);
  const twoWords = /[a-z]{3,} [a-z]{3,}/i;
  expect(texts.filter(([path, text]) => text === inEnglish.get(path) && twoWords.test(text))).toEqual([]);
});

it('no file of the edition holds an English text, whatever calls for it', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const left = files.flatMap((file) =>
    readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
      .replace(/\/\*[\s\S]*?\*\/| as (?:unknown as|readonly) /g, '')
      .split('\n')
      .filter((line) => !line.includes('example:') && ENGLISH.test(line)),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(left).toEqual([]);
});

it('says an error by its code with its numbers, and leads into one that it does not know', () => {
  const { errors, ownSentence } = chinese.text;
  const known = new CodedError('hub-busy', 'It takes no more requests.', {
    what: 'it',
    server: 'example.org',
    status: 429,
  });
  expect(problemOf(known, errors).cause).toBe(
    'example.org 暂时不再接受这里的请求（429）。请等几分钟再继续；已到的部分保留着。',
  );
  expect(ownSentence('Something new failed.')).toMatch(/[\u4e00-\u9fff].*Something new failed\.$/);
});

/** A problem of settings with any values. */
const problems = [settingProblem('alpha', { code: 'not-a-switch', parameters: { value: '7' } })];
/** Any values of any error. */
const named: Readonly<Record<string, unknown>> = {
  problems,
  setting: 'alpha',
  player: 'agent',
  obstacle: 'memory',
  kind: 'file',
};
const values = new Proxy<object>({}, { get: (_, name) => named[String(name)] ?? '7' });

it.each([
  ['English', english.text.errors],
  ['Chinese', chinese.text.errors],
])('%s: every sentence of an error is whole, whatever its values', (_, sentences) => {
  for (const [code, sentence] of Object.entries(sentences as Record<string, (parameters: object) => string>))
    expect(sentence(values), code).toMatch(/^(?!.*(undefined|\[object)).+[.。]$/s);
});

it('every code of an error is thrown somewhere', () => {
  const sources = ['src', 'workers'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/^text\/|\.test\.ts$|error-parameters/.test(file))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
  );
  // The problem of a line of another trainer's log is a part of the code.
  const isThrown = (code: string) => sources.some((source) => source.includes(`'${code.replace('line-no-', 'no-')}'`));
  expect(Object.keys(chinese.text.errors).filter((code) => !isThrown(code))).toEqual([]);
});
