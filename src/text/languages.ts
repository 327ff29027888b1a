/**
 * @file Lists the languages. CONTRIBUTING.md says what else a new language needs.
 */

/** Each language's own name, and its BCP 47 tag for the document, numbers and dates. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en' },
  zh: { name: '中文', tag: 'zh-Hans' },
  ko: { name: '한국어', tag: 'ko' },
} as const;
export type Language = keyof typeof LANGUAGES;
