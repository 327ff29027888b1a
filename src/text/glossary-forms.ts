/**
 * @file The written forms of the glossary's terms in the language chosen: small, so that sentences of the first screen
 * have it.
 */
import type { TermName } from './glossary.ts';
import { chosen } from './language.ts';

export const { glossaryForms } = await chosen<{ glossaryForms: Readonly<Record<string, TermName>> }>({
  en: () => import('./en/glossary-forms.ts'),
  zh: () => import('./zh/glossary-forms.ts'),
});
