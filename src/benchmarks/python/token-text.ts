/**
 * @file Tokens back to source text, as `ast.unparse` writes them.
 */
import type { Token } from './tokens.ts';
import { floatRepr, stringRepr } from './value.ts';

const SPACED = new Set([
  '=',
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '//',
  '%',
  '@',
  '|',
  '&',
  '^',
  '<<',
]);

function constantText({ value, quoted, text }: Token): string {
  if (quoted === 'bytes') return `b${stringRepr(value as string)}`;
  if (quoted !== null) return `${text}${stringRepr(value as string)}`;
  if (typeof value === 'bigint') return String(value);
  if (value === Infinity) return '1e309';
  return typeof value === 'number' ? floatRepr(value) : text;
}

/** Tokens on one line. `ast.unparse` differs in spaces and superfluous parentheses only. */
export function tokenText(tokens: readonly Token[]): string {
  let text = '';
  tokens.forEach((token, index) => {
    const previous = tokens[index - 1];
    const isWord = (neighbour: Token | undefined) => neighbour?.kind === 'name' || neighbour?.kind === 'constant';
    if (isWord(previous) && isWord(token)) text += ' ';
    if (token.kind === 'constant') text += constantText(token);
    else if (token.text === ',' || token.text === ':') text += `${token.text} `;
    else if (SPACED.has(token.text) && isWord(previous)) text += ` ${token.text} `;
    else text += token.text;
  });
  return text;
}
