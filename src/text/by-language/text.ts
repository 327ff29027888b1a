/** @file The words of the first screen, by language. */
import type { AnyWording } from '../any-wording.ts';
import type { TermName } from '../en/glossary.ts';
import type * as text from '../en/text.ts';
import type { InEachLanguage } from '../languages.ts';

/** A language has its own written forms of the terms. */
type FirstWords = AnyWording<Omit<typeof text, 'glossaryForms'>> & {
  readonly glossaryForms: Readonly<Record<string, TermName>>;
};
export const TEXT: InEachLanguage<FirstWords> = {
  en: () => import('../en/text.ts'),
  zh: () => import('../zh/text.ts'),
  ko: () => import('../ko/text.ts'),
};
