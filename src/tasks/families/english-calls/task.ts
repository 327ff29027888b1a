/**
 * @file The task language of English function calling: JSON with a request, sentence by sentence, and the functions that
 * the agent is offered.
 *
 *     {"request": "Will it rain in Rome on Friday? Send roses for Amy.", "tools": ["weather", "flowers", "taxi"]}
 */
import { shown } from '../../../common/plain-json.ts';
import type { ParsedTask } from '../../family.ts';
import { notATask } from '../../family-parts.ts';
import { readLenientJson } from '../../lenient-json.ts';
import type { EnglishCallsReason } from './reasons.ts';
import { readRequest, type Sentence, splitSentences, valuesFor, wordCount } from './request.ts';
import { type Tool, TOOL_BY_NAME } from './world.ts';

export const MAX_SENTENCES = 5;
export const MAX_TOOLS = 7;
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

/** The task as the family writes it: one line, one space after each colon and comma. */
export const writeTask = (request: string, tools: readonly string[]): string =>
  `${openingOf(request)}", "tools": [${tools.map((name) => JSON.stringify(name)).join(', ')}]}`;

/** The beginning of a task's text, from the beginning of its request. */
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
  const longest = Math.max(...texts.map(wordCount));
  if (longest > MOST_WORDS)
    return notATask({ code: 'english-calls/sentence-too-long', words: longest, most: MOST_WORDS });
  if (!Array.isArray(names) || names.length === 0) return notATask({ code: 'english-calls/no-tools' });
  const tools: Tool[] = [];
  for (const name of names as unknown[]) {
    const tool = typeof name === 'string' ? TOOL_BY_NAME.get(name) : undefined;
    if (tool === undefined)
      return notATask({ code: 'english-calls/unknown-tool', name: typeof name === 'string' ? name : shown(name) });
    // Offered twice is offered.
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

/** Why the request cannot be turned into calls; null where it can. */
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
