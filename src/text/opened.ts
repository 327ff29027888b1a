/** @file The words of what can be opened, in the language chosen: not part of the first screen. */
import type { AnyWording } from './any-wording.ts';
import { opened as english } from './en/opened.ts';

export const openedText: AnyWording<typeof english> = english;
