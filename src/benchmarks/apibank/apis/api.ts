/**
 * @file Shares code between the APIs of API-Bank: parameters, dates as Python reads them, refusals, and the rules that
 * compare a result with the gold result. Each call is evaluated alone on the published databases, so an API does not
 * change them.
 *
 * The APIs follow the classes in github.com/AlibabaResearch/DAMO-ConvAI, api-bank/apis, whose messages and quirks
 * decide verdicts.
 */
import { strip, WHITE_SPACE_CLASS } from '../../../common/plain-text.ts';
import { stringRepr } from '../../../common/python-value.ts';
import { asciiDigits } from '../../python/python.ts';
import type { CallReason, CheckFailure } from '../../benchmark.ts';
import { type ApiResult, type Databases, type Json, sameJson } from '../call-text.ts';

/** The formats are written as Python's `strptime` reads them. */
export type DateFormat = '%Y-%m-%d %H:%M:%S' | '%Y-%m-%d' | '%m-%d';

/** A point in time has its fields in sortable text. An error has Python's message. */
type ParsedDate = { value: string; error: null } | { value: null; error: string };

/** `\d` is a digit of any script to Python. */
const DIRECTIVES: Record<string, string> = {
  Y: '(?<Y>\\p{Nd}{4})',
  m: '(?<m>1[0-2]|0[1-9]|[1-9])',
  d: '(?<d>3[01]|[12]\\p{Nd}|0[1-9]|[1-9]| [1-9])',
  H: '(?<H>2[0-3]|[01]\\p{Nd}|\\p{Nd})',
  M: '(?<M>[0-5]\\p{Nd}|\\p{Nd})',
  S: '(?<S>6[01]|[0-5]\\p{Nd}|\\p{Nd})',
};

const pattern = (format: DateFormat) =>
  new RegExp(
    `^${format.replace(' ', `${WHITE_SPACE_CLASS}+`).replace(/%(\w)/g, (_, directive: string) => DIRECTIVES[directive])}`,
    'u',
  );

const PATTERNS: Record<DateFormat, RegExp> = {
  '%Y-%m-%d %H:%M:%S': pattern('%Y-%m-%d %H:%M:%S'),
  '%Y-%m-%d': pattern('%Y-%m-%d'),
  '%m-%d': pattern('%m-%d'),
};

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const daysIn = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/**
 * Reads `text` as Python's `datetime.strptime` does, and writes it back in `written` (the same format unless given).
 * Errors have Python's messages, because they appear in the APIs' results and are compared with the gold ones.
 */
