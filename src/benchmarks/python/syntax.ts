/**
 * @file One Python expression as a tree (Python language reference, chapter 6), read by precedence climbing without
 * backtracking. What a call's arguments can hold has its own node; the rest (comparisons, comprehensions, lambdas, …)
 * is checked for its syntax only and becomes an `opaque` node.
 */
import { Cursor, NAMED_CONSTANTS, RESERVED } from './cursor.ts';
import { MAX_HEIGHT, type BinaryOperator, type Keyword, type Node } from './nodes.ts';
import { nestedTooDeep, PySyntaxError } from './parsed.ts';
import { tokenize } from './tokens.ts';
import { PyOther, stringRepr } from './value.ts';
import { tokenText } from './token-text.ts';

type Shape<T = Node> = T extends Node ? Omit<T, 'from' | 'to' | 'height'> : never;

const BINDING: Record<string, number> = {
  ...{ or: 1, and: 2 },
  ...{ '<': 4, '>': 4, '<=': 4, '>=': 4, '==': 4, '!=': 4, in: 4, not: 4, is: 4 },
  ...{ '|': 5, '^': 6, '&': 7, '<<': 8, '>>': 8, '+': 9, '-': 9 },
  ...{ '*': 10, '/': 10, '//': 10, '%': 10, '@': 10 },
};
const NOT_BINDING = 3;
const COMPARISON_BINDING = 4;

export interface Expression {
  root: Node;
  /** The node as source text on one line, constants in Python's own spelling. */
  textOf(node: Node): string;
}

/**
 * Parses a whole text as one expression.
 * @throws PySyntaxError
 */
export function parseExpression(text: string): Expression {
  const tokens = tokenize(text);
  const parser = new Parser(tokens);
  const root = parser.whole();
  return { root, textOf: (node) => tokenText(tokens.slice(node.from, node.to)) };
}

class Parser extends Cursor {
  private depth = 0;

  whole(): Node {
    const root = this.expressions(() => this.expression());
    while (this.token.kind === 'newline') this.at += 1;
    if (this.token.kind !== 'end') this.unexpected();
    return root;
  }

  private node(from: number, shape: Shape, children: readonly Node[] = []): Node {
    const height = 1 + children.reduce((tallest, child) => Math.max(tallest, child.height), 0);
    if (height > MAX_HEIGHT) throw nestedTooDeep('expression', MAX_HEIGHT);
    return { ...shape, from, to: this.at, height } as Node;
  }

  /** Runs one level deeper; chains of prefixes (`- - - x`) recurse without a bracket. */
  private deeper(parse: () => Node): Node {
    if (++this.depth > MAX_HEIGHT) throw nestedTooDeep('expression', MAX_HEIGHT);
    const node = parse();
    this.depth -= 1;
    return node;
  }

  /** One element, or a tuple without brackets. */
  private expressions(element: () => Node): Node {
    const from = this.at;
    const first = element();
    if (!this.isOperator(',')) {
      if (first.kind === 'starred') this.unexpected();
      return first;
    }
    const elements = [first];
    while (this.takeOperator(',') && this.startsExpression()) elements.push(element());
    return this.node(from, { kind: 'tuple', elements }, elements);
  }

  private startsExpression(): boolean {
    const { kind, text } = this.token;
    if (kind === 'constant') return true;
    if (kind === 'name')
      return !RESERVED.has(text) || NAMED_CONSTANTS.has(text) || ['not', 'lambda', 'await'].includes(text);
    return kind === 'operator' && ['(', '[', '{', '-', '+', '~', '*', '...'].includes(text);
  }

  private starOr(otherwise: () => Node): Node {
    const from = this.at;
    if (!this.takeOperator('*')) return otherwise();
    const value = this.binary(COMPARISON_BINDING + 1);
    return this.node(from, { kind: 'starred', value }, [value]);
  }

  private startsNamed(): boolean {
    return this.token.kind === 'name' && this.nextIsOperator(':=');
  }

  /** `named_expression`: an expression, or `name := expression`. */
  private named(): Node {
    const from = this.at;
    if (this.startsNamed()) {
      this.identifier();
      this.expectOperator(':=');
      return this.node(from, { kind: 'opaque' }, [this.expression()]);
    }
    return this.expression();
  }

  private expression(): Node {
    return this.deeper(() => {
      const from = this.at;
      if (this.takeWord('lambda')) return this.lambda(from);
      const body = this.binary(1);
      if (!this.takeWord('if')) return body;
      const test = this.binary(1);
      if (!this.takeWord('else')) this.unexpected();
      return this.node(from, { kind: 'opaque' }, [body, test, this.expression()]);
    });
  }

  private lambda(from: number): Node {
    const defaults: Node[] = [];
    while (!this.isOperator(':')) {
      if (!this.takeOperator('/')) {
        const starred = this.takeOperator('*') || this.takeOperator('**');
        if (!(starred && this.isOperator(','))) {
          this.identifier();
          if (this.takeOperator('=')) defaults.push(this.expression());
        }
      }
      if (!this.isOperator(':')) this.expectOperator(',');
    }
    this.expectOperator(':');
    return this.node(from, { kind: 'opaque' }, [...defaults, this.expression()]);
  }

