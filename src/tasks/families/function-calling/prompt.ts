/** @file The agent's prompt: the listed functions and the requests, each request's values in random order. */
import { RandomStream } from '../../../random/random-stream.ts';
import { streams } from '../../../random/streams.ts';
import { AND, QUESTION } from '../../common-words.ts';
import { textHash } from '../../text.ts';
import { listedFunctions } from './rule.ts';
import { type FunctionCallingTask, type FunctionRequest, writeSchema } from './task.ts';

export const SEMICOLON = ';';

/** A request's values in the order in which the agent reads them. The order depends only on the task's text. */
export const shuffledValues = (task: FunctionCallingTask, request: FunctionRequest): string[] =>
  new RandomStream(textHash(`${request.name} ${task.text}`), streams.functions).shuffle(request.values);

export function prompt(task: FunctionCallingTask): string {
  const random = new RandomStream(textHash(task.text), streams.functions);
  const functions = random.shuffle(listedFunctions(task)).map(writeSchema).join(` ${SEMICOLON} `);
  const requests = task.requests.map((request) => [request.name, ...shuffledValues(task, request)].join(' '));
  return `${functions} ${QUESTION} ${requests.join(` ${AND} `)}`;
}
