/**
 * @file Function calling, after the Berkeley Function-Calling Leaderboard: turn requests into calls of listed functions.
 *
 * The agent reads the functions and the requests, in no particular order of functions and of values,
 *
 *     mail guest count maybe dish ; weather city date ? weather tue rome & mail 3 amy
 *
 * and writes each value with the parameter it goes to: `weather tue date rome city & mail 3 count amy guest`. Play gives
 * the values to parameters of the right function at random; what is to be discovered is which parameter a value fits.
 * Two calls out of parameters and values are one in two or one in six by chance, so success by play falls with the level:
 * one for each call and one for each optional parameter.
 */
import { RandomStream } from '../../tensor/random.ts';
import { AND, QUESTION } from '../common-words.ts';
import type { Family } from '../family.ts';
import { requireLevel, singleTurnEpisode } from '../family-parts.ts';
import { fixedTasks } from '../held-out.ts';
import { cutText, textSeed } from '../text.ts';
import { listedFunctions, scoreCalls } from './rule.ts';
import {
  COLON,
  type FunctionCallingTask,
  type FunctionRequest,
  type ListedFunction,
  MAX_CALLS,
  MAX_DISTRACTORS,
  MAYBE,
  NONE,
  parametersOf,
  parseTask,
  REQUIRED,
  taskProblem,
  valuesFor,
  writeSchema,
  writeTask,
} from './task.ts';
import { FUNCTIONS, KIND_OF_PARAMETER, KIND_OF_VALUE, PARAMETER_KINDS } from './world.ts';

const SEMICOLON = ';';
const LEVELS = 2 * MAX_CALLS;
/** A request that no function serves counts as much as three calls: play says `none` about as rarely as it gets them right. */
const IRRELEVANCE_LEVEL = 3;
const IRRELEVANCE_SHARE = 1 / 4;
const PLAY_NONE = 1 / 8;
const RENDER_STREAM = 0x7a5c0010;
/** Words of a requested function with its optional parameter and all values, and the `&` after it. */
const WORDS_PER_REQUEST = 1 + REQUIRED + 2 + 1 + REQUIRED + 1 + 1;
const WORDS_PER_DISTRACTOR = 1 + REQUIRED + 2 + 1;
const SEED_WORDS = 1 + REQUIRED;

/** A request's values in the order the agent reads them: the text decides, so that it is always the same. */
const spoken = (task: FunctionCallingTask, request: FunctionRequest): string[] =>
  new RandomStream(textSeed(`${request.name} ${task.text}`), RENDER_STREAM).shuffle(request.values);

function prompt(task: FunctionCallingTask): string {
  const random = new RandomStream(textSeed(task.text), RENDER_STREAM);
  const functions = random.shuffle(listedFunctions(task)).map(writeSchema).join(` ${SEMICOLON} `);
  const requests = task.requests.map((request) => [request.name, ...spoken(task, request)].join(' '));
  return `${functions} ${QUESTION} ${requests.join(` ${AND} `)}`;
}

const writeCall = (name: string, pairs: readonly (readonly [value: string, parameter: string])[]): string =>
  [name, ...pairs.flat()].join(' ');

function solution(task: FunctionCallingTask): string {
  if (task.irrelevant) return NONE;
  const calls = task.requests.map((request) => {
    const parameterOf = new Map(
      parametersOf(request).map((parameter) => [valuesFor(request, parameter)[0], parameter] as const),
    );
    const pairs = spoken(task, request).flatMap((value) => {
      const parameter = parameterOf.get(value);
      return parameter === undefined ? [] : [[value, parameter] as const];
    });
    return writeCall(request.name, pairs);
  });
  return calls.join(` ${AND} `);
}

