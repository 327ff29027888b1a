/**
 * @file The value of an expression made of constants, operations, items of them, and calls of numeric builtins: what
 * Python's `eval` gives for arithmetic such as `round(256.2) + 0`.
 */
import { BUILTINS } from './builtins.ts';
import type { Node } from './nodes.ts';
import { binaryOperation } from './operations.ts';
import { PySyntaxError } from './parsed.ts';
import { asNumber, isPyList, isTruthy, PyDict, PyTuple, type PyValue } from './value.ts';

const undefinedOperation = (message: string) => new PySyntaxError('undefined-operation', message);

function unary(operator: 'not' | '+' | '-' | '~', value: PyValue): PyValue {
  if (operator === 'not') return !isTruthy(value);
  const operand = asNumber(value);
  if (operand === null) throw undefinedOperation(`${operator} is not defined for this value.`);
  if (operator === '+') return operand;
  if (operator === '-') return -operand;
  if (typeof operand !== 'bigint') throw undefinedOperation('~ is not defined for floats.');
  return ~operand;
}

/** `object[index]` of a list, a tuple, a text or a dict; slices are not computed. */
function itemOf(object: PyValue, index: PyValue): PyValue {
  let item: PyValue | undefined;
  if (object instanceof PyDict) item = object.get(index);
  else {
    const items = typeof object === 'string' ? [...object] : object instanceof PyTuple ? object.items : object;
    const position = typeof index === 'boolean' || typeof index === 'bigint' ? Number(index) : null;
    if (position !== null && isPyList(items)) item = items.at(position);
  }
  if (item === undefined) throw undefinedOperation('There is no such item.');
  return item;
}

/**
 * The value of an expression.
 * @throws PySyntaxError when it contains a name, another call or an undefined operation.
 */
export function evaluateConstant(node: Node): PyValue {
  switch (node.kind) {
    case 'constant':
      return node.value;
    case 'list':
      return node.elements.map(evaluateConstant);
    case 'tuple':
      return new PyTuple(node.elements.map(evaluateConstant));
    case 'dict':
      return new PyDict(
        node.entries.map(({ key, value }) => {
          if (key === null) throw new PySyntaxError('unpacking-in-dictionary', 'A dictionary contains **.');
          return [evaluateConstant(key), evaluateConstant(value)] as const;
        }),
      );
    case 'unary':
      return unary(node.operator, evaluateConstant(node.operand));
    case 'binary':
      return binaryOperation(node.operator, evaluateConstant(node.left), evaluateConstant(node.right));
    case 'subscript':
      return itemOf(evaluateConstant(node.object), evaluateConstant(node.index));
    case 'call': {
      const { callee, positional, keywords } = node;
      if (callee.kind === 'name' && keywords.length === 0 && Object.hasOwn(BUILTINS, callee.id)) {
        return BUILTINS[callee.id](positional.map(evaluateConstant));
      }
      throw undefinedOperation('This call cannot be computed.');
    }
    default:
      throw undefinedOperation('Only constants can be computed with.');
  }
}
