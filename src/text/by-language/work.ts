/** @file The words of the work, by language. */
import type { AnyWording } from '../any-wording.ts';
import type * as work from '../en/work.ts';
import type { InEachLanguage } from '../languages.ts';

export const WORK: InEachLanguage<AnyWording<typeof work>> = {
  en: () => import('../en/work.ts'),
  zh: () => import('../zh/work.ts'),
  ko: () => import('../ko/work.ts'),
};
