/** @file The door to the sentences of errors in the language chosen: loaded beside the first screen, which has no error. */
import type { ErrorSentence } from './error-sentences.ts';
import { chosen } from './language.ts';

export const loadErrorSentence = async (): Promise<ErrorSentence> =>
  (
    await chosen<{ errorSentence: ErrorSentence }>({
      en: () => import('./en/errors.ts'),
      zh: () => import('./zh/errors.ts'),
    })
  ).errorSentence;
