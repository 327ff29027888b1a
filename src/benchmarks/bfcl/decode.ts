/**
 * @file BFCL's decoder: a model's raw output as a list of calls. After the `default_decode_ast_prompting` of the
 * Berkeley Function-Calling Leaderboard (github.com/ShishirPatil/gorilla): trim backticks, spaces and line ends, add
 * `[` and `]` where absent, read as a Python expression that must be a list of calls.
 *
 * Its quirks are kept because they decide verdicts: positional arguments are ignored, a bare name is a string,
 * arithmetic is computed, and every sign before a constant negates it, `+` too.
 */
import { evaluateConstant } from '../python/evaluate.ts';
import { parseTypedJson, pyFromJson } from '../python/json.ts';
import type { Node } from '../python/nodes.ts';
import { parsedOrError, PySyntaxError, type PyParsed } from '../python/parsed.ts';
import { parseExpression, type Expression } from '../python/syntax.ts';
import { asNumber, PyDict, PyOther, PyTuple, type PyValue } from '../python/value.ts';

/** A decoded call. `arguments` keeps the order of writing; `**mapping` appears under the name `**`. */
export interface Call {
  name: string;
  arguments: ReadonlyMap<string, PyValue>;
}

type CallNode = Extract<Node, { kind: 'call' }>;

/** The function's dotted name. A root that is not a name (`f(x).g`, `'a'.b`) is left out, as in the official code. */
function calleeName(callee: Node): string {
  const parts: string[] = [];
  let node = callee;
  while (node.kind === 'attribute') {
    parts.push(node.attribute);
    node = node.object;
  }
  if (node.kind === 'name') parts.push(node.id);
  return parts.reverse().join('.');
}

function resolveCall(node: CallNode, expression: Expression): Call {
  const resolved = new Map<string, PyValue>();
  for (const { name, value } of node.keywords) resolved.set(name ?? '**', resolveValue(value, expression));
  return { name: calleeName(node.callee), arguments: resolved };
}

const asDict = (call: Call) => new PyDict([[call.name, new PyDict(call.arguments)]]);

function resolveValue(node: Node, expression: Expression): PyValue {
  const resolve = (child: Node) => resolveValue(child, expression);
  switch (node.kind) {
    case 'constant':
      return node.value instanceof PyOther && node.value.type === 'ellipsis' ? '...' : node.value;
    case 'unary': {
      const value = node.operand.kind === 'constant' ? node.operand.value : null;
      if (value instanceof PyOther && value.type === 'complex') return new PyOther('complex', `-${value.text}`);
      const operand = asNumber(value);
      if (operand === null) {
        throw new PySyntaxError('sign-before-non-number', 'A sign precedes something that is not a number.');
      }
      return -operand;
    }
    case 'list':
      return node.elements.map(resolve);
    case 'tuple':
      return new PyTuple(node.elements.map(resolve));
    case 'dict':
      return new PyDict(
        node.entries.map(({ key, value }) => {
          if (key === null) {
            throw new PySyntaxError('unpacking-in-dictionary', 'A dictionary contains **.');
          }
          return [resolve(key), resolve(value)] as const;
        }),
      );
    case 'binary':
      return evaluateConstant(node);
    case 'name':
      return node.id;
    case 'call':
      return node.keywords.length === 0 ? expression.textOf(node) : asDict(resolveCall(node, expression));
    case 'subscript':
      return expression.textOf(node);
    default: {
      const kind = node.kind === 'opaque' ? 'compound expression' : node.kind;
      throw new PySyntaxError('unsupported-argument', `An argument is a ${kind}.`, { kind });
    }
  }
}

function toCalls(expression: Expression): Call[] {
  const { root } = expression;
  if (root.kind === 'call') return [resolveCall(root, expression)];
  if (root.kind !== 'list' && root.kind !== 'tuple' && root.kind !== 'set') {
    throw new PySyntaxError('not-a-list-of-calls', 'The output is not a list of calls.');
  }
  return root.elements.map((element) => {
    if (element.kind !== 'call') throw new PySyntaxError('not-a-call', 'An element of the list is not a call.');
    return resolveCall(element, expression);
  });
}

/** The output without its wrapping, in brackets. */
function bracketed(output: string): string {
  let text = trimAny(output, '`\n ');
  if (!text.startsWith('[')) text = `[${text}`;
  if (!text.endsWith(']')) text = `${text}]`;
  return text;
}

/** Python's `text.strip(characters)`. */
function trimAny(text: string, characters: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && characters.includes(text[from])) from += 1;
  while (to > from && characters.includes(text[to - 1])) to -= 1;
  return text.slice(from, to);
}

/** Python form: `[f(a=1), g(b='x')]`. Never throws. */
export function decodePythonCalls(output: string): PyParsed<Call[]> {
  return parsedOrError(() => toCalls(parseExpression(bracketed(output))));
}

/**
 * JSON form: `[{"function": "f", "parameters": {"a": 1}}]`, anywhere in the text. As in the official code, text
 * that is not JSON decodes to no calls, and an element that is not an object is skipped. Never throws.
 */
export function decodeJsonCalls(output: string): PyParsed<Call[]> {
  return parsedOrError(() => {
    const parsed = parseTypedJson(jsonList(bracketed(output)));
    if (parsed.error !== null) return [];
    if (!Array.isArray(parsed.value))
      throw new PySyntaxError('not-a-list-of-calls', 'The output is not a list of calls.');
    return parsed.value.flatMap((element: unknown) => {
      const call = pyFromJson(element);
      if (!(call instanceof PyDict)) return [];
      const name = call.get('function');
      const parameters = call.get('parameters');
      if (typeof name !== 'string' || !(parameters instanceof PyDict)) {
        throw new PySyntaxError('incomplete-call', 'A call lacks "function" or "parameters".');
      }
      return [{ name, arguments: new Map(parameters.entries() as [string, PyValue][]) }];
    });
  });
}

/**
 * The list of objects in a text: from the first `[{` to the nearest `}]` after it, or else from the first `[` to the
 * last `]`. The first choice cuts a list that holds a list of objects; the official pattern does so too.
 */
function jsonList(text: string): string {
  const start = /\[\s*\{/.exec(text);
  if (start !== null) {
    const afterBrace = start.index + start[0].length;
    const end = /\}\s*\]/.exec(text.slice(afterBrace));
    if (end !== null) return text.slice(start.index, afterBrace + end.index + end[0].length);
  }
  return text.slice(text.indexOf('['), text.lastIndexOf(']') + 1);
}
