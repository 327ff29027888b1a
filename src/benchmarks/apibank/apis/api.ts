/**
 * @file Contains the parts that the APIs of API-Bank share: parameters, dates as Python reads them, refusals, and
 * checks of a result against the gold result. Each call is evaluated alone on the published databases, which no API
 * changes.
 *
 * The APIs follow the classes in github.com/AlibabaResearch/DAMO-ConvAI, api-bank/apis, whose messages and quirks
 * decide verdicts.
 */
import { strip, WHITE_SPACE_CLASS } from '../../../common/plain-text.ts';
import { stringRepr } from '../../../common/python-value.ts';
import { asciiDigits } from '../../python/python.ts';
import type { BenchmarkReason } from '../../benchmark.ts';
import { type ApiResult, type Databases, type Json, sameJson } from '../call-text.ts';

/** Formats of Python's `strptime`. */
export type DateFormat = '%Y-%m-%d %H:%M:%S' | '%Y-%m-%d' | '%m-%d';

/** Date as text, or Python's error message. Texts in one format sort by time. */
type ParsedDate = { value: string; error: null } | { value: null; error: string };

/** Patterns of strptime's directives. In Python, `\d` matches a digit of any script. */
const DIRECTIVES: Record<string, string> = {
  Y: '(?<Y>\\p{Nd}{4})',
  m: '(?<m>1[0-2]|0[1-9]|[1-9])',
  d: '(?<d>3[01]|[12]\\p{Nd}|0[1-9]|[1-9]| [1-9])',
  H: '(?<H>2[0-3]|[01]\\p{Nd}|\\p{Nd})',
  M: '(?<M>[0-5]\\p{Nd}|\\p{Nd})',
  S: '(?<S>6[01]|[0-5]\\p{Nd}|\\p{Nd})',
};

const patternOf = (format: DateFormat) =>
  new RegExp(
    `^${format.replace(' ', `${WHITE_SPACE_CLASS}+`).replace(/%(\w)/g, (_, directive: string) => DIRECTIVES[directive])}`,
    'u',
  );

/**
 * Returns the number of days in a month. The calendar repeats every 400 years. `Date.UTC` would read a year below 100
 * as a year of the 20th century.
 */
const daysIn = (year: number, month: number) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

/**
 * Reads `text` as Python's `datetime.strptime` does, and writes the date in the format `written`. Errors have Python's
 * messages, because they appear in the APIs' results and are compared with the gold ones.
 */
export function strptime(text: string, format: DateFormat, written: DateFormat = format): ParsedDate {
  const fail = (error: string): ParsedDate => ({ value: null, error });
  const match = patternOf(format).exec(text);
  if (match === null) return fail(`time data ${stringRepr(text)} does not match format ${stringRepr(format)}`);
  if (match[0].length < text.length) return fail(`unconverted data remains: ${text.slice(match[0].length)}`);
  // A missing year is 1900, as in Python.
  const found = Object.entries(match.groups!).map(([name, digits]) => [name, asciiDigits(digits)] as const);
  const { Y = '1900', m, d, H = '0', M = '0', S = '0' }: Record<string, string | undefined> = Object.fromEntries(found);
  const [year, month, day, second] = [Number(Y), Number(m), Number(d), Number(S)];
  if (year === 0) return fail('year 0 is out of range');
  if (day > daysIn(year, month)) return fail('day is out of range for month');
  if (second > 59) return fail('second must be in 0..59');
  const fields: Record<string, string> = { Y, m: m!, d: String(day), H, M, S };
  const value = written.replace(/%(\w)/g, (_, directive: string) =>
    fields[directive].padStart(directive === 'Y' ? 4 : 2, '0'),
  );
  return { value, error: null };
}

/** Reads a date as the APIs' `format_check` does: first trims the text and pads a short year with zeros. */
export function readDate(text: string, format: DateFormat, written: DateFormat = format): ParsedDate {
  const parts = strip(text).split('-');
  if (parts.length === 3) parts[0] = '0'.repeat(Math.max(0, 4 - [...parts[0]].length)) + parts[0];
  return strptime(parts.join('-'), format, written);
}

/** Types to which the tool manager converts the text of a parameter. */
export type ParameterType = 'str' | 'int' | 'bool' | 'list';

export type Arguments = Readonly<Record<string, Json>>;

/** Data that every evaluation starts from. */
export interface World {
  databases: Databases;
  /** Maps each API to its gold results in all dialogues, for APIs whose database is not published. */
  records: ReadonlyMap<string, readonly ApiResult[]>;
}

export interface Api {
  parameters: Readonly<Record<string, ParameterType>>;
  optional: readonly string[];
  /** Makes the result's input. By default the input has every parameter, with `null` for missing arguments. */
  input?: (given: Arguments) => Json;
  /**
   * Runs the API and returns its output.
   * @throws ApiExceptionSignal if the API refuses the call
   * @throws NotRightSignal if the call needs unpublished data
   */
  run(given: Arguments, world: World): Json;
  /** Returns true if the official check accepts a result. @throws NotRightSignal if a field cannot be compared */
  isCorrect(response: ApiResult, gold: ApiResult): boolean;
}

/** Signals that the API refuses a call. The message becomes the exception of the call's result. */
export class ApiExceptionSignal extends Error {}

export function refuse(message: string): never {
  throw new ApiExceptionSignal(message);
}

