import { afterEach, expect, it, vi } from 'vitest';
import { languageOf } from './language.ts';
import { LANGUAGES } from './languages.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Returns the language that a newly started program chooses. */
const chosenNow = async () => (await import('./language.ts')).language();

it('takes the first of the browser’s languages that there are words in', () => {
  expect(languageOf(['zh-CN', 'en'])).toBe('zh');
  expect(languageOf(['zh-Hant-TW'])).toBe('zh');
  expect(languageOf(['de', 'fr-CA', 'ZH', 'en-GB'])).toBe('zh');
  expect(languageOf(['de'])).toBe('en');
  expect(languageOf([])).toBe('en');
  expect(languageOf(['constructor'])).toBe('en');
});

it('is the browser’s in a page, until the user chooses another', async () => {
  const storage = new Map<string, string>();
  vi.stubGlobal('document', {});
  vi.stubGlobal('navigator', { languages: ['zh-CN', 'en'] });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  });
  const before = await import('./language.ts');
  expect(before.language()).toBe('zh');
  before.setLanguage('en');
  vi.resetModules();
  expect(await chosenNow()).toBe('en');
  const [key] = storage.keys();
  storage.set(key, 'klingon');
  vi.resetModules();
  expect(await chosenNow()).toBe('zh');
});

it('continues if site data is blocked', async () => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('navigator', { languages: ['zh-CN'] });
  const blocked = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked });
  const { setLanguage, language } = await import('./language.ts');
  expect(language()).toBe('zh');
  expect(() => setLanguage('en')).not.toThrow();
});

it('is English headless, and the page’s in a worker, also for messages that are loaded later', async () => {
  expect(await chosenNow()).toBe('en');
  vi.resetModules();
  (await import('./language.ts')).useLanguage('zh');
  expect(await chosenNow()).toBe('zh');
  const { loadMessages } = await import('./messages.ts');
  expect(await loadMessages(async (name) => ({ default: { name } }))).toEqual({ name: 'zh' });
});

it('has a tag that Intl knows for every language', () => {
  const tags = Object.values(LANGUAGES).map(({ tag }) => tag);
  expect(Intl.NumberFormat.supportedLocalesOf(tags)).toEqual(tags);
});
