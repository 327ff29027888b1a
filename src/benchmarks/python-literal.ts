/**
 * @file Reading Python values out of text, as `ast.literal_eval` does, int and float apart. The benchmarks write calls
 * and gold answers in Python's syntax, so the scorers read that syntax themselves.
 */
import { PySyntaxError, attempt, type Parsed } from './python/parsed.ts';
import type { Node } from './python/nodes.ts';
import { parseExpression, type Expression } from './python/syntax.ts';
import { evaluateConstant } from './python/evaluate.ts';
import { PyDict, PyTuple, type PyValue } from './python/value.ts';

export {
  PyDict,
  PyOther,
  PyTuple,
  asNumber,
  isPyList,
  pyEquals,
  pyIn,
  pyRepr,
  pyTypeName,
  type PyTypeName,
  type PyValue,
} from './python/value.ts';
export { evaluateConstant } from './python/evaluate.ts';
export { PySyntaxError, attempt, type Parsed } from './python/parsed.ts';
export type { Keyword, Node } from './python/nodes.ts';
export type { Expression } from './python/syntax.ts';

/** One expression as a tree. Never throws. */
export const parsePython = (text: string): Parsed<Expression> => attempt(() => parseExpression(text));

function literal(node: Node): PyValue {
  switch (node.kind) {
    case 'constant':
      return node.value;
    case 'list':
      return node.elements.map(literal);
    case 'tuple':
      return new PyTuple(node.elements.map(literal));
    case 'dict':
      return new PyDict(
        node.entries.map(({ key, value }) => {
          if (key === null) throw new PySyntaxError('** has no place in a literal.');
          return [literal(key), literal(value)] as const;
        }),
      );
    case 'unary':
      return evaluateConstant(node);
    default:
      throw new PySyntaxError('the text is not a literal.');
  }
}

/** Strings, numbers, lists, tuples, dicts, booleans and None, nested. Never throws. */
export const parseLiteral = (text: string): Parsed<PyValue> =>
  attempt(() => literal(parseExpression(text.trim()).root));
