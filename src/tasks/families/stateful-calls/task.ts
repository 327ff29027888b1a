/**
 * @file The task language of stateful calls: requests, and where their tools are kept if that is not to be searched.
 *
 *     pay bill boss eve & badge doctor amy at badge clinic
 *
 * A request reads from its end: eve's boss, that person's bill, and pay it. Each word is one call, whose argument is the
 * result of the call before.
 */
import { AND, PEOPLE } from '../../common-words.ts';
import type { Parsed } from '../../family.ts';
import { notATask } from '../../family-parts.ts';
import { splitWords, wordsOf } from '../../text.ts';
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

/** Reads one request; a string says what is wrong. */
function readRequest(words: readonly string[]): Request | string {
  const person = words.at(-1);
  if (person === undefined || !PEOPLE.includes(person)) return 'A request does not end with a person.';
  const calls = words.slice(0, -1).toReversed();
  if (calls.length === 0) return `Nothing is asked about ${person}.`;
  if (calls.length > MAX_CHAIN) return `A request has ${calls.length} calls; ${MAX_CHAIN} is the most.`;
  let value = 'person';
  for (const word of calls) {
    const signature = signatureOf(word);
    if (signature === null) return `“${word}” is nothing that can be called.`;
    if (signature.takes !== value) return `“${word}” takes a ${signature.takes}, not what the call before it gives.`;
    value = signature.gives;
  }
  return { calls, person };
}

function readDescriptions(words: readonly string[]): Map<string, string> | string {
  const described = new Map<string, string>();
  if (words.length % 2 !== 0) return `After “${AT}” do not stand pairs of tool and service.`;
  for (let at = 0; at < words.length; at += 2) {
    const [tool, service] = words.slice(at, at + 2);
    if (!TOOLS.includes(tool)) return `“${tool}” is not a tool.`;
    if (!SERVICES.includes(service)) return `“${service}” is not a service.`;
    if (described.has(tool)) return `The tool ${tool} is described twice.`;
    described.set(tool, service);
  }
  return described;
}

export function parseTask(text: string): Parsed<StatefulCallsTask> {
  const words = wordsOf(text);
  const at = words.indexOf(AT);
  const requests: Request[] = [];
  for (const segment of splitWords(at < 0 ? words : words.slice(0, at), AND)) {
    const request = readRequest(segment);
    if (typeof request === 'string') return notATask(request);
    requests.push(request);
  }
  if (requests.length > MAX_REQUESTS) {
    return notATask(`The text has ${requests.length} requests; ${MAX_REQUESTS} is the most.`);
  }
  const calls = requests.reduce((sum, request) => sum + request.calls.length, 0);
  if (calls > MAX_CALLS) return notATask(`The requests need ${calls} calls; ${MAX_CALLS} is the most.`);
  if (at === words.length - 1) return notATask(`Nothing follows “${AT}”.`);
  const described = readDescriptions(at < 0 ? [] : words.slice(at + 1));
  if (typeof described === 'string') return notATask(described);
  return { ok: true, task: { text: writeTask(requests, described), requests, described } };
}
