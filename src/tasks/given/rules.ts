/**
 * @file Defines the rules that compare answers. Each rule maps an answer to a normal form. Two answers are equal if
 * their forms are equal. A text without a form is no answer. `token-f1` also rewards partly right answers.
 */
import { normalizeAnswer, tokenF1 } from '../text.ts';
import { isNestedDeeper, isObject, jsonWithNumbersAsWritten, writtenNumber } from '../../common/plain-json.ts';
import type { Rule } from './task-set.ts';

const DEEPEST = 32;

const collapsed = (answer: string): string => answer.normalize('NFC').trim().replace(/\s+/g, ' ');

/** Matches a decimal number, with or without commas between groups of three digits. */
const NUMBER = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;

/** Returns the exact numerator and denominator of a decimal number of any length; null for other texts. */
function decimal(text: string): [bigint, bigint] | null {
  const found = NUMBER.exec(text);
  if (!found) return null;
  const [, sign, whole, fraction = '', exponent = '0'] = found;
  const written = whole.replaceAll(',', '') + fraction;
  if (written === '') return null;
  const power = Number(exponent) - fraction.length;
  const digits = BigInt(`${sign === '-' ? '-' : ''}${written}`);
  return power < 0 ? [digits, 10n ** BigInt(-power)] : [digits * 10n ** BigInt(power), 1n];
}

/** Writes a number or a quotient of two as a fraction in lowest terms; null for other texts. Ignores white space. */
function numberForm(answer: string): string | null {
  const [above, below = '1', ...more] = answer.replace(/\s+/g, '').replace(/[−–]/g, '-').split('/');
  const [numerator, denominator] = [decimal(above), decimal(below)];
  if (!numerator || !denominator || denominator[0] === 0n || more.length > 0) return null;
  let [n, d] = [numerator[0] * denominator[1], numerator[1] * denominator[0]];
  let [a, b] = [n < 0n ? -n : n, d < 0n ? -d : d];
  while (b !== 0n) [a, b] = [b, a % b];
  if (d < 0n) [n, d] = [-n, -d];
  return `${n / a}/${d / a}`;
}

/** Returns the result of a worked answer, after the last `####` or else in the last `\boxed{…}`; undefined if none. */
function resultOf(answer: string): string | undefined {
  const line = [...answer.matchAll(/^\s*####\s*(.+)$/gm)].at(-1)?.[1];
  if (line !== undefined) return line;
  const start = answer.lastIndexOf('\\boxed{');
  if (start < 0) return undefined;
  const from = start + '\\boxed{'.length;
  for (let to = from, depth = 1; to < answer.length; to++) {
    depth += answer[to] === '{' ? 1 : answer[to] === '}' ? -1 : 0;
    if (depth === 0) return answer.slice(from, to);
  }
  return undefined;
}

/** Returns true if an answer marks its result as GSM8K (`####`) or LaTeX (`\boxed`) does. */
export const isWorked = (answer: string): boolean => resultOf(answer) !== undefined;

/** Writes the result of a worked answer, as a number if possible. An answer without a mark is its own result. */
function workedForm(answer: string): string | null {
  const result = collapsed(resultOf(answer) ?? answer).replace(/^\$|\.$/g, '');
  const fraction = result.replace(/^([+-]?)\\d?frac\{([^{}]+)\}\{([^{}]+)\}$/, '$1$2/$3');
  return numberForm(fraction) ?? (result || null);
}

/** Matches an item of a list in JSON or Python, quoted or bare, with the comma after it. */
const ITEM = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^,'"[\](){}]+))\s*(?:,|$)/y;

/** Reads the items of a list. Returns null if an item is no plain value, and undefined if the text has no brackets. */
function listItems(text: string): string[] | null | undefined {
  if (!/^(\[.*\]|\(.*\))$/s.test(text)) return undefined;
  const inside = text.slice(1, -1).trim();
  const found: string[] = [];
  for (ITEM.lastIndex = 0; ITEM.lastIndex < inside.length;) {
    const item = ITEM.exec(inside);
    if (!item) return null;
    const quoted = item[1] ?? item[2];
    found.push(quoted === undefined ? item[3] : quoted.replace(/\\(.)/g, '$1'));
  }
  return found;
}

/** Writes the items of a list, or the parts between commas, as a set: order and repetition do not count. */
function setForm(answer: string): string | null {
  const text = collapsed(answer);
  const given = listItems(text);
  if (given === null) return null;
  const parts = (given ?? text.split(',')).map((part) => part.trim()).filter(Boolean);
  return parts.length === 0 ? null : [...new Set(parts)].sort().join(',');
}

/** Writes JSON with the names of each object sorted and each number in lowest terms; null if it is malformed. */
function jsonForm(answer: string): string | null {
  try {
    const value = jsonWithNumbersAsWritten(answer);
    if (isNestedDeeper(value, DEEPEST)) return null;
    return JSON.stringify(value, (_, inner: unknown) => {
      const written = writtenNumber(inner);
      if (written !== undefined) return `\u0001${numberForm(written)}`;
      return isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;
    });
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
  worked: workedForm,
};

/** Returns the form by which an answer is compared, or null if the text is no answer under the rule. */
export const answerForm = (rule: Rule, answer: string): string | null => FORM_OF[rule](answer);

/** Returns the reward R_agent of an answer, in [0, 1]. */
export function answerReward(rule: Rule, answer: string, right: string): number {
  const form = answerForm(rule, answer);
  if (form !== null && form === answerForm(rule, right)) return 1;
  return rule === 'token-f1' ? tokenF1(answer, [right]) : 0;
}

/** Replaces each run of letters with `a` and each run of digits with `0`: `2024-03-05` becomes `0-0-0`. */
export const shapeOf = (answer: string): string =>
  collapsed(answer)
    .replace(/[\p{L}\p{M}]+/gu, 'a')
    .replace(/\p{N}+/gu, '0');
