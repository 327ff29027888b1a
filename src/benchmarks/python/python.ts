/**
 * @file Asks CPython, which runs in its own process. The process starts with the first text. A process that ends, gives
 * no answer in time, or gives an unknown answer is replaced.
 *
 * This file also reads JSON as Python does, and declares the errors of all readers of Python text.
 */
import { CodedError } from '../../common/coded-error.ts';
import { Queue } from '../../common/once.ts';
import { PyDict, type PyValue } from '../../common/python-value.ts';

type PyErrorCode =
  | 'incomplete-call'
  | 'integer-too-long'
  | 'nested-too-deep'
  | 'not-a-list-of-calls'
  | 'not-a-number'
  | 'not-evaluated'
  | 'not-json'
  | 'python-no-end'
  | 'python-refuses';

/** Error for a text that Python could not read. */
export class PyError<Code extends PyErrorCode = PyErrorCode> extends CodedError<Code> {
  override name = 'PyError';
}

/** Largest number of digits of a decimal integer that CPython accepts. */
const MAX_INT_DIGITS = 4300;

export type PyParsed<T> = { value: T; error: null } | { value: null; error: PyError };

/**
 * Runs a reader of Python text and returns its value or its {@link PyError}. An exhausted stack counts as text that is
 * nested too deep. Other exceptions are mistakes of this program and pass through.
 */
export function parsedOrError<T>(read: () => T): PyParsed<T> {
  try {
    return { value: read(), error: null };
  } catch (error) {
    if (error instanceof PyError) return { value: null, error };
    if (error instanceof RangeError) {
      return { value: null, error: new PyError('nested-too-deep', { limit: null }) };
    }
    throw error;
  }
}

/** Matches a string (even an unclosed one, so that the scan stays linear) or a number. */
const STRING_OR_NUMBER = /"(?:[^"\\]+|\\.)*(?:"|\\?$)|-?(?:\d[\d.eE+-]*|Infinity)|NaN/gs;
const NUMBER = /^-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
/** Key of the object that wraps a number. If a file happens to use this key, only the value of the key is lost. */
const WRAPPED = '\0number';
const SPECIAL: Record<string, number> = { NaN: NaN, Infinity: Infinity, '-Infinity': -Infinity };
/** Deepest nesting that is read. CPython refuses deeply nested text too. */
const MAX_DEPTH = 200;

function unwrap(literal: string): bigint | number {
  if (Object.hasOwn(SPECIAL, literal)) return SPECIAL[literal];
  const match = NUMBER.exec(literal);
  if (match === null) throw new PyError('not-a-number', { literal: literal.slice(0, 40) });
  if (match[1] !== undefined || match[2] !== undefined) return Number(literal);
  if (literal.length > MAX_INT_DIGITS) throw new PyError('integer-too-long', { limit: MAX_INT_DIGITS });
  return BigInt(literal);
}

/**
 * Reads JSON as Python's `json.loads` does, with `5` as an int (bigint) and `5.0`, `NaN` and `Infinity` as floats
 * (number). `JSON.parse` makes 5 and 5.0 equal, so each number is wrapped before parsing, then unwrapped. Never
 * throws.
 */
export function parseTypedJson(text: string): PyParsed<unknown> {
  return parsedOrError(() => {
    const wrapped = text.replace(STRING_OR_NUMBER, (token) =>
      token.startsWith('"') ? token : `{${JSON.stringify(WRAPPED)}:${JSON.stringify(token)}}`,
    );
    try {
      return JSON.parse(wrapped, (_, value: unknown) => {
        if (value === null || typeof value !== 'object' || !Object.hasOwn(value, WRAPPED)) return value;
        return unwrap(String((value as Record<string, unknown>)[WRAPPED]));
      }) as unknown;
    } catch (error) {
      if (error instanceof SyntaxError) throw new PyError('not-json', { cause: error.message });
      throw error;
    }
  });
}

/** Turns a value of {@link parseTypedJson} into a Python value. @throws PyError if it is nested too deep */
export function pyFromJson(value: unknown, depth = 0): PyValue {
  if (depth > MAX_DEPTH) throw new PyError('nested-too-deep', { limit: MAX_DEPTH });
  if (Array.isArray(value)) return value.map((item) => pyFromJson(item, depth + 1));
  if (value !== null && typeof value === 'object') {
    return new PyDict(Object.entries(value).map(([key, item]) => [key, pyFromJson(item, depth + 1)] as const));
  }
  return value as null | boolean | bigint | number | string;
}

const DIGIT = /\p{Nd}/u;

/** Returns a digit's value. In Unicode, a run of adjacent digits begins with a zero and repeats 0 to 9 in order. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (zero > 0 && DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/** Replaces each decimal digit of any script with the ASCII digit of the same value. */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => (digit <= '9' ? digit : String(digitValue(digit))));

export interface PythonProcess {
  /** Returns the program's answer. Rejects if the process has ended. */
  ask(text: string): Promise<string>;
  end(): void;
}

/** Longest time for an answer, in milliseconds. Most answers take about 1 ms. */
const LIMIT_MS = 10_000;

export class Python {
  private process: Promise<PythonProcess> | undefined;
  /** Asks one text at a time, because an answer does not name its text. */
  private readonly queue = new Queue();

  constructor(private readonly open: () => Promise<PythonProcess>) {}

  /**
   * Returns the program's answer to a text, or `null` if Python gave none.
   * @param read reads an answer; returns `null` if the program never gives such an answer
   * @throws CodedError if Python cannot be started
   */
  ask<T>(text: string, read: (answer: string) => T | null): Promise<T | null> {
    return this.queue.add(() => this.askAlone(text, read));
  }

  private async askAlone<T>(text: string, read: (answer: string) => T | null): Promise<T | null> {
    this.process ??= this.open();
    const running = await this.process.catch((error: unknown) => {
      this.process = undefined;
      throw error;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), LIMIT_MS)));
    const written = await Promise.race([running.ask(text).catch(() => null), late]);
    clearTimeout(timer);
    const answer = written === null ? null : read(written);
    if (answer === null) {
      running.end();
      this.process = undefined;
    }
    return answer;
  }
}
