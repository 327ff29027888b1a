/** @file The meanings of the glossary: loaded when one is first asked for. */
import type { AnyWording } from './any-wording.ts';
import { glossary as english } from './en/glossary.ts';

export type { TermName } from './en/glossary.ts';
export const glossary: AnyWording<typeof english> = english;
