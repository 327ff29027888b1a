/**
 * @file Simulates the services. Each result is a function of task and call, so equal calls have equal observations. A
 * service without the requested record answers with another person's, so a mistake shows only at the end.
 */
import { RandomStream } from '../../../random/random-stream.ts';
import { streams } from '../../../random/streams.ts';
import { PEOPLE, textHash, wordsOf } from '../../text.ts';
import { RECORD_NUMBERS, SERVICE_OF, SERVICES, signatureOf, type StatefulCallsTask, TOOLS } from './task.ts';

export const SEARCH = 'search';
export const DONE = 'done';
export const ERROR = 'error';

export interface ServiceCall {
  word: string;
  argument: string;
  service: string;
}

export type Turn = { kind: 'search'; tool: string } | ({ kind: 'call' } & ServiceCall);

/** The order of a call's words in the language of the agent. */
export type CallOrder = readonly [keyof ServiceCall, keyof ServiceCall, keyof ServiceCall];
export const SERVICE_LAST: CallOrder = ['word', 'argument', 'service'];
export const SERVICE_SECOND: CallOrder = ['word', 'service', 'argument'];

export const writeCall = (call: ServiceCall, order: CallOrder): string => order.map((part) => call[part]).join(' ');

/** Reads `search badge` or `bill eve bank`; null if a turn is neither or its argument has the wrong kind. */
export function readTurn(text: string, order: CallOrder): Turn | null {
  const words = wordsOf(text);
  if (words.length === 2 && words[0] === SEARCH) {
    return TOOLS.includes(words[1]) ? { kind: 'search', tool: words[1] } : null;
  }
  if (words.length !== order.length) return null;
  const partOf = (part: keyof ServiceCall) => words[order.indexOf(part)];
  const word = partOf('word');
  const argument = partOf('argument');
  const service = partOf('service');
  const signature = signatureOf(word);
  if (signature === null || !SERVICES.includes(service)) return null;
  const arguments_ = signature.takes === 'person' ? PEOPLE : RECORD_NUMBERS;
  return arguments_.includes(argument) ? { kind: 'call', word, argument, service } : null;
}

export function serviceOf(task: StatefulCallsTask, word: string): string {
  const known = SERVICE_OF.get(word) ?? task.described.get(word);
  return known ?? new RandomStream(textHash(`${word} ${task.text}`), streams.toolServices).choice(SERVICES);
}

export function callResult(task: StatefulCallsTask, call: ServiceCall): string {
  // The hash uses one order, so a call has the same answer in both orders.
  const random = new RandomStream(textHash(`${writeCall(call, SERVICE_LAST)} ${task.text}`), streams.serviceResults);
  switch (signatureOf(call.word)!.gives) {
    case 'person':
      return random.choice(PEOPLE.filter((person) => person !== call.argument));
    case 'number':
      return random.choice(RECORD_NUMBERS);
    case 'done':
      return DONE;
  }
}

/** Returns the calls that answer the requests, in order. Each takes the result of the one before. */
export function goldCalls(task: StatefulCallsTask): ServiceCall[] {
  return task.requests.flatMap(({ calls, person }) => {
    let argument = person;
    return calls.map((word) => {
      const call = { word, argument, service: serviceOf(task, word) };
      argument = callResult(task, call);
      return call;
    });
  });
}

export const isDescribed = (task: StatefulCallsTask, word: string): boolean =>
  SERVICE_OF.has(word) || task.described.has(word);
