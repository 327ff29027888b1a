import { afterEach, expect, it, vi } from 'vitest';
import { door, speak } from './door.ts';
import { language, setLanguage } from './language.ts';
import { type InEachLanguage, type Language, LANGUAGES } from './languages.ts';

afterEach(() => setLanguage('en'));

const english = {
  part: { title: 'Models', of: (n: string) => `${n} models`, list: ['one', 'two'] },
  name: (code: string) => `name of ${code}`,
};
const chinese: typeof english = {
  part: { title: '模型', of: (n) => `${n} 个模型`, list: ['一', '二'] },
  name: (code) => `${code} 的名字`,
};
/** Whatever other languages there are. */
const others = Object.fromEntries(Object.keys(LANGUAGES).map((name) => [name, async () => english])) as InEachLanguage<
  typeof english
>;
const load = () => ({ ...others, en: vi.fn(async () => english), zh: vi.fn(async () => chinese) });

it('loads the words of the language spoken alone, and of another when it is chosen, once', async () => {
  const words = load();
  await door(words);
  expect([words.en.mock.calls.length, words.zh.mock.calls.length]).toEqual([1, 0]);
  await speak('zh');
  await speak('en');
  await speak('zh');
  expect([words.en.mock.calls.length, words.zh.mock.calls.length]).toEqual([1, 1]);
});

it('what was taken from it before says itself in the language spoken now', async () => {
  const { part, name } = await door(load());
  const { of } = part;
  await speak('zh');
  expect([part.title, of('3'), name('a'), part.list[0]]).toEqual(['模型', '3 个模型', 'a 的名字', '一']);
  await speak('en');
  expect([part.title, of('3'), name('a'), part.list[0]]).toEqual(['Models', '3 models', 'name of a', 'one']);
});

it('words that one language does without are there in the other alone', async () => {
  type Words = { part: { names?: Record<string, string> } };
  const named: Words = { part: { names: { one: '一' } } };
  const bare: Words = { part: {} };
  const words = { ...others, en: async () => bare, zh: async () => named } as unknown as InEachLanguage<Words>;
  const { part } = await door(words);
  const seen = [part.names?.one];
  for (const spoken of ['zh', 'en', 'zh'] as const) {
    await speak(spoken);
    seen.push(part.names?.one);
  }
  expect(seen).toEqual([undefined, '一', undefined, '一']);
});

it('is an object like the words themselves', async () => {
  const { part } = await door(load());
  expect(Object.keys(part)).toEqual(['title', 'of', 'list']);
  expect({ ...part }.title).toBe('Models');
  expect(['title' in part, 'other' in part, Object.hasOwn(part, 'other')]).toEqual([true, false, false]);
  expect(part.of).toBe(part.of);
});

it('the language changes when all words are there, also those of a door that opens meanwhile', async () => {
  await door(load());
  let arrive = (_: typeof english) => {};
  const slow = {
    ...others,
    en: async () => english,
    zh: () => new Promise<typeof english>((resolve) => (arrive = resolve)),
  };
  const { part } = await door(slow);
  const speaking = speak('zh');
  const late = load();
  const opening = door(late);
  await Promise.resolve();
  expect([language(), part.title]).toEqual<[Language, string]>(['en', 'Models']);
  arrive(chinese);
  await speaking;
  expect([language(), part.title, (await opening).part.title]).toEqual(['zh', '模型', '模型']);
});

it('words that cannot be loaded leave the language as it is; the next try may do it', async () => {
  const words = { ...load(), zh: vi.fn(async () => chinese).mockRejectedValueOnce(new Error('offline')) };
  const { part } = await door(words);
  await expect(speak('zh')).rejects.toThrow('offline');
  expect([language(), part.title]).toEqual(['en', 'Models']);
  await speak('zh');
  expect(part.title).toBe('模型');
});
