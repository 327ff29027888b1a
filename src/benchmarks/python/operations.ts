/**
 * @file Python's binary operations on values: `1 + 2`, `'a' * 3`, `[1] + [2]`, `'%d km' % 5`. Integers have no upper bound
 * in Python, so sizes are bounded here: an expression must not be able to fill the memory.
 */
import type { BinaryOperator } from './nodes.ts';
import { PySyntaxError, type PyErrorCode } from './parsed.ts';
import { percentFormat } from './percent-format.ts';
import { PyDict, PyTuple, asNumber, isPyList, type PyValue } from './value.ts';

const MAX_BITS = 100_000;
const MAX_LENGTH = 1_000_000;

const fail = (code: PyErrorCode, message: string): never => {
  throw new PySyntaxError(code, message);
};
const divisionByZero = () => fail('division-by-zero', 'The expression divides by zero.');

/** An int as a float; Python refuses one that is too large. */
export function toFloat(value: bigint | number): number {
  const float = Number(value);
  if (typeof value === 'bigint' && !Number.isFinite(float)) {
    return fail('result-too-large', 'The integer is too large for a float.');
  }
  return float;
}

/** Quotient rounded down, and remainder of the divisor's sign, as CPython computes them from `fmod`. */
function floatDivide(a: number, b: number): { quotient: number; remainder: number } {
  let remainder = a % b;
  let exact = (a - remainder) / b;
  if (remainder !== 0 && remainder < 0 !== b < 0) {
    remainder += b;
    exact -= 1;
  }
  const below = Math.floor(exact);
  return { quotient: exact - below > 0.5 ? below + 1 : below, remainder };
}

const floorDivide = (a: bigint, b: bigint) => (a % b !== 0n && a < 0n !== b < 0n ? a / b - 1n : a / b);

function integerOperation(operator: BinaryOperator, a: bigint, b: bigint): PyValue {
  const bits = (value: bigint) => value.toString(16).length * 4;
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return bits(a) + bits(b) > MAX_BITS ? fail('result-too-large', 'The product is too large.') : a * b;
    case '//':
      return b === 0n ? divisionByZero() : floorDivide(a, b);
    case '%':
      return b === 0n ? divisionByZero() : a - b * floorDivide(a, b);
    case '**':
      if (b < 0n) return floatOperation(operator, toFloat(a), toFloat(b));
      return BigInt(bits(a)) * b > BigInt(MAX_BITS) ? fail('result-too-large', 'The power is too large.') : a ** b;
    case '<<':
      return b < 0n || b > BigInt(MAX_BITS) ? fail('result-too-large', 'The shift is negative or too large.') : a << b;
    case '>>':
      return b < 0n ? fail('undefined-operation', 'The shift is negative.') : a >> b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    default:
      return floatOperation(operator, toFloat(a), toFloat(b));
  }
}

function floatOperation(operator: BinaryOperator, a: number, b: number): number {
  const finite = (value: number) =>
    Number.isFinite(value) || !Number.isFinite(a) || !Number.isFinite(b)
      ? value
      : fail('result-too-large', 'The result is too large.');
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? divisionByZero() : a / b;
    case '//':
      return b === 0 ? divisionByZero() : floatDivide(a, b).quotient;
    case '%':
      return b === 0 ? divisionByZero() : floatDivide(a, b).remainder;
    case '**':
      return (a === 0 && b < 0) || Number.isNaN(a ** b)
        ? fail('undefined-operation', 'The power is undefined.')
        : finite(a ** b);
    default:
      return fail('undefined-operation', `${operator} is not defined for floats.`);
  }
}

function repeat(sequence: string | readonly PyValue[], count: bigint): PyValue {
  const times = count < 0n ? 0n : count;
  if (BigInt(sequence.length) * times > BigInt(MAX_LENGTH))
    return fail('result-too-large', 'The repetition is too long.');
  if (typeof sequence === 'string') return sequence.repeat(Number(times));
  return Array.from({ length: Number(times) }, () => sequence).flat();
}

function sequenceOperation(operator: BinaryOperator, a: PyValue, b: PyValue): PyValue {
  if (operator === '%' && typeof a === 'string') return percentFormat(a, b);
  if (operator === '|' && a instanceof PyDict && b instanceof PyDict) {
    return new PyDict([...a.entries(), ...b.entries()]);
  }
  if (operator === '+') {
    if (typeof a === 'string' && typeof b === 'string') return a + b;
    if (isPyList(a) && isPyList(b)) return [...a, ...b];
    if (a instanceof PyTuple && b instanceof PyTuple) return new PyTuple([...a.items, ...b.items]);
  }
  if (operator === '*') {
    const [sequence, count] = asNumber(a) === null ? [a, asNumber(b)] : [b, asNumber(a)];
    if (typeof count === 'bigint') {
      if (typeof sequence === 'string' || isPyList(sequence)) return repeat(sequence, count);
      if (sequence instanceof PyTuple) return new PyTuple(repeat(sequence.items, count) as readonly PyValue[]);
    }
  }
  return fail('undefined-operation', `${operator} is not defined for these values.`);
}

/** Two bools give a bool. */
function booleanOperation(operator: '&' | '|' | '^', a: boolean, b: boolean): boolean {
  if (operator === '^') return a !== b;
  return operator === '&' ? a && b : a || b;
}

/** `left operator right`. @throws PySyntaxError when the operation is not defined, or its result too large. */
export function binaryOperation(operator: BinaryOperator, left: PyValue, right: PyValue): PyValue {
  const bitwise = operator === '&' || operator === '|' || operator === '^';
  if (bitwise && typeof left === 'boolean' && typeof right === 'boolean') {
    return booleanOperation(operator, left, right);
  }
  const a = asNumber(left);
  const b = asNumber(right);
  if (a === null || b === null) return sequenceOperation(operator, left, right);
  return typeof a === 'bigint' && typeof b === 'bigint'
    ? integerOperation(operator, a, b)
    : floatOperation(operator, toFloat(a), toFloat(b));
}
