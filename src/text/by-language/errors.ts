/** @file The sentences of errors, by language. */
import type { AnyWording } from '../any-wording.ts';
import type * as errors from '../en/errors.ts';
import type { InEachLanguage } from '../languages.ts';

export const ERRORS: InEachLanguage<AnyWording<Pick<typeof errors, 'errorSentence'>>> = {
  en: () => import('../en/errors.ts'),
  zh: () => import('../zh/errors.ts'),
  ko: () => import('../ko/errors.ts'),
};
