/** @file Python's builtin functions that take and give numbers and texts (Python library reference, "Built-in Functions"). */
import { fixedText, roundHalfEven } from './float-text.ts';
import { binaryOperation, toFloat } from './operations.ts';
import { PySyntaxError } from './parsed.ts';
import { pyStr } from './percent-format.ts';
import { asNumber, isPyList, isTruthy, PyDict, pyRepr, PyTuple, type PyValue } from './value.ts';

type Builtin = (given: readonly PyValue[]) => PyValue;

const refuse = (message: string) => new PySyntaxError('undefined-operation', message);

function requireCount(given: readonly PyValue[], least: number, most: number): void {
  if (given.length < least || given.length > most) throw refuse('The function takes another number of arguments.');
}

function number(value: PyValue): bigint | number {
  const found = asNumber(value);
  if (found === null) throw refuse('The function takes a number.');
  return found;
}

function integer(value: PyValue): bigint {
  const found = number(value);
  if (typeof found !== 'bigint') throw refuse('The function takes an integer.');
  return found;
}

/** What Python iterates over. */
function itemsOf(value: PyValue): readonly PyValue[] {
  if (isPyList(value)) return value;
  if (value instanceof PyTuple) return value.items;
  if (typeof value === 'string') return [...value];
  if (value instanceof PyDict) return value.entries().map(([key]) => key);
  throw refuse('The value has no items.');
}

function isLess(a: PyValue, b: PyValue): boolean {
  // JavaScript orders UTF-16 units, Python code points; they differ beyond the basic plane only.
  if (typeof a === 'string' && typeof b === 'string') return a < b;
  return number(a) < number(b);
}

/** The first item that no other one precedes. */
const extreme =
  (precedes: (a: PyValue, b: PyValue) => boolean): Builtin =>
  (given) => {
    requireCount(given, 1, Infinity);
    const items = given.length === 1 ? itemsOf(given[0]) : given;
    if (items.length === 0) throw refuse('There are no items.');
    return items.reduce((best, item) => (precedes(item, best) ? item : best));
  };

/** Of an int to tens, hundreds, …: `digits` is negative. */
function roundInteger(value: bigint, digits: bigint): bigint {
  if (digits >= 0n) return value;
  if (digits < -1000n) return 0n;
  const unit = 10n ** -digits;
  const rest = ((value % unit) + unit) % unit;
  const below = value - rest;
  const up = rest * 2n > unit || (rest * 2n === unit && (below / unit) % 2n !== 0n);
  return up ? below + unit : below;
}

function roundFloat(value: number, digits: bigint): number {
  if (!Number.isFinite(value) || digits > 323n) return value;
  const sign = value < 0 || Object.is(value, -0) ? -1 : 1;
  if (digits >= 0n) return sign * Number(fixedText(Math.abs(value), Number(digits)));
  const unit = 10 ** Math.min(Number(-digits), 308);
  return sign * Number(roundHalfEven(Math.abs(value) / unit)) * unit;
}

function round(given: readonly PyValue[]): PyValue {
  requireCount(given, 1, 2);
  const value = number(given[0]);
  const digits = given.length === 1 || given[1] === null ? null : integer(given[1]);
  if (typeof value === 'bigint') return roundInteger(value, digits ?? 0n);
  if (digits !== null) return roundFloat(value, digits);
  if (!Number.isFinite(value)) throw refuse('The value has no integer part.');
  return roundHalfEven(value);
}

function toInteger(given: readonly PyValue[]): PyValue {
  requireCount(given, 0, 1);
  if (given.length === 0) return 0n;
  const [value] = given;
  if (typeof value === 'string') {
    if (!/^\s*[+-]?\d+(?:_\d+)*\s*$/.test(value) || value.length > 4300) throw refuse('The text is no integer.');
    const digits = value.trim().replaceAll('_', '');
    return digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits.replace('+', ''));
  }
  const found = number(value);
  if (typeof found === 'bigint') return found;
  if (!Number.isFinite(found)) throw refuse('The value has no integer part.');
  return BigInt(Math.trunc(found));
}

