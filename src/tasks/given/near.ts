/** @file Which prompts are nearly the same. */

const QUOTES = /["'`´‘’“”„«»]/g;
/** Marks at the end of a word; within a number or a name they stay: `3.4`, `a:b`. */
const MARKS = /[.,;:!?¿¡…。，、；：！？]+(?=\s|$)/g;
/** White space beside what is neither letter nor digit: `3 + 4` is `3+4`, but `1 2` is not `12`. */
const LOOSE = /\s+(?![\p{L}\p{M}\p{N}])|(?<![\p{L}\p{M}\p{N}])\s+/gu;

/**
 * Two prompts are near-duplicates where this is the same: whatever their case, quotes, marks at the end of words, and
 * white space that separates no letters or digits.
 */
export const nearForm = (prompt: string): string =>
  prompt.normalize('NFC').toLowerCase().replace(QUOTES, '').replace(MARKS, '').replace(/\s+/g, ' ').replace(LOOSE, '');
