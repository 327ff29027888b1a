/**
 * @file The agent's answers, `weather tue day rome city & mail amy person`: the right one, and play.
 *
 * The list says outright which parameters a function has. Play that reads gives a value to one of these that is still
 * free, and leaves the value out if none is; it does not know which of them the value fits. Play in order chooses call by
 * call: it reads all parameters of one, or takes them as a run through their order.
 */
import type { RandomStream } from '../../../random/random-stream.ts';
import { AND } from '../../common-words.ts';
import type { PlayStyle } from '../../family.ts';
import { shuffledValues } from './prompt.ts';
import { type FunctionCallingTask, type FunctionRequest, NONE, parametersOf, valuesFor } from './task.ts';
import { PARAMETERS } from './world.ts';

const PLAY_NONE = 1 / 8;
const PLAY_LEAVES_OUT = 1 / 8;

const writeCall = (name: string, pairs: readonly (readonly [value: string, parameter: string])[]): string =>
  [name, ...pairs.flat()].join(' ');

export function solution(task: FunctionCallingTask): string {
  if (task.irrelevant) return NONE;
  const calls = task.requests.map((request) => {
    const chosen = new Map(
      parametersOf(request).map((parameter) => [valuesFor(request, parameter).at(0), parameter] as const),
    );
    const pairs = shuffledValues(task, request).flatMap((value) => {
      const parameter = chosen.get(value);
      return parameter === undefined ? [] : [[value, parameter] as const];
    });
    return writeCall(request.name, pairs);
  });
  return calls.join(` ${AND} `);
}

/** All parameters in their order, from anywhere in it and around. */
function runOfParameters(random: RandomStream): string[] {
  const start = random.integer(PARAMETERS.length);
  return [...PARAMETERS.slice(start), ...PARAMETERS.slice(0, start)].map(({ name }) => name);
}

/** The values that play gives in a call, each with its parameter; no parameter occurs twice, so that the answer decodes. */
function playArguments(
  task: FunctionCallingTask,
  request: FunctionRequest,
  random: RandomStream,
  { reads = 0, inOrder = false }: PlayStyle,
): [value: string, parameter: string][] {
  const written = shuffledValues(task, request).filter(() => random.next() >= PLAY_LEAVES_OUT);
  if (inOrder) {
    const parameters =
      !task.irrelevant && random.next() < reads ? random.shuffle(parametersOf(request)) : runOfParameters(random);
    return written.slice(0, parameters.length).map((value, i) => [value, parameters[i]]);
  }
  const free = random.shuffle(PARAMETERS).map(({ name }) => name);
  const listed = parametersOf(request);
  return written.flatMap((value) => {
    const reading = reads > 0 && !task.irrelevant && random.next() < reads;
    const parameter = reading ? free.find((name) => listed.includes(name)) : free[0];
    if (parameter === undefined) return [];
    free.splice(free.indexOf(parameter), 1);
    return [[value, parameter]];
  });
}

export function play(task: FunctionCallingTask, random: RandomStream, style: PlayStyle = {}): string[] {
  if (random.next() < PLAY_NONE) return [NONE];
  const calls = task.requests.map((request) => writeCall(request.name, playArguments(task, request, random, style)));
  return [calls.join(` ${AND} `)];
}
