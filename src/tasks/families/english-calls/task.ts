/**
 * @file The task language of English function calling: JSON with a request, sentence by sentence, and the functions that
 * the agent is offered.
 *
 *     {"request": "Will it rain in Rome on Friday? Send roses for Amy.", "tools": ["weather", "flowers", "taxi"]}
 */
import { shown } from '../../../common/plain-json.ts';
import { notATask } from '../../family-parts.ts';
import type { ParsedTask } from '../../family.ts';
import { readLenientJson } from '../../lenient-json.ts';
import { type Kind, KIND_OF_VALUE, type KindName, type Tool, TOOL_BY_NAME, TOOL_OF_CUE } from './world.ts';

export type EnglishCallsReason =
  /** Not JSON, even after the repairs of tasks/lenient-json.ts. */
  | { code: 'english-calls/not-json' }
  | { code: 'english-calls/no-request' }
  | { code: 'english-calls/no-tools' }
  | { code: 'english-calls/unknown-tool'; name: string }
  | { code: 'english-calls/too-many-tools'; most: number }
  | { code: 'english-calls/too-many-sentences'; sentences: number; most: number }
  | { code: 'english-calls/sentence-too-long'; words: number; most: number }
  /** A sentence asks for no known function. */
  | { code: 'english-calls/unclear-sentence'; sentence: string }
  /** A sentence asks for two functions at once. */
  | { code: 'english-calls/two-requests'; sentence: string; name: string; other: string }
  /** Some of the requested functions are listed, others are not. */
  | { code: 'english-calls/partly-served'; name: string }
  /** A sentence names no value for the parameter that its function requires. */
  | { code: 'english-calls/missing-value'; name: string; parameter: string }
  | { code: 'english-calls/no-call-due' }
  | { code: 'english-calls/call-not-due' }
  | { code: 'english-calls/malformed-answer' }
  | { code: 'english-calls/unlisted-function'; name: string }
  | { code: 'english-calls/solved' }
  | { code: 'english-calls/call-count'; calls: number; due: number }
  | { code: 'english-calls/missing-call'; name: string }
  | { code: 'english-calls/missing-argument'; name: string; parameter: string }
  | { code: 'english-calls/unexpected-argument'; name: string; parameter: string }
  | { code: 'english-calls/other-value'; name: string; parameter: string }
  /** Each call by itself is one that some sentence asks for, but not all can be paired. */
  | { code: 'english-calls/no-pairing' };

/** A sentence of a request, with the one function that it asks for. */
export interface Sentence {
  text: string;
  tool: Tool;
  /** The values it names, in order, each with its kind. */
  values: readonly { kind: Kind; value: string }[];
}

/** Returns the words of a sentence without punctuation. */
const words = (sentence: string): string[] => sentence.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Splits a request into sentences, each with the mark that ends it. */
const splitSentences = (request: string): string[] =>
  (request.match(/[^.?!;\n]+[.?!;]?/g) ?? [])
    .map((sentence) => sentence.trim().replaceAll(/\s+/g, ' '))
    .filter((text) => words(text).length > 0);

function readSentence(text: string): { sentence: Sentence } | { reason: EnglishCallsReason } {
  const lower = words(text).map((word) => word.toLowerCase());
  const tools = new Set(lower.flatMap((word) => TOOL_OF_CUE.get(word) ?? []));
  const [tool, other] = tools;
  if (tool === undefined) return { reason: { code: 'english-calls/unclear-sentence', sentence: text } };
  if (other !== undefined)
    return { reason: { code: 'english-calls/two-requests', sentence: text, name: tool.name, other: other.name } };
  return { sentence: { text, tool, values: lower.flatMap((word) => KIND_OF_VALUE.get(word) ?? []) } };
}

/**
 * Reads a request in English: which function each sentence asks for, and which values it names. This is the family's
 * oracle. It knows the cues and values of world.ts and ignores all other words, so it reads free English too if each
 * sentence has exactly one function's cues.
 * @returns the sentences in order, or why one cannot be read
 */
function readRequest(
  sentences: readonly string[],
): { ok: true; sentences: Sentence[] } | { ok: false; reason: EnglishCallsReason } {
  const read: Sentence[] = [];
  for (const text of sentences) {
    const result = readSentence(text);
    if ('reason' in result) return { ok: false, reason: result.reason };
    read.push(result.sentence);
  }
  return { ok: true, sentences: read };
}

export const valuesFor = ({ values }: Sentence, parameter: KindName): string[] =>
  values.filter(({ kind }) => kind.name === parameter).map(({ value }) => value);

export const MAX_SENTENCES = 5;
const MAX_TOOLS = 7;
const MOST_WORDS = 30;

export interface EnglishCallsTask {
  /** The task as canonical JSON. */
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

export function parseTask(text: string): ParsedTask<EnglishCallsTask, EnglishCallsReason> {
  const json = readLenientJson(text);
  if (json === null) return notATask({ code: 'english-calls/not-json' });
  const { request: given, tools: names } = json;
  if (typeof given !== 'string') return notATask({ code: 'english-calls/no-request' });
  const texts = splitSentences(given);
  if (texts.length === 0) return notATask({ code: 'english-calls/no-request' });
  if (texts.length > MAX_SENTENCES)
    return notATask({ code: 'english-calls/too-many-sentences', sentences: texts.length, most: MAX_SENTENCES });
  const longest = Math.max(...texts.map((sentence) => words(sentence).length));
  if (longest > MOST_WORDS)
    return notATask({ code: 'english-calls/sentence-too-long', words: longest, most: MOST_WORDS });
  if (!Array.isArray(names) || names.length === 0) return notATask({ code: 'english-calls/no-tools' });
  const tools: Tool[] = [];
  for (const name of names as unknown[]) {
    const tool = typeof name === 'string' ? TOOL_BY_NAME.get(name) : undefined;
    if (tool === undefined)
      return notATask({ code: 'english-calls/unknown-tool', name: typeof name === 'string' ? name : shown(name) });
    // A function that is offered twice counts once.
    if (!tools.includes(tool)) tools.push(tool);
  }
  if (tools.length > MAX_TOOLS) return notATask({ code: 'english-calls/too-many-tools', most: MAX_TOOLS });
  const read = readRequest(texts);
  if (!read.ok) return notATask(read.reason);
  const request = texts.join(' ');
  const irrelevant = read.sentences.every(({ tool }) => !tools.includes(tool));
  return {
    ok: true,
    task: {
      text: writeTask(
        request,
        tools.map(({ name }) => name),
      ),
      request,
      sentences: read.sentences,
      tools,
      irrelevant,
    },
  };
}

/** Says why the request cannot be turned into calls; null if it can. */
export function taskProblem({ sentences, tools, irrelevant }: EnglishCallsTask): EnglishCallsReason | null {
  if (irrelevant) return null;
  for (const sentence of sentences) {
    const { name, parameters } = sentence.tool;
    if (!tools.includes(sentence.tool)) return { code: 'english-calls/partly-served', name };
    if (valuesFor(sentence, parameters[0]).length === 0)
      return { code: 'english-calls/missing-value', name, parameter: parameters[0] };
  }
  return null;
}
