/**
 * @file Reads a request in English: which function each sentence asks for, and which values it names. This is the oracle
 * of the family: it knows the cues and values of world.ts and passes over all other words, so it reads free English too,
 * as far as a sentence has exactly one function's cues.
 */
import type { EnglishCallsReason } from './reasons.ts';
import { type Kind, KIND_OF_VALUE, type KindName, type Tool, TOOL_OF_CUE } from './world.ts';

export interface Sentence {
  text: string;
  tool: Tool;
  /** The values it names, in order, each with its kind. */
  values: readonly { kind: Kind; value: string }[];
}

/** The words of a sentence without punctuation. */
const words = (sentence: string): string[] => sentence.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The sentences of a request, each with the mark that ends it. */
export const splitSentences = (request: string): string[] =>
  (request.match(/[^.?!;\n]+[.?!;]?/g) ?? [])
    .map((sentence) => sentence.trim().replaceAll(/\s+/g, ' '))
    .filter((text) => words(text).length > 0);

export const wordCount = (sentence: string): number => words(sentence).length;

function readSentence(text: string): { sentence: Sentence } | { reason: EnglishCallsReason } {
  const lower = words(text).map((word) => word.toLowerCase());
  const tools = new Set(lower.flatMap((word) => TOOL_OF_CUE.get(word) ?? []));
  const [tool, other] = tools;
  if (tool === undefined) return { reason: { code: 'english-calls/unclear-sentence', sentence: text } };
  if (other !== undefined)
    return { reason: { code: 'english-calls/two-requests', sentence: text, name: tool.name, other: other.name } };
  return { sentence: { text, tool, values: lower.flatMap((word) => KIND_OF_VALUE.get(word) ?? []) } };
}

/** The sentences of a request in order, or why one cannot be read. */
export function readRequest(
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
