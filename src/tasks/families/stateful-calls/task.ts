/**
 * @file The task language of stateful calls: requests, and the services of their tools unless the agent has to search.
 *
 *     pay bill boss eve & badge doctor amy at badge clinic
 *
 * A request reads from its end: eve's boss, that person's bill, and pay it. Each word is one call, whose argument is the
 * result of the call before.
 */
import { AND, PEOPLE } from '../../common-words.ts';
import type { ParsedTask } from '../../family.ts';
import { notATask } from '../../family-parts.ts';
import { splitWords, wordsOf } from '../../text.ts';
import type { StatefulCallsReason } from './reasons.ts';
import { SERVICES, signatureOf, TOOLS } from './world.ts';

export const AT = 'at';
export const MAX_CALLS = 8;
export const MAX_CHAIN = 4;
export const MAX_REQUESTS = 4;

export interface Request {
  /** The words to call, first call first. */
  calls: readonly string[];
  person: string;
}

export interface StatefulCallsTask {
  text: string;
  requests: readonly Request[];
  /** Services of tools that the task describes. */
  described: ReadonlyMap<string, string>;
}

export const writeRequest = ({ calls, person }: Request): string => [...calls.toReversed(), person].join(' ');

export function writeTask(requests: readonly Request[], described: StatefulCallsTask['described']): string {
  const written = requests.map(writeRequest).join(` ${AND} `);
  const facts = [...described].flat();
  return [written, ...(facts.length > 0 ? [AT, ...facts] : [])].join(' ');
}

type ReadRequest = { problem: StatefulCallsReason } | { problem: null; request: Request };

/** Reads one request, or says what is wrong with it. */
function readRequest(words: readonly string[]): ReadRequest {
  const refuse = (problem: StatefulCallsReason): ReadRequest => ({ problem });
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

type ReadDescriptions = { problem: StatefulCallsReason } | { problem: null; described: Map<string, string> };

/** Reads the words after `at`, or says what is wrong with them. */
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

export function parseTask(text: string): ParsedTask<StatefulCallsTask, StatefulCallsReason> {
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
