/** @file The meanings of the glossary: loaded when one is first asked for. */
import type { AnyWording } from './any-wording.ts';
import type { glossary as english } from './en/glossary.ts';
import { chosen } from './language.ts';

export type { TermName } from './en/glossary.ts';
export const { glossary } = await chosen<{ glossary: AnyWording<typeof english> }>({
  en: () => import('./en/glossary.ts'),
  zh: () => import('./zh/glossary.ts'),
});
