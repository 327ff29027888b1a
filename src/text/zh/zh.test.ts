/** @file The Chinese edition is Chinese: nothing of it is an English text that was left as it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codedProblem } from '../../common/error-data.ts';
import { settingProblem } from '../../genenv/settings/setting-problems.ts';
import * as englishErrors from '../en/errors.ts';
import * as chineseErrors from './errors.ts';

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

/** Errors have a test of their own below. */
const DOORS = ['text', 'work', 'later'];
/** A language has its own written forms of the terms. */
const OWN = /^glossaryForms\./;

it.each(DOORS)('%s: the same texts as in English, and none of them English', async (file) => {
  const shared = (words: unknown) => new Map(textsOf(words).filter(([path]) => !OWN.test(path)));
  const inEnglish = shared(await import(`../en/${file}.ts`));
  const inChinese = shared(await import(`../zh/${file}.ts`));
  expect([...inChinese.keys()].sort()).toEqual([...inEnglish.keys()].sort());
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
  const { errorSentence } = chineseErrors;
  expect(errorSentence(codedProblem('hub-busy', { what: 'it', server: 'example.org', status: 429 }))).toBe(
    'example.org 暂时不再接受这里的请求（429）。请等几分钟再继续；已到的部分保留着。',
  );
  expect(errorSentence(new Error('Something new failed.'))).toMatch(/[\u4e00-\u9fff].*Something new failed\.$/);
});

/** Any values of any error. */
const named: Readonly<Record<string, unknown>> = {
  setting: 'alpha',
  player: 'agent',
  kind: 'file',
  obstacle: { code: 'memory', bytes: 7, limit: 7 },
  inconsistency: '7.',
  absolute: 7,
  relative: 7,
  causes: ['7'],
  options: ['7'],
  different: [{ setting: 'alpha', stored: 7, given: 7 }],
  problems: [
    {
      ...settingProblem('alpha', { code: 'not-a-switch', parameters: { value: '7' } }),
      ...{ file: '7', error: codedProblem('no-model') },
    },
  ],
};
const problem = codedProblem('no-model');
const values = (code: string) =>
  new Proxy<object>(/^(no-plan|no-rollouts|rollout-row)$/.test(code) ? { problem } : {}, {
    get: (target, name) => Reflect.get(target, name) ?? named[String(name)] ?? '7',
  });

it.each([
  ['English', englishErrors],
  ['Chinese', chineseErrors],
])('%s: every sentence of an error is whole, whatever its values', (_, { errors }) => {
  for (const [code, sentence] of Object.entries(errors as Record<string, (parameters: object) => string>))
    expect(sentence(values(code)), code).toMatch(/^(?!.*(undefined|\[object)).+[.?。]$/s);
});

it('every code of an error is thrown somewhere', () => {
  const sources = ['src', 'workers'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/^text\/|\.test\.ts$|error-parameters/.test(file))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
  );
  const isThrown = (code: string) => sources.some((source) => source.includes(`'${code}'`));
  expect(Object.keys(chineseErrors.errors).filter((code) => !isThrown(code))).toEqual([]);
});
