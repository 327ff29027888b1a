/**
 * @file A position in a list of tokens, with the tests and moves that a parser makes there.
 */
import { PySyntaxError } from './parsed.ts';
import type { Token } from './tokens.ts';
import type { PyValue } from './value.ts';

export const RESERVED = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

export const NAMED_CONSTANTS = new Map<string, PyValue>([
  ['None', null],
  ['True', true],
  ['False', false],
]);

export class Cursor {
  protected at = 0;

  /** @param tokens ends with an `end` token. */
  constructor(private readonly tokens: readonly Token[]) {}

  protected get token(): Token {
    return this.tokens[this.at];
  }

  protected get next(): Token {
    return this.tokens[Math.min(this.at + 1, this.tokens.length - 1)];
  }

  /** @throws PySyntaxError */
  protected unexpected(): never {
    const { kind, text } = this.token;
    if (kind === 'end') throw new PySyntaxError('unexpected-end', 'The text ends too early.');
    throw new PySyntaxError('unexpected-token', `${JSON.stringify(text)} is not expected.`, { token: text });
  }

  protected isOperator(text: string): boolean {
    return this.token.kind === 'operator' && this.token.text === text;
  }

  protected nextIsOperator(text: string): boolean {
    return this.next.kind === 'operator' && this.next.text === text;
  }

  protected isWord(text: string): boolean {
    return this.token.kind === 'name' && this.token.text === text;
  }

  protected takeOperator(text: string): boolean {
    if (!this.isOperator(text)) return false;
    this.at += 1;
    return true;
  }

  protected takeWord(text: string): boolean {
    if (!this.isWord(text)) return false;
    this.at += 1;
    return true;
  }

  protected expectOperator(text: string): void {
    if (!this.takeOperator(text)) this.unexpected();
  }

  protected identifier(): string {
    const { kind, text } = this.token;
    if (kind !== 'name' || RESERVED.has(text)) this.unexpected();
    this.at += 1;
    return text;
  }
}
