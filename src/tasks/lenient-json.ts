/**
 * @file Reads JSON as language models write it: the first object in a text, with a small fixed set of repairs.
 *
 * It repairs a fence or words around the object, typographic or single quotes around strings, Python's True, False and
 * None, commas before a closing bracket, and a missing end (it closes open strings and brackets). With any other fault
 * the text is no object: a repair must never guess what a model meant.
 */
import { isObject } from '../common/plain-json.ts';

/** Deeper brackets are no task and would only cost time. */
const MOST_DEPTH = 8;
const CLOSER: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/** Returns the object that a text holds; null if it holds none. Never throws. */
export function readLenientJson(text: string): Record<string, unknown> | null {
  const start = text.indexOf('{');
  if (start < 0) return null;
  const repaired = repair(text.slice(start));
  if (repaired === null) return null;
  try {
    const value: unknown = JSON.parse(repaired);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns strict JSON of the object with which a text begins; null if its brackets do not match. */
function repair(text: string): string | null {
  const open: string[] = [];
  let json = '';
  for (let at = 0; at < text.length;) {
    const char = text[at];
    if (Object.hasOwn(QUOTES, char)) {
      const string = readString(text, at);
      json += JSON.stringify(string.value);
      at = string.end;
    } else if (Object.hasOwn(CLOSER, char)) {
      if (open.length === MOST_DEPTH) return null;
      open.push(CLOSER[char]);
      json += char;
      at++;
    } else if (char === '}' || char === ']') {
      if (open.pop() !== char) return null;
      json = withoutComma(json) + char;
      at++;
      if (open.length === 0) return json;
    } else {
      const word = /^[A-Za-z]+/.exec(text.slice(at))?.[0] ?? char;
      json += Object.hasOwn(WORDS, word) ? WORDS[word] : word;
      at += word.length;
    }
  }
  return withoutComma(json) + open.reverse().join('');
}

const withoutComma = (json: string): string => json.replace(/,\s*$/, '');

/**
 * Reads the string that begins at a quote. A backslash escapes as in JSON; a quote inside a word, as in `don't`, is
 * part of the text.
 */
function readString(text: string, start: number): { value: string; end: number } {
  const closing = QUOTES[text[start]];
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '\\' && at + 1 < text.length) {
      const unit = /^u([\da-f]{4})/i.exec(text.slice(at + 1, at + 6));
      const escaped = text[at + 1];
      value += unit ? String.fromCharCode(parseInt(unit[1], 16)) : (ESCAPES[escaped] ?? escaped);
      at += unit ? 5 : 1;
    } else if (char === closing && !(closing !== '"' && /^[\p{L}\p{N}]/u.test(text.slice(at + 1)))) {
      return { value, end: at + 1 };
    } else value += char;
  }
  return { value, end: text.length };
}
