/** @file What is wrong and what helps, in the language spoken. The page loads it beside the first screen, which has no error. */
import { door } from './door.ts';
import { ERRORS } from './by-language/errors.ts';

export const { errorSentence } = await door(ERRORS);
