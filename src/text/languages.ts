/**
 * @file The languages. A further one is a folder beside `en/` with the same exports, and its line in the table here and in
 * each of `by-language/`; the compiler names what is missing.
 */

/** Each by its own name for itself, and as a BCP 47 tag for the document, for numbers and for dates. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en' },
  zh: { name: '中文', tag: 'zh-Hans' },
  ko: { name: '한국어', tag: 'ko' },
} as const;
export type Language = keyof typeof LANGUAGES;

/** How the words of each are loaded. */
export type InEachLanguage<Words> = Readonly<Record<Language, () => Promise<Words>>>;
