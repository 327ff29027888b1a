/**
 * @file Implements the calculator, and the APIs that ask a network, an embedding model or an unpublished database.
 * Except for the calculator, they return what the dialogues record for the same input. Other official answers are
 * unknown.
 */
import { strip } from '../../../common/plain-text.ts';
import { type ApiResult, type Json, sameJson } from '../call-text.ts';
import {
  type Api,
  ApiExceptionSignal,
  NotRightSignal,
  type ParameterType,
  readDate,
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

/** Folds every `left operator right` of the given operators, from the left. */
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
    if (typeof left !== 'number' || typeof right !== 'number') throw new ApiExceptionSignal('an operand is missing');
    if (token === '/' && right === 0) throw new ApiExceptionSignal('float division by zero');
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
    if (close === -1 || inner.includes('(')) throw new ApiExceptionSignal('the parentheses do not pair');
    flat.push(evaluate(inner));
    at = close;
  }
  const [result] = fold(fold(flat, '*/'), '+-');
  if (typeof result !== 'number') throw new ApiExceptionSignal('there is no number');
  return result;
}

/**
 * API-Bank's calculator takes whole numbers, four operations, and parentheses that are not nested. (Its search pairs
 * the first `(` with the first `)`, so nested ones fail.)
 */
const calculatorApi: Api = {
  parameters: { formula: 'str' },
  run(given): Json {
    const formula = text(given, 'formula').replaceAll(' ', '');
    if (!isValid(formula)) throw new ApiExceptionSignal('invalid formula');
    const tokens = formula.match(/\d+|[^\d]/g) ?? [];
    return evaluate(tokens.map((token) => (/\d/.test(token) ? Number(token) : token)));
  },
  isCorrect: (response, gold) =>
    textField(response.input, 'formula').replaceAll(' ', '') === textField(gold.input, 'formula').replaceAll(' ', '') &&
    sameOutcome(response, gold),
};

interface Recorded {
  name: string;
  parameters: Readonly<Record<string, ParameterType>>;
  optional?: readonly string[];
  /** Changes the input as the API does before it looks it up. */
  key: (input: Json) => string;
  isCorrect: Api['isCorrect'];
}

function recordedApi({ name, parameters, optional = [], key, isCorrect }: Recorded): Api {
  return {
    parameters,
    optional,
    input: (given) => ({ ...given }),
    run(given, world) {
      const wanted = key({ ...given });
      const result = world.recorded(name, (input) => key(input) === wanted);
      if (result === null) throw new NotRightSignal('UNSCORABLE', { code: 'not-recorded', api: name });
      if (result.exception !== null) throw new ApiExceptionSignal(result.exception);
      return result.output;
    },
    isCorrect,
  };
}

const words = (name: string) => (input: Json) => strip(textField(input, name).replaceAll('_', ' ')).toLowerCase();

/** Returns month and day of a date with or without a year; `null` if it is not a date. */
function monthDay(input: Json): string | null {
  const date = textField(input, 'date');
  return readDate(date, '%Y-%m-%d', '%m-%d').value ?? readDate(date, '%m-%d').value;
}

/** Compares two search results, which may list the same items in different orders. */
function sameFound(response: ApiResult, gold: ApiResult): boolean {
  const sorted = (output: Json) => (Array.isArray(output) ? output.map((item) => JSON.stringify(item)).sort() : output);
  return response.exception === gold.exception && sameJson(sorted(response.output), sorted(gold.output));
}

const APIS: Recorded[] = [
  { name: 'Dictionary', parameters: { keyword: 'str' }, key: words('keyword'), isCorrect: sameOutcome },
  { name: 'Wiki', parameters: { keyword: 'str' }, key: words('keyword'), isCorrect: sameOutcome },
  {
    name: 'Translate',
    parameters: { src: 'str', src_lang: 'str', tgt_lang: 'str' },
    optional: ['src_lang', 'tgt_lang'],
    key: (input) => JSON.stringify(Object.entries(input ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))),
    isCorrect: sameOnceNormalised((input) => textField(input, 'src')),
  },
  {
    name: 'DocumentQA',
    parameters: { url: 'str', question: 'str' },
    key: (input) => JSON.stringify([trimmed('url')(input), trimmed('question')(input)]),
    isCorrect: sameOnceNormalised(trimmed('url'), trimmed('question')),
  },
  { name: 'ImageCaption', parameters: { url: 'str' }, key: trimmed('url'), isCorrect: sameResult },
  { name: 'SpeechRecognition', parameters: { url: 'str' }, key: trimmed('url'), isCorrect: sameResult },
  {
    name: 'SearchEngine',
    parameters: { keyword: 'str' },
    key: (input) => strip(textField(input, 'keyword').toLowerCase()),
    isCorrect: sameFound,
  },
  {
    name: 'QueryHistoryToday',
    parameters: { date: 'str' },
    key: (input) => monthDay(input) ?? '',
    isCorrect: sameOnceNormalised(monthDay),
  },
  {
    name: 'ToolSearcher',
    parameters: { keywords: 'str' },
    key: (input) => textField(input, 'keywords'),
    isCorrect: sameOutcome,
  },
];

export const recordedApis: Record<string, Api> = {
  Calculator: calculatorApi,
  ...Object.fromEntries(APIS.map((api) => [api.name, recordedApi(api)])),
};
