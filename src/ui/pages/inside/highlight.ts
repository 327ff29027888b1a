/** @file WGSL as pieces with their kinds, by Prism's grammar; the page draws the pieces, so no markup is made of source. */
import type { Token, TokenStream } from 'prismjs';
import { Prism } from './global-prism.ts';
import 'prismjs/components/prism-wgsl';

export interface CodePiece {
  text: string;
  /** The kind by which the page colours it; undefined: plain. */
  kind?: 'comment' | 'keyword' | 'type' | 'function' | 'number' | 'attribute';
}

/** Prism's names (of a token or its alias) for what the page colours. */
const KINDS: Readonly<Record<string, CodePiece['kind']>> = {
  comment: 'comment',
  keyword: 'keyword',
  builtin: 'type',
  'class-name': 'type',
  function: 'function',
  number: 'number',
  boolean: 'number',
  'attr-name': 'attribute',
  'attr-value': 'attribute',
};

const kindOf = ({ type, alias }: Token): CodePiece['kind'] =>
  [type, ...[alias ?? []].flat()].map((name) => KINDS[name]).find(Boolean);

function pieces(stream: TokenStream, kind?: CodePiece['kind']): CodePiece[] {
  if (typeof stream === 'string') return [{ text: stream, kind }];
  if (Array.isArray(stream)) return stream.flatMap((token) => pieces(token, kind));
  return pieces(stream.content, kindOf(stream) ?? kind);
}

/** The pieces in order; together they are the source. */
export const highlightWgsl = (source: string): CodePiece[] => pieces(Prism.tokenize(source, Prism.languages.wgsl));
