/** @file Python text to a tree or to a literal's value, as tests compare them with Python's own `ast`. */
import { evaluateConstant } from '../evaluate.ts';
import type { Node } from '../nodes.ts';
import { parsedOrError, PySyntaxError, type PyParsed } from '../parsed.ts';
import { parseExpression, type Expression } from '../syntax.ts';
import { PyDict, PyTuple, type PyValue } from '../value.ts';

/** `ast.parse(text, mode='eval')`. Never throws. */
export const parsePython = (text: string): PyParsed<Expression> => parsedOrError(() => parseExpression(text));

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
          if (key === null) throw new PySyntaxError('unpacking-in-dictionary', '** is not allowed in a literal.');
          return [literal(key), literal(value)] as const;
        }),
      );
    case 'unary':
      return evaluateConstant(node);
    default:
      throw new PySyntaxError('not-a-literal', 'The text is not a literal.');
  }
}

/** `ast.literal_eval(text)`: strings, numbers, lists, tuples, dicts, booleans and None, nested. Never throws. */
export const parseLiteral = (text: string): PyParsed<PyValue> =>
  parsedOrError(() => literal(parseExpression(text.trim()).root));
