/** @file How the terms of the glossary are written in the language chosen: small, so that sentences of the first screen have it. */
import { glossaryForms as english } from './en/glossary-forms.ts';
import type { TermName } from './glossary.ts';

export const glossaryForms: Readonly<Record<string, TermName>> = english;