  /** The binary operator here and the number of its tokens, or `null`. */
  private binaryOperator(): { text: string; tokens: number } | null {
    const { kind, text } = this.token;
    if (kind !== 'operator' && kind !== 'name') return null;
    if (!Object.hasOwn(BINDING, text)) return null;
    const next = this.next;
    if (text === 'not') return next.kind === 'name' && next.text === 'in' ? { text: 'not', tokens: 2 } : null;
    if (text === 'is') return { text, tokens: next.kind === 'name' && next.text === 'not' ? 2 : 1 };
    return { text, tokens: 1 };
  }

  /** Everything that binds at least as tightly as `least`; operators of one level group to the left. */
  private binary(least: number): Node {
    const from = this.at;
    let left: Node;
    if (least <= NOT_BINDING && this.takeWord('not')) {
      const operand = this.deeper(() => this.binary(NOT_BINDING));
      left = this.node(from, { kind: 'unary', operator: 'not', operand }, [operand]);
    } else {
      left = this.unary();
    }
    for (;;) {
      const operator = this.binaryOperator();
      if (operator === null || BINDING[operator.text] < least) return left;
      const binding = BINDING[operator.text];
      this.at += operator.tokens;
      const right = this.binary(binding + 1);
      left =
        binding <= COMPARISON_BINDING
          ? this.node(from, { kind: 'opaque' }, [left, right])
          : this.node(from, { kind: 'binary', operator: operator.text as BinaryOperator, left, right }, [left, right]);
    }
  }

  private unary(): Node {
    const from = this.at;
    for (const operator of ['-', '+', '~'] as const) {
      if (!this.takeOperator(operator)) continue;
      const operand = this.deeper(() => this.unary());
      return this.node(from, { kind: 'unary', operator, operand }, [operand]);
    }
    const base = this.awaited();
    if (!this.takeOperator('**')) return base;
    // The exponent may carry a sign (2 ** -1), the base may not take one in (-2 ** 2 is -(2 ** 2)).
    const exponent = this.deeper(() => this.unary());
    return this.node(from, { kind: 'binary', operator: '**', left: base, right: exponent }, [base, exponent]);
  }

  private awaited(): Node {
    const from = this.at;
    if (!this.takeWord('await')) return this.primary();
    return this.node(from, { kind: 'opaque' }, [this.primary()]);
  }

  private primary(): Node {
    const from = this.at;
    let node = this.atom();
    for (;;) {
      if (this.takeOperator('.')) {
        const attribute = this.identifier();
        node = this.node(from, { kind: 'attribute', object: node, attribute }, [node]);
      } else if (this.takeOperator('(')) {
        const { positional, keywords } = this.callArguments();
        const children = [node, ...positional, ...keywords.map(({ value }) => value)];
        node = this.node(from, { kind: 'call', callee: node, positional, keywords }, children);
      } else if (this.takeOperator('[')) {
        const index = this.expressions(() => this.slice());
        this.expectOperator(']');
        node = this.node(from, { kind: 'subscript', object: node, index }, [node, index]);
      } else {
        return node;
      }
    }
  }

  private slice(): Node {
    const from = this.at;
    const parts: Node[] = [];
    if (!this.isOperator(':')) {
      const isNamed = this.startsNamed();
      const first = this.starOr(() => this.named());
      if (!this.isOperator(':')) return first;
      if (isNamed) this.unexpected();
      parts.push(first);
    }
    for (let colons = 0; colons < 2 && this.takeOperator(':'); colons++) {
      if (this.startsExpression()) parts.push(this.expression());
    }
    return this.node(from, { kind: 'opaque' }, parts);
  }

  /** After `(`, up to and with `)`. Order: positional arguments, then keywords, `**mapping` after every `*items`. */
  private callArguments(): { positional: Node[]; keywords: Keyword[] } {
    const positional: Node[] = [];
    const keywords: Keyword[] = [];
    let unpackedMapping = false;
    while (!this.isOperator(')')) {
      const from = this.at;
      if (this.takeOperator('**')) {
        unpackedMapping = true;
        keywords.push({ name: null, value: this.expression() });
      } else if (this.takeOperator('*')) {
        if (unpackedMapping) this.unexpected();
        const value = this.expression();
        positional.push(this.node(from, { kind: 'starred', value }, [value]));
      } else if (this.token.kind === 'name' && this.nextIsOperator('=')) {
        const name = this.identifier();
        this.expectOperator('=');
        keywords.push({ name, value: this.expression() });
      } else {
        if (keywords.length > 0) this.unexpected();
        let value = this.named();
        if (this.isWord('for') || this.isWord('async')) {
          value = this.comprehension(from, [value]);
          if (positional.length > 0 || !this.isOperator(')')) this.unexpected();
        }
        positional.push(value);
      }
      if (!this.isOperator(')')) this.expectOperator(',');
    }
    this.expectOperator(')');
    return { positional, keywords };
  }

