/** @file Renews the checksum (checked-line.ts) of a text that a test has changed. */
import { CHECKED_TAIL, checkedJson } from '../checked-line.ts';

export const rechecked = (text: string): string => checkedJson(`${text.trimEnd().slice(0, -CHECKED_TAIL)}}`);
