/**
 * @file Arithmetic on constants as Python does it: `1 + 2`, `'a' * 3`, `[1] + [2]`. Integers have no upper bound in
 * Python, so sizes are bounded here: an expression must not be able to fill the memory.
 */
import { PySyntaxError, type PyErrorCode } from './parsed.ts';
import type { BinaryOperator, Node } from './nodes.ts';
import { PyTuple, asNumber, isPyList, type PyValue } from './value.ts';

const MAX_BITS = 100_000;
const MAX_LENGTH = 1_000_000;

const fail = (code: PyErrorCode, message: string): never => {
  throw new PySyntaxError(code, message);
};
const divisionByZero = () => fail('division-by-zero', 'The expression divides by zero.');

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
      if (b < 0n) return floatOperation(operator, Number(a), Number(b));
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
      return floatOperation(operator, Number(a), Number(b));
  }
}

function floatOperation(operator: BinaryOperator, a: number, b: number): number {
  const finite = (value: number) =>
    Number.isFinite(value) ? value : fail('result-too-large', 'The result is too large.');
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
      return b === 0 ? divisionByZero() : Math.floor(a / b);
    case '%': {
      if (b === 0) return divisionByZero();
      const remainder = a % b;
      return remainder !== 0 && remainder < 0 !== b < 0 ? remainder + b : remainder;
    }
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

/**
 * The value of an expression made of constants and arithmetic.
 * @throws PySyntaxError when it contains a name, a call or an undefined operation.
 */
export function evaluateConstant(node: Node): PyValue {
  switch (node.kind) {
    case 'constant':
      return node.value;
    case 'list':
      return node.elements.map(evaluateConstant);
    case 'tuple':
      return new PyTuple(node.elements.map(evaluateConstant));
    case 'unary': {
      const operand = asNumber(evaluateConstant(node.operand));
      if (operand === null || node.operator === 'not') {
        return fail('undefined-operation', `${node.operator} is not defined for this value.`);
      }
      if (node.operator === '+') return operand;
      if (node.operator === '-') return -operand;
      return typeof operand === 'bigint' ? ~operand : fail('undefined-operation', '~ is not defined for floats.');
    }
    case 'binary': {
      const left = evaluateConstant(node.left);
      const right = evaluateConstant(node.right);
      const a = asNumber(left);
      const b = asNumber(right);
      if (a === null || b === null) return sequenceOperation(node.operator, left, right);
      return typeof a === 'bigint' && typeof b === 'bigint'
        ? integerOperation(node.operator, a, b)
        : floatOperation(node.operator, Number(a), Number(b));
    }
    default:
      return fail('undefined-operation', 'Only constants can be computed with.');
  }
}