const FLOAT = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+)?$/;

function toFloatBuiltin(given: readonly PyValue[]): PyValue {
  requireCount(given, 0, 1);
  if (given.length === 0) return 0;
  const [value] = given;
  if (typeof value !== 'string') return toFloat(number(value));
  const written = value.trim().toLowerCase();
  if (FLOAT.test(written)) return Number(written.replaceAll('_', ''));
  const [, sign, word] = /^([+-]?)(inf|infinity|nan)$/.exec(written) ?? [];
  if (word === undefined) throw refuse('The text is no number.');
  return word === 'nan' ? NaN : sign === '-' ? -Infinity : Infinity;
}

/** Adds from left to right, as Python before 3.12 does. */
function sum(given: readonly PyValue[]): PyValue {
  requireCount(given, 1, 2);
  const [items, start = 0n] = given;
  if (typeof start === 'string') throw refuse('Texts cannot be summed.');
  return itemsOf(items).reduce((total, item) => binaryOperation('+', total, item), start);
}

function length(given: readonly PyValue[]): PyValue {
  requireCount(given, 1, 1);
  return BigInt(itemsOf(given[0]).length);
}

function power(given: readonly PyValue[]): PyValue {
  requireCount(given, 2, 2);
  return binaryOperation('**', given[0], given[1]);
}

function absolute(given: readonly PyValue[]): PyValue {
  requireCount(given, 1, 1);
  const value = number(given[0]);
  return typeof value === 'bigint' ? (value < 0n ? -value : value) : Math.abs(value);
}

function sorted(given: readonly PyValue[]): PyValue {
  requireCount(given, 1, 1);
  return [...itemsOf(given[0])].sort((a, b) => (isLess(a, b) ? -1 : isLess(b, a) ? 1 : 0));
}

const radixText =
  (prefix: string, radix: number): Builtin =>
  (given) => {
    requireCount(given, 1, 1);
    const value = integer(given[0]);
    return `${value < 0n ? '-' : ''}${prefix}${(value < 0n ? -value : value).toString(radix)}`;
  };

function character(given: readonly PyValue[]): PyValue {
  requireCount(given, 1, 1);
  const code = integer(given[0]);
  if (code < 0n || code > 0x10ffffn) throw refuse('There is no such character.');
  return String.fromCodePoint(Number(code));
}

function codePoint(given: readonly PyValue[]): PyValue {
  requireCount(given, 1, 1);
  const [value] = given;
  if (typeof value !== 'string' || [...value].length !== 1) throw refuse('ord takes one character.');
  return BigInt(value.codePointAt(0)!);
}

const optional =
  (empty: PyValue, convert: (value: PyValue) => PyValue): Builtin =>
  (given) => {
    requireCount(given, 0, 1);
    return given.length === 0 ? empty : convert(given[0]);
  };

export const BUILTINS: Readonly<Record<string, Builtin>> = {
  abs: absolute,
  bin: radixText('0b', 2),
  bool: optional(false, isTruthy),
  chr: character,
  divmod(given) {
    requireCount(given, 2, 2);
    number(given[0]);
    return new PyTuple([binaryOperation('//', given[0], given[1]), binaryOperation('%', given[0], given[1])]);
  },
  float: toFloatBuiltin,
  hex: radixText('0x', 16),
  int: toInteger,
  len: length,
  list: optional([], (value) => [...itemsOf(value)]),
  max: extreme((a, b) => isLess(b, a)),
  min: extreme(isLess),
  oct: radixText('0o', 8),
  ord: codePoint,
  pow: power,
  repr(given) {
    requireCount(given, 1, 1);
    return pyRepr(given[0]);
  },
  round,
  sorted,
  str: optional('', pyStr),
  sum,
  tuple: optional(new PyTuple([]), (value) => new PyTuple(itemsOf(value))),
};
