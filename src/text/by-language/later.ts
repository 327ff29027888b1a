/** @file The words of what the page shows when it is opened, by language. */
import type { AnyWording } from '../any-wording.ts';
import type * as later from '../en/later.ts';
import type { InEachLanguage } from '../languages.ts';

export const LATER: InEachLanguage<AnyWording<typeof later>> = {
  en: () => import('../en/later.ts'),
  zh: () => import('../zh/later.ts'),
  ko: () => import('../ko/later.ts'),
};
