/** @file Describes schema violations with zod's own sentences, in the page's language. */
import type { z } from 'zod';
import { language } from './language.ts';

const LOCALES = {
  en: () => import('zod/v4/locales/en.js'),
  zh: () => import('zod/v4/locales/zh-CN.js'),
  ko: () => import('zod/v4/locales/ko.js'),
};

const { localeError } = (await LOCALES[language()]()).default();

/** Returns a clause without a full stop ("Too big: expected array to have <=200 items"). */
export function schemaText(issue: z.core.$ZodIssue): string {
  const found = localeError(issue as z.core.$ZodRawIssue);
  const text = typeof found === 'string' ? found : (found?.message ?? issue.message);
  // If data are missing, zod ends with "received undefined". Drop this clause: the clause before says what is expected.
  return text.replace(/[,，][^,，]*undefined.*$/, '').replace(/[.。]$/, '');
}
