/**
 * @file Defines function calling after the Berkeley Function-Calling Leaderboard: the agent turns requests into calls
 * of listed functions.
 *
 * The agent reads the functions and the requests, with functions and values in random order:
 *
 *     hotel city food ; mail person maybe food ; weather city day ? weather tue rome & mail 3 amy
 *
 * It writes each value with its parameter: `weather tue day rome city & mail amy person`. It leaves a value out if the
 * function has no parameter for it.
 *
 * Play calls the right functions with the right values, but gives the values to any parameters, and sometimes leaves a
 * value out. As often as `reads` says, it gives them only to parameters of the function (rule.ts). The agent has to
 * discover which parameter a value fits, and when no function serves a request. If play never reads, about one value in
 * seven is right by chance.
 */
import type { RandomStream } from '../../../random/random-stream.ts';
import { AND, cutText, QUESTION } from '../../text.ts';
import { generatedFamily } from '../../family-parts.ts';
import { play, prompt, scoreCalls, SEMICOLON, solution } from './rule.ts';
import {
  COLON,
  type FunctionCallingTask,
  type FunctionRequest,
  FUNCTIONS,
  type ListedFunction,
  MAX_CALLS,
  MAX_DISTRACTORS,
  MAX_VALUES,
  MAYBE,
  MOST_REQUIRED,
  MOST_VALUES,
  NONE,
  PARAMETER_BY_NAME,
  PARAMETER_OF_VALUE,
  PARAMETERS,
  parametersOf,
  parseTask,
  taskProblem,
  valuesFor,
  writeRequest,
  writeTask,
} from './task.ts';

const LEVELS = MAX_VALUES;
/** Level of a task that no listed function serves, because play rarely answers `none`. */
const IRRELEVANCE_LEVEL = 2;
const IRRELEVANCE_SHARE = 1 / 5;
const IDLE_SHARE = 1 / 5;
const OPTIONAL_SHARE = 1 / 4;
/** A seed is a function's name and first parameter. */
const SEED_WORDS = 2;
/** Words of a function: the name, the parameters with `maybe`, and the colon or `&`. */
const LONGEST_FUNCTION = 1 + MOST_REQUIRED + 2 + 1;

function drawFunction(name: string, random: RandomStream): ListedFunction {
  const required = 1 + random.integer(MOST_REQUIRED);
  const optional = random.next() < OPTIONAL_SHARE ? 1 : 0;
  const parameters = random.sample(PARAMETERS, required + optional).map((parameter) => parameter.name);
  return { name, required: parameters.slice(0, required), optional: parameters.slice(required) };
}

/**
 * Draws a function and a request for it with `count` values. The function may have no parameter for one of the values.
 * No two requests share a value, so new values join `used`.
 */
function drawRequest(name: string, count: number, used: Set<string>, random: RandomStream): FunctionRequest {
  const idle = count > 1 && random.next() < IDLE_SHARE ? 1 : 0;
  const given = count - idle;
  const parameters = random.shuffle(PARAMETERS);
  const taken = parameters.slice(0, given);
  const allRequired = given <= MOST_REQUIRED && random.next() >= OPTIONAL_SHARE;
  const required = given === 1 || allRequired ? given : given - 1;
  // One parameter may be optional and have no value.
  const unused = required === given && random.next() < OPTIONAL_SHARE ? [parameters[given]] : [];
  const names = [...taken, ...unused].map((parameter) => parameter.name);
  const named = [...taken, ...parameters.slice(given + 1, given + 1 + idle)];
  return {
    name,
    required: names.slice(0, required),
    optional: names.slice(required),
    values: named.map((parameter) => {
      const value = random.choice(parameter.values.filter((candidate) => !used.has(candidate)));
      used.add(value);
      return value;
    }),
  };
}

/** Draws the number of values of each call: splits the level at random into at most `MAX_CALLS` parts. */
function drawValueCounts(level: number, random: RandomStream): number[] {
  const counts: number[] = [];
  for (let rest = level; rest > 0; rest -= counts.at(-1)!) {
    const fewest = Math.max(1, rest - MOST_VALUES * (MAX_CALLS - 1 - counts.length));
    counts.push(fewest + random.integer(Math.min(MOST_VALUES, rest) - fewest + 1));
  }
  return counts;
}

function sampleTask(level: number, random: RandomStream): string {
  const irrelevant = level === IRRELEVANCE_LEVEL && random.next() < IRRELEVANCE_SHARE;
  const counts = irrelevant ? [1 + random.integer(MOST_VALUES)] : drawValueCounts(level, random);
  const distractors = irrelevant ? 1 + random.integer(MAX_DISTRACTORS) : random.integer(MAX_DISTRACTORS + 1);
  const names = random.sample(FUNCTIONS, counts.length + distractors);
  const used = new Set<string>();
  return writeTask({
    requests: counts.map((count, i) => drawRequest(names[i], count, used, random)),
    distractors: names.slice(counts.length).map((name) => drawFunction(name, random)),
    irrelevant,
  });
}

export const functionCalling = generatedFamily<FunctionCallingTask>({
  name: 'function-calling',
  example: 'weather city day : rome tue & hotel city food',
  levels: LEVELS,
  words: [
    ...[AND, COLON, SEMICOLON, QUESTION, MAYBE, NONE],
    ...FUNCTIONS,
    ...PARAMETER_BY_NAME.keys(),
    ...PARAMETER_OF_VALUE.keys(),
  ],
  maxTaskTokens: (MAX_CALLS + MAX_DISTRACTORS) * LONGEST_FUNCTION + MAX_CALLS + MAX_VALUES,
  maxAnswerTokens: 2 * (MAX_CALLS + MAX_VALUES),

  sampleSeed: (random) => `${random.choice(FUNCTIONS)} ${random.choice(PARAMETERS).name}`,
  splitSeed: (text) => cutText(text, SEED_WORDS),
  parse: parseTask,
  level(task) {
    if (task.irrelevant) return IRRELEVANCE_LEVEL;
    return task.requests.reduce((sum, { values }) => sum + values.length, 0);
  },
  goals: (task) => task.requests.map(writeRequest),
  prompt,
  solve: (task) => taskProblem(task) ?? [solution(task)],
  audit(task) {
    const choice = task.requests.some((request) =>
      parametersOf(request).some((parameter) => valuesFor(request, parameter).length > 1),
    );
    return choice && !task.irrelevant ? 'ambiguous' : 'valid';
  },
  score: (task, turns) => scoreCalls(task, turns[0] ?? ''),
  sampleTask,
  play,
});
