/** @file The sentence of each error is whole in every language. */
import { expect, it } from 'vitest';
import { codedProblem } from '../common/error-data.ts';
import { settingProblem } from '../genenv/settings/setting-problems.ts';
import { commandErrors } from './en/command-errors.ts';
import { errors } from './en/errors.ts';
import { DEFAULT_LANGUAGE } from './language.ts';
import { ERRORS } from './by-language/errors.ts';
import { type Language, LANGUAGES } from './languages.ts';

const english = { ...commandErrors, ...errors };
const codes = Object.keys(english);

const named: Readonly<Record<string, unknown>> = {
  setting: 'alpha',
  does: 'calls',
  player: 'agent',
  kind: 'file',
  obstacle: { code: 'memory', bytes: 7, limit: 7 },
  inconsistency: '7.',
  absolute: 7,
  bytes: 7,
  most: 7,
  limit: 7,
  size: 7,
  needed: 7,
  available: 7,
  relative: 7,
  causes: ['7'],
  faults: [{ code: 'not-an-object', field: 'where' }],
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
const ownValues = (code: string): object => (/^(no-plan|no-rollouts|rollout-row)$/.test(code) ? { problem } : {});
const valueOf = (name: string) => named[name] ?? '7';

/** Every parameter that any English sentence reads. */
const names = new Set<string>();
const recorder = (code: string) =>
  new Proxy(ownValues(code), {
    get: (target, name) => {
      names.add(String(name));
      return Reflect.get(target, name) ?? valueOf(String(name));
    },
  });
for (const [code, sentence] of Object.entries<(parameters: never) => string>(english))
  sentence(recorder(code) as never);

const values = (code: string): object => ({
  ...Object.fromEntries(Array.from(names, (name) => [name, valueOf(name)])),
  ...ownValues(code),
});

it.each(Object.keys(LANGUAGES) as Language[])('%s: every sentence is whole, whatever its values', async (language) => {
  const { errorSentence } = await ERRORS[language]();
  const { errorSentence: inEnglish } = await ERRORS[DEFAULT_LANGUAGE]();
  for (const code of codes) {
    const failure = { code, parameters: values(code) };
    expect(errorSentence(failure), code).toMatch(/^(?!.*(undefined|\[object)).+[.?。]$/s);
    const translated = language !== DEFAULT_LANGUAGE && !(code in commandErrors);
    expect(errorSentence(failure) !== inEnglish(failure), code).toBe(translated);
  }
});

it('says an error in Chinese with its numbers, and leads into one that it does not know', async () => {
  const { errorSentence } = await ERRORS.zh();
  expect(errorSentence(codedProblem('hub-busy', { what: 'it', server: 'example.org', status: 429 }))).toBe(
    'example.org 暂时不再接受这里的请求（429）。请等几分钟再继续；已到的部分保留着。',
  );
  expect(errorSentence(new Error('Something new failed.'))).toMatch(/[\u4e00-\u9fff].*Something new failed\.$/);
});
