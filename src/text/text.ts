/** @file What the first screen shows, in the language spoken. */
import { door } from './door.ts';
import { TEXT } from './by-language/text.ts';

export const text = await door(TEXT);
export const { firstMinute, glossaryForms } = text;
