/**
 * @file The register of languages. A further one is a folder beside `en/` with the same exports, and its line in each
 * table here; the compiler names what is missing.
 */
import type { AnyWording } from './any-wording.ts';
import type { TermName } from './en/glossary.ts';
import type * as errors from './en/errors.ts';
import type * as later from './en/later.ts';
import type * as text from './en/text.ts';
import type * as work from './en/work.ts';

/** Each by its own name for itself, and as a BCP 47 tag for the document, for numbers and for dates. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en' },
  zh: { name: '中文', tag: 'zh-Hans' },
  ko: { name: '한국어', tag: 'ko' },
} as const;
export type Language = keyof typeof LANGUAGES;

/** How the words of each are loaded. */
export type InEachLanguage<Words> = Readonly<Record<Language, () => Promise<Words>>>;

/** A language has its own written forms of the terms. */
type FirstWords = AnyWording<Omit<typeof text, 'glossaryForms'>> & {
  readonly glossaryForms: Readonly<Record<string, TermName>>;
};
export const TEXT: InEachLanguage<FirstWords> = {
  en: () => import('./en/text.ts'),
  zh: () => import('./zh/text.ts'),
  ko: () => import('./ko/text.ts'),
};

export const ERRORS: InEachLanguage<AnyWording<Pick<typeof errors, 'errorSentence'>>> = {
  en: () => import('./en/errors.ts'),
  zh: () => import('./zh/errors.ts'),
  ko: () => import('./ko/errors.ts'),
};

export const WORK: InEachLanguage<AnyWording<typeof work>> = {
  en: () => import('./en/work.ts'),
  zh: () => import('./zh/work.ts'),
  ko: () => import('./ko/work.ts'),
};

export const LATER: InEachLanguage<AnyWording<typeof later>> = {
  en: () => import('./en/later.ts'),
  zh: () => import('./zh/later.ts'),
  ko: () => import('./ko/later.ts'),
};