function play(task: FunctionCallingTask, random: RandomStream): string[] {
  if (random.next() < PLAY_NONE) return [NONE];
  const calls = task.requests.map((request) => {
    const callee: ListedFunction = task.irrelevant ? random.choice(task.distractors) : request;
    const parameters = random.shuffle(parametersOf(callee));
    const values = spoken(task, request).slice(0, parameters.length);
    return writeCall(
      callee.name,
      values.map((value, i) => [value, parameters[i]] as const),
    );
  });
  return [calls.join(` ${AND} `)];
}

function drawFunction(name: string, optional: boolean, random: RandomStream): ListedFunction {
  const parameters = random.sample(PARAMETER_KINDS, REQUIRED + 1).map((kind) => random.choice(kind.names));
  return { name, required: parameters.slice(0, REQUIRED), optional: optional ? parameters.slice(REQUIRED) : [] };
}

function drawRequest(name: string, optional: boolean, random: RandomStream): FunctionRequest {
  const listed = drawFunction(name, optional, random);
  const given = optional && random.next() < 1 / 2 ? parametersOf(listed) : listed.required;
  return { ...listed, values: given.map((parameter) => random.choice(KIND_OF_PARAMETER.get(parameter)!.values)) };
}

function sampleTask(level: number, random: RandomStream): string {
  requireLevel('function-calling', level, LEVELS);
  const irrelevant = level === IRRELEVANCE_LEVEL && random.next() < IRRELEVANCE_SHARE;
  const fewest = Math.ceil(level / 2);
  const most = Math.min(MAX_CALLS, level);
  const calls = irrelevant ? 1 : fewest + random.integer(most - fewest + 1);
  const withOptional = random.shuffle(Array.from({ length: calls }, (_, i) => !irrelevant && i < level - calls));
  const distractors = irrelevant ? 1 + random.integer(MAX_DISTRACTORS) : random.integer(MAX_DISTRACTORS + 1);
  const names = random.sample(FUNCTIONS, calls + distractors);
  return writeTask({
    requests: withOptional.map((optional, i) => drawRequest(names[i], optional, random)),
    distractors: names.slice(calls).map((name) => drawFunction(name, random.next() < 1 / 4, random)),
    irrelevant,
  });
}

export const functionCalling: Family<FunctionCallingTask> = {
  name: 'function-calling',
  title: 'Function calling',
  summary: 'Discover which parameter each value fits, and when no function serves a request.',
  levels: LEVELS,
  words: [
    ...[AND, COLON, SEMICOLON, QUESTION, MAYBE, NONE],
    ...FUNCTIONS,
    ...KIND_OF_PARAMETER.keys(),
    ...KIND_OF_VALUE.keys(),
  ],
  maxTaskTokens: MAX_CALLS * WORDS_PER_REQUEST + MAX_DISTRACTORS * WORDS_PER_DISTRACTOR + 1 - SEED_WORDS,
  maxAnswerTokens: MAX_CALLS * (1 + 2 * (REQUIRED + 1) + 1),
  maxTurns: 1,
  reward: 'exact',

  sampleSeed: (random) => writeSchema(drawFunction(random.choice(FUNCTIONS), false, random)),
  splitSeed: (text) => cutText(text, SEED_WORDS),
  parse: parseTask,
  level(task) {
    if (task.irrelevant) return IRRELEVANCE_LEVEL;
    return task.requests.reduce((sum, { optional }) => sum + 1 + optional.length, 0);
  },
  prompt,
  oracle(task) {
    const problem = taskProblem(task);
    if (problem !== null) return { solvable: false, reason: problem };
    const answer = solution(task);
    return { solvable: true, answers: [answer], length: answer.split(' ').length };
  },
  audit(task) {
    const choice = task.requests.some((request) =>
      parametersOf(request).some((parameter) => valuesFor(request, parameter).length > 1),
    );
    return choice && !task.irrelevant ? 'ambiguous' : 'valid';
  },
  start: singleTurnEpisode,
  score: (task, turns) => scoreCalls(task, turns[0] ?? ''),
  sampleTask,
  play,
  heldOut: (split, level, count) => fixedTasks(functionCalling, split, level, count),
};