export function strptime(text: string, format: DateFormat, written: DateFormat = format): ParsedDate {
  const fail = (error: string): ParsedDate => ({ value: null, error });
  const match = PATTERNS[format].exec(text);
  if (match === null) return fail(`time data ${stringRepr(text)} does not match format ${stringRepr(format)}`);
  if (match[0].length < text.length) return fail(`unconverted data remains: ${text.slice(match[0].length)}`);
  // A year that is not given is 1900.
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

/** Reads a date as the APIs' own `format_check` does: trims it and pads a short year with zeros first. */
export function readDate(text: string, format: DateFormat, written: DateFormat = format): ParsedDate {
  const parts = strip(text).split('-');
  if (parts.length === 3) parts[0] = '0'.repeat(Math.max(0, 4 - [...parts[0]].length)) + parts[0];
  return strptime(parts.join('-'), format, written);
}

/** Decides how the tool manager reads a parameter's text. */
export type ParameterType = 'str' | 'int' | 'bool' | 'list';

export type Arguments = Readonly<Record<string, Json>>;

export interface World {
  databases: Databases;
  /**
   * Returns the recorded result of a call in the dialogues, for APIs whose database is not published or is on the
   * network.
   */
  recorded(api: string, isSame: (input: Json) => boolean): ApiResult | null;
}

export interface Api {
  parameters: Readonly<Record<string, ParameterType>>;
  optional?: readonly string[];
  /** Makes the result's input; default: every parameter, `null` if it is left out. */
  input?: (given: Arguments) => Json;
  /** @throws ApiExceptionSignal with the result's exception; NotRightSignal if the call needs unpublished data */
  run(given: Arguments, world: World): Json;
  /** Returns true if the official check accepts a result for this gold result. A missing field makes it wrong. */
  isCorrect(response: ApiResult, gold: ApiResult): boolean;
}

/** Signals inside a call that the API refuses. The message is official data, the result's exception. */
export class ApiExceptionSignal extends Error {}

export function refuse(message: string): never {
  throw new ApiExceptionSignal(message);
}

/**
 * The official error statistic has these names. `UNSCORABLE` is ours: the official answer needs data not in the files.
 */
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

/** Signals inside an evaluation that the call is wrong: the call is refused, or its check ends in an exception. */
export class NotRightSignal extends Error {
  constructor(
    readonly error: CallError,
    readonly reason: CallReason,
  ) {
    super(error);
  }
}

/** Makes the error for calls on which the official check would end in a KeyError or another exception. */
export const checkFailed = (code: CheckFailure['code'], name: string): NotRightSignal =>
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

/** Reads a text argument. The tool manager has checked that it is there. */
export const text = (given: Arguments, name: string): string => String(given[name]);

/**
 * Strips white space around the argument.
 * @throws ApiExceptionSignal with the message if nothing is left
 */
export const required = (given: Arguments, name: string, message: string): string =>
  strip(text(given, name)) || refuse(message);

/** @throws ApiExceptionSignal with the message if there is no such row */
export const rowOf = <Row>(table: Readonly<Record<string, Row>>, key: string, message: string): Row =>
  Object.hasOwn(table, key) ? table[key] : refuse(message);

/** Makes an API that returns "success" unless a check refuses the call. */
export const succeeds = (
  parameters: Api['parameters'],
  check: (given: Arguments, world: World) => void,
  isCorrect: Api['isCorrect'],
): Api => ({
  parameters,
  run(given, world) {
    check(given, world);
    return 'success';
  },
  isCorrect,
});

export const sameOutcome = (a: ApiResult, b: ApiResult) => sameJson(a.output, b.output) && a.exception === b.exception;

/** Most APIs compare input, output and exception. */
export const sameResult = (a: ApiResult, b: ApiResult) => sameJson(a.input, b.input) && sameOutcome(a, b);

/** Outcomes are equal and so is the input once each side is normalised. */
export const sameOnceNormalised =
  (...normalisers: ((input: Json) => string | null)[]) =>
  (a: ApiResult, b: ApiResult): boolean =>
    normalisers.every((normalise) => {
      const normalised = normalise(a.input);
      // Two unreadable dates are two different exception objects in Python, so never equal.
      return normalised !== null && normalised === normalise(b.input);
    }) && sameOutcome(a, b);

export const trimmed = (name: string) => (input: Json) => strip(textField(input, name));
export const lowered = (name: string) => (input: Json) => strip(textField(input, name)).toLowerCase();
export const uppered = (name: string) => (input: Json) => strip(textField(input, name).toUpperCase());
export const dated = (name: string, format: DateFormat) => (input: Json) =>
  readDate(textField(input, name), format).value;

/** Returns true if more than half of all words (split at single spaces) are in both texts. */
export function overlaps(a: string, b: string): boolean {
  const wordsA = new Set(a.split(' '));
  const wordsB = new Set(b.split(' '));
  const common = [...wordsA].filter((word) => wordsB.has(word)).length;
  return common / new Set([...wordsA, ...wordsB]).size > 0.5;
}

export const TIME: DateFormat = '%Y-%m-%d %H:%M:%S';

/** @throws ApiExceptionSignal if the text does not match the format */
export function requireTime(value: string, format: DateFormat = TIME): string {
  const { value: time, error } = strptime(value, format);
  return error === null ? time : refuse(error);
}

/**
 * Returns the normalised date, read with the APIs' leniency.
 * @throws ApiExceptionSignal if it is no date
 */
export function requireDate(value: string, format: DateFormat): string {
  const { value: date, error } = readDate(value, format);
  return error === null ? date : refuse(error);
}

/**
 * Returns the owner of the argument `token`.
 * @throws ApiExceptionSignal if no account has it
 */
export function userOf(given: Arguments, { databases }: World, message = 'The token is invalid.'): string {
  const token = text(given, 'token');
  const entry = Object.entries(databases.Account).find(([, account]) => account.token === token);
  return entry?.[0] ?? refuse(message);
}
