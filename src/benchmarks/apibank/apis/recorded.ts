/**
 * @file Implements the calculator, and the APIs that ask a network, an embedding model or an unpublished database. All
 * but the calculator return what the dialogues record for an equal input. For other inputs, the official answers are
 * unknown.
 */
import { strip } from '../../../common/plain-text.ts';
import { type ApiResult, type Json, sameJson } from '../call-text.ts';
import {
  type Api,
  makeApi,
  NotRightSignal,
  readDate,
  refuse,
  sameOnceNormalised,
  sameOutcome,
  sameResult,
  text,
  textField,
  trimmed,
} from './api.ts';

type Token = number | string;

function isValid(formula: string): boolean {
  const count = (pattern: RegExp) => (formula.match(pattern) ?? []).length;
  const operators = count(/[-+*/]/g);
  return (
    /^[-0-9+*/()]+$/.test(formula) && count(/\(/g) === count(/\)/g) && operators > 0 && operators + 1 !== formula.length
  );
}

/** Computes every `left operator right` with the given operators, from the left. Returns the remaining tokens. */
function fold(tokens: readonly Token[], operators: string): Token[] {
  const folded: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (typeof token === 'number' || !operators.includes(token)) {
      folded.push(token);
      continue;
    }
    const left = folded.pop();
    const right = tokens[(at += 1)];
    if (typeof left !== 'number' || typeof right !== 'number') refuse('an operand is missing');
    if (token === '/' && right === 0) refuse('float division by zero');
    folded.push(
      token === '+' ? left + right : token === '-' ? left - right : token === '*' ? left * right : left / right,
    );
  }
  return folded;
}

function evaluate(tokens: readonly Token[]): number {
  const flat: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at] !== '(') {
      flat.push(tokens[at]);
      continue;
    }
    const close = tokens.indexOf(')', at);
    const inner = tokens.slice(at + 1, close);
    if (close === -1 || inner.includes('(')) refuse('the parentheses do not pair');
    flat.push(evaluate(inner));
    at = close;
  }
  const [result] = fold(fold(flat, '*/'), '+-');
  if (typeof result !== 'number') refuse('there is no number');
  return result;
}

/**
 * Implements API-Bank's calculator for whole numbers, four operations and parentheses. It pairs each `(` with the
 * next `)`, so nested parentheses fail.
 */
const calculatorApi = makeApi(
  'formula',
  (given) => {
    const formula = text(given, 'formula').replaceAll(' ', '');
    if (!isValid(formula)) refuse('invalid formula');
    const tokens = formula.match(/\d+|[^\d]/g) ?? [];
    return evaluate(tokens.map((token) => (/\d/.test(token) ? Number(token) : token)));
  },
  (response, gold) =>
    textField(response.input, 'formula').replaceAll(' ', '') === textField(gold.input, 'formula').replaceAll(' ', '') &&
    sameOutcome(response, gold),
);

/** Makes an API that returns recorded results. @param key normalises an input as the API does before the look-up */
const recordedApi = (
  name: string,
  parameters: string,
  key: (input: Json) => string,
  isCorrect: Api['isCorrect'],
): Api => ({
  ...makeApi(
    parameters,
    (given, { records }) => {
      const wanted = key({ ...given });
      const result = records.get(name)?.find(({ input }) => key(input) === wanted);
      if (result === undefined) throw new NotRightSignal('UNSCORABLE', { code: 'not-recorded', api: name });
      return result.exception === null ? result.output : refuse(result.exception);
    },
    isCorrect,
  ),
  input: (given) => ({ ...given }),
});

const words = (name: string) => (input: Json) => strip(textField(input, name).replaceAll('_', ' ')).toLowerCase();

/** Returns month and day of a date with or without a year, or `null` if it is not a date. */
function monthDay(input: Json): string | null {
  const date = textField(input, 'date');
  return readDate(date, '%Y-%m-%d', '%m-%d').value ?? readDate(date, '%m-%d').value;
}

/** Compares two search results. The order of their items does not count. */
function sameFound(response: ApiResult, gold: ApiResult): boolean {
  const sorted = (output: Json) => (Array.isArray(output) ? output.map((item) => JSON.stringify(item)).sort() : output);
  return response.exception === gold.exception && sameJson(sorted(response.output), sorted(gold.output));
}

const documentKey = [trimmed('url'), trimmed('question')] as const;

const RECORDED: Parameters<typeof recordedApi>[] = [
  ['Dictionary', 'keyword', words('keyword'), sameOutcome],
  ['Wiki', 'keyword', words('keyword'), sameOutcome],
  [
    'Translate',
    'src src_lang? tgt_lang?',
    (input) => JSON.stringify(Object.entries(input ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))),
    sameOnceNormalised((input) => textField(input, 'src')),
  ],
  [
    'DocumentQA',
    'url question',
    (input) => JSON.stringify(documentKey.map((part) => part(input))),
    sameOnceNormalised(...documentKey),
  ],
  ['ImageCaption', 'url', trimmed('url'), sameResult],
  ['SpeechRecognition', 'url', trimmed('url'), sameResult],
  ['SearchEngine', 'keyword', (input) => strip(textField(input, 'keyword').toLowerCase()), sameFound],
  ['QueryHistoryToday', 'date', (input) => monthDay(input) ?? '', sameOnceNormalised(monthDay)],
  ['ToolSearcher', 'keywords', (input) => textField(input, 'keywords'), sameOutcome],
];

export const recordedApis: Record<string, Api> = {
  Calculator: calculatorApi,
  ...Object.fromEntries(RECORDED.map((api) => [api[0], recordedApi(...api)])),
};
