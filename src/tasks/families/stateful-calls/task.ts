/**
 * @file Reads and writes the task language of stateful calls.
 *
 *     pay bill boss eve & badge doctor amy at badge clinic
 *
 * A request reads from its end: find eve's boss and that person's bill, and pay the bill. Each word is one call, whose
 * argument is the result of the call before. The skill to discover is which service keeps which record. The service of
 * a tool differs in each task. The task describes it after `at`, or a search finds it.
 */
import { AND, numberWords, PEOPLE, splitWords, wordsOf } from '../../text.ts';
import { notATask } from '../../family-parts.ts';
import type { FamilyReason, ParsedTask } from '../../family.ts';

/** Maps a relation between persons to its service. */
const RELATIONS: ReadonlyMap<string, string> = new Map([
  ['boss', 'office'],
  ['doctor', 'clinic'],
  ['tenant', 'council'],
]);

/** Maps a person's numbered record to its service. */
const RECORDS: ReadonlyMap<string, string> = new Map([
  ['bill', 'bank'],
  ['order', 'shop'],
  ['loan', 'library'],
]);

/** Maps an action on a number to its service. */
const ACTIONS: ReadonlyMap<string, string> = new Map([
  ['pay', 'bank'],
  ['cancel', 'shop'],
  ['renew', 'library'],
]);

/** Records whose service differs from task to task. */
export const TOOLS: readonly string[] = ['badge', 'locker', 'permit'];

export const SERVICE_OF: ReadonlyMap<string, string> = new Map([...RELATIONS, ...RECORDS, ...ACTIONS]);
export const SERVICES: readonly string[] = [...new Set(SERVICE_OF.values())];
export const RELATION_WORDS: readonly string[] = [...RELATIONS.keys()];
export const RECORD_WORDS: readonly string[] = [...RECORDS.keys()];
export const ACTION_WORDS: readonly string[] = [...ACTIONS.keys()];

export const RECORD_NUMBERS: readonly string[] = numberWords(10, 29);

type ValueKind = 'person' | 'number' | 'done';

export function signatureOf(word: string): { takes: ValueKind; gives: ValueKind } | null {
  if (RELATION_WORDS.includes(word)) return { takes: 'person', gives: 'person' };
  if (RECORD_WORDS.includes(word) || TOOLS.includes(word)) return { takes: 'person', gives: 'number' };
  return ACTION_WORDS.includes(word) ? { takes: 'number', gives: 'done' } : null;
}

export const AT = 'at';
export const MAX_CALLS = 8;
export const MAX_CHAIN = 4;
export const MAX_REQUESTS = 4;

export interface Request {
  /** First call first, which reverses the text's order. */
  calls: readonly string[];
  person: string;
}

export interface StatefulCallsTask {
  text: string;
  requests: readonly Request[];
  /** Maps described tools to their services. */
  described: ReadonlyMap<string, string>;
}

export const writeRequest = ({ calls, person }: Request): string => [...calls.toReversed(), person].join(' ');

export function writeTask(requests: readonly Request[], described: StatefulCallsTask['described']): string {
  const written = requests.map(writeRequest).join(` ${AND} `);
  const facts = [...described].flat();
  return [written, ...(facts.length > 0 ? [AT, ...facts] : [])].join(' ');
}

type ReadRequest = { problem: FamilyReason } | { problem: null; request: Request };

/** Reads one request, or names its problem. */
function readRequest(words: readonly string[]): ReadRequest {
  const refuse = (problem: FamilyReason): ReadRequest => ({ problem });
  const person = words.at(-1);
  if (person === undefined || !PEOPLE.includes(person)) return refuse({ code: 'stateful-calls/no-person' });
  const calls = words.slice(0, -1).toReversed();
  if (calls.length === 0) return refuse({ code: 'stateful-calls/nothing-asked', person });
  if (calls.length > MAX_CHAIN) {
    return refuse({ code: 'stateful-calls/chain-too-long', calls: calls.length, most: MAX_CHAIN });
  }
  let value = 'person';
  for (const word of calls) {
    const signature = signatureOf(word);
    if (signature === null) return refuse({ code: 'stateful-calls/not-callable', word });
    if (signature.takes !== value) return refuse({ code: 'stateful-calls/wrong-kind', word, takes: signature.takes });
    value = signature.gives;
  }
  return { problem: null, request: { calls, person } };
}

type ReadDescriptions = { problem: FamilyReason } | { problem: null; described: Map<string, string> };

/** Reads the words after `at`, or names their problem. */
function readDescriptions(words: readonly string[]): ReadDescriptions {
  const described = new Map<string, string>();
  if (words.length % 2 !== 0) return { problem: { code: 'stateful-calls/unpaired-description' } };
  for (let at = 0; at < words.length; at += 2) {
    const [tool, service] = words.slice(at, at + 2);
    if (!TOOLS.includes(tool)) return { problem: { code: 'stateful-calls/not-a-tool', word: tool } };
    if (!SERVICES.includes(service)) return { problem: { code: 'stateful-calls/not-a-service', word: service } };
    if (described.has(tool)) return { problem: { code: 'stateful-calls/repeated-description', tool } };
    described.set(tool, service);
  }
  return { problem: null, described };
}

export function parseTask(text: string): ParsedTask<StatefulCallsTask> {
  const words = wordsOf(text);
  const at = words.indexOf(AT);
  const requests: Request[] = [];
  for (const segment of splitWords(at < 0 ? words : words.slice(0, at), AND)) {
    const read = readRequest(segment);
    if (read.problem !== null) return notATask(read.problem);
    requests.push(read.request);
  }
  if (requests.length > MAX_REQUESTS) {
    return notATask({ code: 'stateful-calls/too-many-requests', requests: requests.length, most: MAX_REQUESTS });
  }
  const calls = requests.reduce((sum, request) => sum + request.calls.length, 0);
  if (calls > MAX_CALLS) return notATask({ code: 'stateful-calls/too-many-calls', calls, most: MAX_CALLS });
  if (at === words.length - 1) return notATask({ code: 'stateful-calls/no-description' });
  const read = readDescriptions(at < 0 ? [] : words.slice(at + 1));
  if (read.problem !== null) return notATask(read.problem);
  const { described } = read;
  return { ok: true, task: { text: writeTask(requests, described), requests, described } };
}