/** Names of errors in the official statistics. We add `UNSCORABLE` for calls that need data that is not published. */
export type CallError =
  | 'NO_API_CALL'
  | 'API_NAME_MISMATCH'
  | 'INVALID_INPUT_PARAMETER'
  | 'MISS_INPUT_ARGUMENT'
  | 'HAS_EXCEPTION'
  | 'OUTPUT_MISMATCH'
  | 'INPUT_MISMATCH'
  | 'KEY_ERROR'
  | 'UNSCORABLE';

/** Signals that the tool manager refuses a call, that the official check raises, or that a call cannot be scored. */
export class NotRightSignal extends Error {
  constructor(
    readonly error: CallError,
    readonly reason: BenchmarkReason,
  ) {
    super(error);
  }
}

/** Makes the error for a call on which the official check would raise a KeyError or another exception. */
export const checkFailed = (
  code: 'input-lacks-field' | 'field-is-not-text' | 'field-is-empty',
  name: string,
): NotRightSignal =>
  new NotRightSignal('KEY_ERROR', { code: 'results-not-comparable', because: { code, field: name } });

export function field(input: Json, name: string): Json {
  if (input === null || typeof input !== 'object' || Array.isArray(input) || !Object.hasOwn(input, name)) {
    throw checkFailed('input-lacks-field', name);
  }
  return input[name];
}

export function textField(input: Json, name: string): string {
  const value = field(input, name);
  if (typeof value !== 'string') throw checkFailed('field-is-not-text', name);
  return value;
}

/** Returns an argument as text. The tool manager has checked that the argument is present. */
export const text = (given: Arguments, name: string): string => String(given[name]);

/**
 * Returns the argument without white space around it.
 * @throws ApiExceptionSignal with the message if no text is left
 */
export const required = (given: Arguments, name: string, message: string): string =>
  strip(text(given, name)) || refuse(message);

/** Returns a row of a table. @throws ApiExceptionSignal with the message if there is no such row */
export const rowOf = <Row>(table: Readonly<Record<string, Row>>, key: string, message: string): Row =>
  Object.hasOwn(table, key) ? table[key] : refuse(message);

export const sameOutcome = (a: ApiResult, b: ApiResult) => sameJson(a.output, b.output) && a.exception === b.exception;

/** Returns true if input, output and exception are equal. Most APIs use this check. */
export const sameResult = (a: ApiResult, b: ApiResult) => sameJson(a.input, b.input) && sameOutcome(a, b);

/**
 * Makes an API.
 * @param parameters such as `token on:bool note?`. A parameter is a text unless it has a type. A parameter with `?` is
 * optional.
 */
export function makeApi(parameters: string, run: Api['run'], isCorrect: Api['isCorrect'] = sameResult): Api {
  const words = parameters === '' ? [] : parameters.split(' ');
  const typed = words.map((word) => word.replace('?', '').split(':') as [string, ParameterType?]);
  return {
    parameters: Object.fromEntries(typed.map(([name, type = 'str']) => [name, type])),
    optional: words.flatMap((word, index) => (word.endsWith('?') ? [typed[index][0]] : [])),
    run,
    isCorrect,
  };
}

/** Makes an API that returns "success" unless a check refuses the call. */
export const succeeds = (
  parameters: string,
  check: (given: Arguments, world: World) => void,
  isCorrect?: Api['isCorrect'],
): Api =>
  makeApi(
    parameters,
    (given, world) => {
      check(given, world);
      return 'success';
    },
    isCorrect,
  );

/** Makes a check for equal outputs and exceptions, and for inputs that are equal after each normaliser. */
export const sameOnceNormalised =
  (...normalisers: ((input: Json) => string | null)[]) =>
  (a: ApiResult, b: ApiResult): boolean =>
    normalisers.every((normalise) => {
      const normalised = normalise(a.input);
      // In Python, two unreadable dates are two different exception objects, so they are never equal.
      return normalised !== null && normalised === normalise(b.input);
    }) && sameOutcome(a, b);

export const trimmed = (name: string) => (input: Json) => strip(textField(input, name));
export const lowered = (name: string) => (input: Json) => strip(textField(input, name)).toLowerCase();
export const uppered = (name: string) => (input: Json) => strip(textField(input, name).toUpperCase());
export const dated = (name: string, format: DateFormat) => (input: Json) =>
  readDate(textField(input, name), format).value;

/** Returns true if two texts share more than half of their different words, split at single spaces. */
export function overlaps(a: string, b: string): boolean {
  const wordsA = new Set(a.split(' '));
  const wordsB = new Set(b.split(' '));
  const common = [...wordsA].filter((word) => wordsB.has(word)).length;
  return common / new Set([...wordsA, ...wordsB]).size > 0.5;
}

export const TIME: DateFormat = '%Y-%m-%d %H:%M:%S';
export const DAY: DateFormat = '%Y-%m-%d';

/**
 * Returns a normalised point in time.
 * @param read function that reads the text as leniently as the API does
 * @throws ApiExceptionSignal if the text does not match the format
 */
export function timeOf(value: string, format: DateFormat = TIME, read = strptime): string {
  const { value: time, error } = read(value, format);
  return error === null ? time : refuse(error);
}

/** Reads a date argument as leniently as {@link readDate}. @throws ApiExceptionSignal if the argument is no date */
export const dateOf = (given: Arguments, name: string, format: DateFormat) =>
  timeOf(text(given, name), format, readDate);

/**
 * Returns the owner of the argument `token`.
 * @throws ApiExceptionSignal if no account has this token
 */
export function userOf(given: Arguments, { databases }: World, message = 'The token is invalid.'): string {
  const token = text(given, 'token');
  const entry = Object.entries(databases.Account).find(([, account]) => account.token === token);
  return entry?.[0] ?? refuse(message);
}
