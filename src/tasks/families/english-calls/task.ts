/**
 * @file Reads and writes the task language of English function calling: JSON with a request of several sentences, and
 * the functions that the agent is offered.
 *
 *     {"request": "Will it rain in Rome on Friday? Send roses for Amy.", "tools": ["weather", "flowers", "taxi"]}
 *
 * The reader takes the first JSON object in a text, and repairs some faults that language models make. It removes a
 * fence or words around the object, and commas before a closing bracket. It replaces typographic or single quotes
 * around strings, and Python's True, False and None. It closes open strings and brackets at the end. Any other fault
 * makes the text invalid, because a repair must never guess what a model meant.
 */
import { isObject, shown } from '../../../common/plain-json.ts';
import { refuse } from '../../family-parts.ts';
import type { FamilyReason } from '../../family.ts';
import { type Kind, KIND_OF_VALUE, type KindName, type Tool, TOOL_BY_NAME, TOOL_OF_CUE } from './world.ts';

/** Deepest nesting of brackets that is read. No task nests brackets deeper. */
const MOST_DEPTH = 8;
const CLOSER: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/** Returns the first object in a text, or null if there is none that can be read. Never throws. */
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

/** Returns the object at the beginning of a text as strict JSON, or null if brackets do not match or nest too deep. */
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
 * Reads the string that begins at a quote. A backslash escapes as in JSON. A closing quote other than `"` before a
 * letter or digit, as in `don't`, is part of the text. `end` is the position after the string.
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

/** Sentence of a request. Each sentence asks for one function. */
export interface Sentence {
  text: string;
  tool: Tool;
  /** Values in the order in which the sentence names them. */
  values: readonly { kind: Kind; value: string }[];
}

const words = (sentence: string): string[] => sentence.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Splits a request into sentences, each with the mark that ends it. */
const splitSentences = (request: string): string[] =>
  (request.match(/[^.?!;\n]+[.?!;]?/g) ?? [])
    .map((sentence) => sentence.trim().replaceAll(/\s+/g, ' '))
    .filter((text) => words(text).length > 0);

/**
 * Finds the function that a sentence asks for, and the values that the sentence names. This is the family's oracle. It
 * knows the cues and values of world.ts and ignores other words, so it reads any sentence with cues of one function.
 */
function readSentence(text: string): Sentence {
  const lower = words(text).map((word) => word.toLowerCase());
  const [tool, other] = new Set(lower.flatMap((word) => TOOL_OF_CUE.get(word) ?? []));
  if (tool === undefined) refuse({ code: 'english-calls/unclear-sentence', sentence: text });
  if (other !== undefined)
    refuse({ code: 'english-calls/two-requests', sentence: text, name: tool.name, other: other.name });
  return { text, tool, values: lower.flatMap((word) => KIND_OF_VALUE.get(word) ?? []) };
}

export const valuesFor = ({ values }: Sentence, parameter: KindName): string[] =>
  values.filter(({ kind }) => kind.name === parameter).map(({ value }) => value);

export const MAX_SENTENCES = 5;
const MAX_TOOLS = 7;
const MOST_WORDS = 30;

export interface EnglishCallsTask {
  /** Canonical JSON, so equal tasks have equal texts. */
  text: string;
  request: string;
  sentences: readonly Sentence[];
  tools: readonly Tool[];
  /** True if none of the requested functions is offered. */
  irrelevant: boolean;
}

/** Writes the task on one line, with one space after each colon and comma. */
export const writeTask = (request: string, tools: readonly string[]): string =>
  `${openingOf(request)}", "tools": [${tools.map((name) => JSON.stringify(name)).join(', ')}]}`;

/** Writes the beginning of a task's text from the beginning of its request. */
export const openingOf = (request: string): string => `{"request": ${JSON.stringify(request).slice(0, -1)}`;

export function parseTask(text: string): EnglishCallsTask {
  const json = readLenientJson(text);
  if (json === null) refuse({ code: 'english-calls/not-json' });
  const { request: given, tools: names } = json;
  if (typeof given !== 'string') refuse({ code: 'english-calls/no-request' });
  const texts = splitSentences(given);
  if (texts.length === 0) refuse({ code: 'english-calls/no-request' });
  if (texts.length > MAX_SENTENCES)
    refuse({ code: 'english-calls/too-many-sentences', sentences: texts.length, most: MAX_SENTENCES });
  const longest = Math.max(...texts.map((sentence) => words(sentence).length));
  if (longest > MOST_WORDS) refuse({ code: 'english-calls/sentence-too-long', words: longest, most: MOST_WORDS });
  if (!Array.isArray(names) || names.length === 0) refuse({ code: 'english-calls/no-tools' });
  const tools: Tool[] = [];
  for (const name of names as unknown[]) {
    const tool = typeof name === 'string' ? TOOL_BY_NAME.get(name) : undefined;
    if (tool === undefined)
      refuse({ code: 'english-calls/unknown-tool', name: typeof name === 'string' ? name : shown(name) });
    // A function that is offered twice counts once.
    if (!tools.includes(tool)) tools.push(tool);
  }
  if (tools.length > MAX_TOOLS) refuse({ code: 'english-calls/too-many-tools', most: MAX_TOOLS });
  const sentences = texts.map(readSentence);
  const request = texts.join(' ');
  return {
    text: writeTask(
      request,
      tools.map(({ name }) => name),
    ),
    request,
    sentences,
    tools,
    irrelevant: sentences.every(({ tool }) => !tools.includes(tool)),
  };
}

/** Returns why the request cannot be turned into calls, or null if it can. */
export function taskProblem({ sentences, tools, irrelevant }: EnglishCallsTask): FamilyReason | null {
  if (irrelevant) return null;
  for (const sentence of sentences) {
    const { name, parameters } = sentence.tool;
    if (!tools.includes(sentence.tool)) return { code: 'english-calls/partly-served', name };
    if (valuesFor(sentence, parameters[0]).length === 0)
      return { code: 'english-calls/missing-value', name, parameter: parameters[0] };
  }
  return null;
}
