/**
 * @file The rules by which an answer is right. Each is a form: answers of one form are the same answer, and what has no form
 * is no answer. Token F1 pays for a part of the answer too.
 */
import { normalizeAnswer, tokenF1 } from '../text.ts';
import { isNestedDeeper } from '../../common/nesting.ts';
import { isObject } from '../../common/plain-json.ts';
import type { Rule } from './task-set.ts';

const DEEPEST = 32;

const collapsed = (answer: string): string => answer.normalize('NFC').trim().replace(/\s+/g, ' ');

/** A decimal number, also with commas before each three digits; white space in it does not count. */
const NUMBER = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;

/** Digits without outer zeros and the power of ten of the last: `-1.50` is `-15e-1`. Exact, however long. */
function numberForm(answer: string): string | null {
  const found = NUMBER.exec(answer.replace(/\s+/g, '').replace(/^[−–]/, '-'));
  if (!found) return null;
  const [, sign, whole, fraction = '', exponent = '0'] = found;
  const written = whole.replaceAll(',', '') + fraction;
  if (written === '') return null;
  const digits = written.replace(/^0+/, '').replace(/0+$/, '');
  if (digits === '') return '0';
  const zeros = written.length - written.replace(/0+$/, '').length;
  return `${sign === '-' ? '-' : ''}${digits}e${Number(exponent) - fraction.length + zeros}`;
}

/** Parts between commas, whatever their order and however often. */
function setForm(answer: string): string | null {
  const parts = collapsed(answer)
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.length === 0 ? null : [...new Set(parts)].sort().join(',');
}

/** JSON with the names of each object in one order. */
function jsonForm(answer: string): string | null {
  try {
    const value: unknown = JSON.parse(answer);
    if (isNestedDeeper(value, DEEPEST)) return null;
    return JSON.stringify(value, (_, inner: unknown) =>
      isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
    );
  } catch {
    return null;
  }
}

const FORM_OF: Readonly<Record<Rule, (answer: string) => string | null>> = {
  exact: (answer) => collapsed(answer) || null,
  number: numberForm,
  set: setForm,
  'token-f1': (answer) => normalizeAnswer(answer) || null,
  json: jsonForm,
};

/** The form by which an answer is compared; null where it is none of the rule. */
export const answerForm = (rule: Rule, answer: string): string | null => FORM_OF[rule](answer);

/** R_agent in [0, 1]. */
export function answerReward(rule: Rule, answer: string, right: string): number {
  const form = answerForm(rule, answer);
  if (form !== null && form === answerForm(rule, right)) return 1;
  return rule === 'token-f1' ? tokenF1(answer, [right]) : 0;
}

/** An answer with runs of letters and of digits in short: `2024-03-05` is `0-0-0`. */
export const shapeOf = (answer: string): string =>
  collapsed(answer)
    .replace(/[\p{L}\p{M}]+/gu, 'a')
    .replace(/\p{N}+/gu, '0');
