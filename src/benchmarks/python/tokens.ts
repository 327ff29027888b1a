/**
 * @file Python's tokens, as far as one expression needs them (Python language reference, chapter 2). It is one pass, and
 * each character is read a bounded number of times.
 */
import { characterNamed } from './character-names.ts';
import { nestedTooDeep, PySyntaxError, requireShortInteger } from './parsed.ts';
import { PyOther, type PyValue } from './value.ts';

export interface Token {
  kind: 'name' | 'constant' | 'operator' | 'newline' | 'end';
  /** Name (NFKC), operator, a number as written, or a string's prefix (`f`, `u` or none). */
  text: string;
  /** Only for constants. */
  value: PyValue;
  /** A string or bytes constant: adjacent ones are joined. An f-string is not evaluated. */
  quoted: 'str' | 'bytes' | 'fstring' | null;
}

/** CPython's tokenizer refuses deeper brackets. */
const MAX_BRACKETS = 200;

const SPACE = /[ \t\f]+/y;
const NEWLINE = /\r\n|\n|\r/y;
const NAME = /[\p{ID_Start}_][\p{ID_Continue}]*/uy;
const NUMBER =
  /0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*)?\.\d(?:_?\d)*(?:[eE][+-]?\d(?:_?\d)*)?[jJ]?|\d(?:_?\d)*\.?(?:[eE][+-]?\d(?:_?\d)*)?[jJ]?/y;
const OPERATOR = /\*\*=?|\/\/=?|>>=?|<<=?|\.\.\.|!=|->|:=|[-+*/%@&|^=<>]=|[-()[\]{},:.;@=+*/%<>&|^~]/y;
/** The keywords that may follow a number without a space. */
const AFTER_NUMBER = new Set(['and', 'else', 'for', 'if', 'in', 'is', 'not', 'or']);
const STRING_START = /([rR][bBfF]?|[bBfF][rR]?|[uU])?('''|"""|'|")/y;

function numberValue(literal: string): PyValue {
  const digits = literal.replaceAll('_', '');
  if (/^0[xob]/i.test(digits)) return BigInt(digits);
  if (/j$/i.test(digits)) return new PyOther('complex', digits.toLowerCase());
  if (/[.eE]/.test(digits)) return Number(digits);
  requireShortInteger(digits);
  if (/^0+[1-9]/.test(digits)) throw new PySyntaxError('integer-leading-zeros', 'An integer starts with zeros.');
  return BigInt(digits);
}

const SIMPLE_ESCAPES: Record<string, string> = {
  ...{ '\\': '\\', "'": "'", '"': '"', a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  '\n': '',
};
const ESCAPE = /\\(?:([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|N\{([^{}]+)\}|([^]))/gu;

function unescape(body: string, bytes: boolean): string {
  return body.replace(
    ESCAPE,
    (whole, octal?: string, hex?: string, short?: string, long?: string, name?: string, character?: string) => {
      if (octal) return String.fromCharCode(parseInt(octal, 8));
      if (hex) return String.fromCharCode(parseInt(hex, 16));
      const code = short ?? long;
      if (code) {
        if (bytes) return whole;
        const point = parseInt(code, 16);
        if (point > 0x10ffff)
          throw new PySyntaxError('unknown-character', `There is no character \\U${code}.`, { code });
        return String.fromCodePoint(point);
      }
      if (name) {
        const named = bytes ? whole : characterNamed(name);
        if (named !== null) return named;
        throw new PySyntaxError('named-character', `The character \\N{${name}} is not known.`, { name });
      }
      if (character === 'x' || (!bytes && (character === 'u' || character === 'U' || character === 'N'))) {
        throw new PySyntaxError('incomplete-escape', `The escape \\${character} is incomplete.`, { escape: character });
      }
      return SIMPLE_ESCAPES[character!] ?? whole;
    },
  );
}

/** Where a string that starts at `from` (after the opening quotes) ends (before the closing ones), or -1. */
function closingQuote(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '\n' && quote.length === 1) return -1;
    else if (character === quote[0] && text.startsWith(quote, at)) return at;
  }
  return -1;
}

/** @throws PySyntaxError */
export function tokenize(source: string): Token[] {
  if (source.includes('\0') || /\p{Surrogate}/u.test(source)) {
    throw new PySyntaxError('invalid-character', 'The text contains a null character or half a surrogate pair.');
  }
  // Python reads all line ends alike, also inside a triple-quoted string.
  const text = source.replace(/\r\n?/g, '\n');
  const tokens: Token[] = [];
  let brackets = 0;
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const push = (kind: Token['kind'], written: string, value: PyValue = null, quoted: Token['quoted'] = null) =>
    tokens.push({ kind, text: written, value, quoted });

  while (at < text.length) {
    const space = match(SPACE);
    if (space) {
      at += space[0].length;
      continue;
    }
    const newline = match(NEWLINE);
    if (newline) {
      at += newline[0].length;
      if (brackets === 0) push('newline', '\n');
      continue;
    }
    if (text[at] === '#') {
      const end = text.indexOf('\n', at);
      at = end === -1 ? text.length : end;
      continue;
    }
    if (text[at] === '\\' && text[at + 1] === '\n') {
      at += 2;
      continue;
    }
    const opening = match(STRING_START);
    if (opening) {
      const [whole, prefix = '', quote] = opening;
      const from = at + whole.length;
      const end = closingQuote(text, from, quote);
      if (end === -1) throw new PySyntaxError('unclosed-string', 'A string is not closed.');
      const bytes = /b/i.test(prefix);
      const body = text.slice(from, end);
      if (bytes && /[^\0-\x7f]/.test(body)) {
        throw new PySyntaxError('bytes-not-ascii', 'A bytes literal contains a character outside ASCII.');
      }
      const value = /r/i.test(prefix) ? body : unescape(body, bytes);
      // `ast.unparse` keeps only this part of a prefix.
      const kept = /[fu]/i.exec(prefix)?.[0].toLowerCase() ?? '';
      push('constant', kept, value, /f/i.test(prefix) ? 'fstring' : bytes ? 'bytes' : 'str');
      at = end + quote.length;
      continue;
    }
    const name = match(NAME);
    if (name) {
      push('name', name[0].normalize('NFKC'));
      at += name[0].length;
      continue;
    }
    const number = match(NUMBER);
    if (number) {
      push('constant', number[0], numberValue(number[0]));
      at += number[0].length;
      const word = match(NAME);
      if (word && !AFTER_NUMBER.has(word[0])) {
        throw new PySyntaxError('number-beside-name', 'A name follows a number without a space.');
      }
      continue;
    }
    const operator = match(OPERATOR)?.[0];
    if (operator === undefined) {
      const character = JSON.stringify(text[at]);
      throw new PySyntaxError('invalid-character', `The character ${character} is not allowed here.`, { character });
    }
    if ('([{'.includes(operator)) brackets += 1;
    if (')]}'.includes(operator)) brackets = Math.max(0, brackets - 1);
    if (brackets > MAX_BRACKETS) throw nestedTooDeep('expression', MAX_BRACKETS);
    push('operator', operator);
    at += operator.length;
  }
  push('end', '');
  return tokens;
}
