/**
 * @file The tree of a Python expression: what a call's arguments can hold, each with its own node.
 */
import type { PyValue } from './value.ts';

/** CPython's recursion limit refuses expressions of about this height, too. */
export const MAX_HEIGHT = 200;

export type BinaryOperator = '|' | '^' | '&' | '<<' | '>>' | '+' | '-' | '*' | '/' | '//' | '%' | '@' | '**';

export interface Keyword {
  /** `null` for `**mapping`. */
  name: string | null;
  value: Node;
}

export type Node = {
  /** The node's tokens, `from` inclusive, `to` exclusive. */
  from: number;
  to: number;
  /** Height of the tree, bounded by {@link MAX_HEIGHT}, so that recursion cannot exhaust the stack. */
  height: number;
} & (
  | { kind: 'constant'; value: PyValue }
  | { kind: 'name'; id: string }
  | { kind: 'attribute'; object: Node; attribute: string }
  | { kind: 'call'; callee: Node; positional: Node[]; keywords: Keyword[] }
  | { kind: 'subscript'; object: Node; index: Node }
  | { kind: 'unary'; operator: 'not' | '+' | '-' | '~'; operand: Node }
  | { kind: 'binary'; operator: BinaryOperator; left: Node; right: Node }
  | { kind: 'list' | 'tuple' | 'set'; elements: Node[] }
  | { kind: 'dict'; entries: { key: Node | null; value: Node }[] }
  | { kind: 'starred'; value: Node }
  | { kind: 'opaque' }
);