  /** One or more `for … in … if …` after what they produce. */
  private comprehension(from: number, produced: Node[]): Node {
    const children = [...produced];
    while (this.takeWord('async') || this.isWord('for')) {
      if (!this.takeWord('for')) this.unexpected();
      children.push(this.expressions(() => this.starOr(() => this.binary(COMPARISON_BINDING + 1))));
      if (!this.takeWord('in')) this.unexpected();
      children.push(this.binary(1));
      while (this.takeWord('if')) children.push(this.binary(1));
    }
    return this.node(from, { kind: 'opaque' }, children);
  }

  private atom(): Node {
    const from = this.at;
    const { kind, text } = this.token;
    if (kind === 'constant') return this.constant();
    if (kind === 'name') {
      const named = NAMED_CONSTANTS.get(text);
      if (named === undefined) {
        const id = this.identifier();
        return this.node(from, { kind: 'name', id });
      }
      this.at += 1;
      return this.node(from, { kind: 'constant', value: named });
    }
    if (this.takeOperator('...')) {
      return this.node(from, { kind: 'constant', value: new PyOther('ellipsis', 'Ellipsis') });
    }
    if (this.takeOperator('(')) return this.bracketed(from, ')');
    if (this.takeOperator('[')) return this.bracketed(from, ']');
    if (this.takeOperator('{')) return this.braced(from);
    return this.unexpected();
  }

  /** A number, or a run of neighbouring strings. */
  private constant(): Node {
    const from = this.at;
    const first = this.token;
    this.at += 1;
    if (first.quoted === null) return this.node(from, { kind: 'constant', value: first.value });
    const run = [first];
    while (this.token.kind === 'constant' && this.token.quoted !== null) {
      run.push(this.token);
      this.at += 1;
    }
    const bytes = run.filter(({ quoted }) => quoted === 'bytes').length;
    if (bytes > 0 && bytes < run.length) throw new PySyntaxError('bytes-beside-text', 'Bytes and text are adjacent.');
    if (run.some(({ quoted }) => quoted === 'fstring')) return this.node(from, { kind: 'opaque' });
    const joined = run.map(({ value }) => value as string).join('');
    const value = bytes > 0 ? new PyOther('bytes', `b${stringRepr(joined)}`) : joined;
    return this.node(from, { kind: 'constant', value });
  }

  /** After `(` or `[`: a list, a tuple, a comprehension, or an expression in parentheses. */
  private bracketed(from: number, close: ')' | ']'): Node {
    const isList = close === ']';
    const elements: Node[] = [];
    let comma = false;
    while (!this.isOperator(close)) {
      const element = this.starOr(() => this.named());
      if (elements.length === 0 && (this.isWord('for') || this.isWord('async'))) {
        if (element.kind === 'starred') this.unexpected();
        const comprehension = this.comprehension(from, [element]);
        this.expectOperator(close);
        return this.node(from, { kind: 'opaque' }, [comprehension]);
      }
      elements.push(element);
      comma = this.takeOperator(',');
      if (!comma && !this.isOperator(close)) this.unexpected();
    }
    this.expectOperator(close);
    if (!isList && elements.length === 1 && !comma) {
      if (elements[0].kind === 'starred') this.unexpected();
      // Parentheses only group, so the inner node is the result.
      return elements[0];
    }
    return this.node(from, { kind: isList ? 'list' : 'tuple', elements }, elements);
  }

  /** After `{`: a dict, a set, or a comprehension of either. */
  private braced(from: number): Node {
    const entries: { key: Node | null; value: Node }[] = [];
    const elements: Node[] = [];
    let first = true;
    while (!this.isOperator('}')) {
      if (elements.length === 0 && this.takeOperator('**')) {
        entries.push({ key: null, value: this.binary(COMPARISON_BINDING + 1) });
      } else {
        const isNamed = this.startsNamed();
        const element = this.starOr(() => this.named());
        const isEntry =
          !isNamed && element.kind !== 'starred' && (first || entries.length > 0) && this.takeOperator(':');
        if (isEntry) entries.push({ key: element, value: this.expression() });
        else if (entries.length > 0) this.unexpected();
        else elements.push(element);
        if (first && element.kind !== 'starred' && (this.isWord('for') || this.isWord('async'))) {
          const produced = isEntry ? [element, entries[0].value] : [element];
          const comprehension = this.comprehension(from, produced);
          this.expectOperator('}');
          return this.node(from, { kind: 'opaque' }, [comprehension]);
        }
      }
      first = false;
      if (!this.isOperator('}')) this.expectOperator(',');
    }
    this.expectOperator('}');
    if (elements.length > 0) return this.node(from, { kind: 'set', elements }, elements);
    const children = entries.flatMap(({ key, value }) => (key === null ? [value] : [key, value]));
    return this.node(from, { kind: 'dict', entries }, children);
  }
}
