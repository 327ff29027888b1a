/** @file Each edition has the same texts as the English one, and none of them is an English text that was left as it is. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LANGUAGE } from './language.ts';
import { LATER } from './by-language/later.ts';
import { TEXT } from './by-language/text.ts';
import { WORK } from './by-language/work.ts';
import { type Language, LANGUAGES } from './languages.ts';

/** Texts that are the same in every language: formulas, tasks of the task languages, names. */
const SAME = /\.tex$|Tex$|\.example$|^frame\.title$|\.frameTitle$|\.paperAddress$|\.titles\.|\.ruleNames\./;
/** A language has its own written forms of the terms, and its own names of choices whose values are English words. */
const OWN = /^glossaryForms\.|^settingWords\.\w+\.names\./;
const TWO_WORDS = /[a-z]{3,} [a-z]{3,}/i;
/** Four words of Latin letters, one after the other: English, in an edition that is not written in them. */
const FOUR_WORDS = /(?:[A-Za-z’']{2,} ){3}[A-Za-z’']{2,}/;
/** A value for any parameter: text, number, list and object at once. */
const sample: object = new Proxy(new String('7'), {
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
const shared = (words: object) => new Map(textsOf(words).filter(([path]) => !OWN.test(path)));

const FAMILIES = 'src/tasks/families';
const words = await Promise.all(
  readdirSync(FAMILIES).map(
    (family) => import(`../tasks/families/${family}/words.en.ts`) as Promise<{ reasons: object }>,
  ),
);
const reasonCodes = words.flatMap(({ reasons }) => Object.keys(reasons));
/** A reason with a value for every parameter. */
const reasonOf = (code: string) =>
  new Proxy({ code }, { get: (own, name) => Reflect.get(own, name) ?? Reflect.get(sample, name) });

const isLatin = (language: Language) => new Intl.Locale(LANGUAGES[language].tag).maximize().script === 'Latn';

describe.each((Object.keys(LANGUAGES) as Language[]).filter((name) => name !== DEFAULT_LANGUAGE))('%s', (edition) => {
  // What is wrong has a test of its own (errors.test.ts).
  it.each(Object.entries({ TEXT, WORK, LATER }))('%s: the same texts, and none of them English', async (_, door) => {
    const [english, own] = [await door[DEFAULT_LANGUAGE](), await door[edition]()].map(shared);
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    const texts = [...own].filter(([path]) => !SAME.test(path));
    expect(texts.length).toBeGreaterThan(8);
    expect(texts.filter(([path, text]) => text === english.get(path) && TWO_WORDS.test(text))).toEqual([]);
    if (!isLatin(edition)) expect(texts.filter(([, text]) => FOUR_WORDS.test(text))).toEqual([]);
  });

  it('says the reasons of every family in its own words', async () => {
    const [english, own] = [await LATER[DEFAULT_LANGUAGE](), await LATER[edition]()];
    const said = reasonCodes.map((code) => [code, own.reasonSentence(reasonOf(code))]);
    expect(said.length).toBeGreaterThan(100);
    for (const code of reasonCodes) expect(english.reasonSentence(reasonOf(code))).toMatch(/^[^/]*[.]$/);
    expect(said.filter(([code, sentence]) => sentence === english.reasonSentence(reasonOf(code)))).toEqual([]);
  });
});
