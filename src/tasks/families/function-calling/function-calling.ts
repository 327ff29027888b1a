/**
 * @file Defines function calling after the Berkeley Function-Calling Leaderboard. The agent turns requests into calls
 * of listed functions.
 *
 * The agent reads the functions and the requests, with functions and values in random order:
 *
 *     hotel city food ; mail person maybe food ; weather city day ? weather tue rome & mail 3 amy
 *
 * It writes each value with its parameter: `weather tue day rome city & mail amy person`. It leaves a value out if the
 * function has no parameter for it.
 *
 * The pre-training answers (`play`) call the right functions with the right values. But they give these to any
 * parameters, and sometimes leave a value out. A share `reads` of the values goes only to parameters of the function.
 * The agent has to discover which parameter a value fits, and when no function serves a request. If `reads` is 0, about
 * one value in seven is right by chance.
 */
import type { PyValue } from '../../../common/python-value.ts';
import { RandomStream } from '../../../random/random-stream.ts';
import { streams } from '../../../random/streams.ts';
import type { Call, FunctionSchema, GoldCall } from '../../calls/call.ts';
import { checkCalls } from '../../calls/checker.ts';
import { exactScore, generatedFamily } from '../../family-parts.ts';
import type { FamilyReason, PlayStyle, Score } from '../../family.ts';
import { AND, cutText, QUESTION, splitWords, textHash, wordsOf } from '../../text.ts';
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
  writeSchema,
  writeTask,
} from './task.ts';

interface WrittenCall {
  name: string;
  arguments: { parameter: string; value: string }[];
}

/** Returns the calls of an answer. Returns no calls for `none`, and null if the answer cannot be decoded. */
function decode(answer: string): WrittenCall[] | null {
  const words = wordsOf(answer);
  if (words.join(' ') === NONE) return [];
  const calls: WrittenCall[] = [];
  for (const [name, ...rest] of splitWords(words, AND)) {
    if (name === undefined || rest.length % 2 !== 0) return null;
    const pairs = Array.from({ length: rest.length / 2 }, (_, i) => ({
      value: rest[2 * i],
      parameter: rest[2 * i + 1],
    }));
    if (new Set(pairs.map(({ parameter }) => parameter)).size < pairs.length) return null;
    calls.push({ name, arguments: pairs });
  }
  return calls;
}

const pyValue = (word: string): PyValue => (PARAMETER_OF_VALUE.get(word)?.type === 'integer' ? BigInt(word) : word);

const bfclCall = (call: WrittenCall): Call => ({
  name: call.name,
  arguments: new Map(call.arguments.map(({ parameter, value }) => [parameter, pyValue(value)])),
});

const bfclSchema = (listed: ListedFunction): FunctionSchema => ({
  name: listed.name,
  description: '',
  parameters: {
    properties: Object.fromEntries(
      parametersOf(listed).map((parameter) => [parameter, { type: PARAMETER_BY_NAME.get(parameter)!.type }]),
    ),
    required: [...listed.required],
  },
});

/** Returns the gold calls. A parameter without a value in the request gets BFCL's mark `''` ("may be left out"). */
function possibleAnswer(task: FunctionCallingTask): GoldCall[] {
  return task.requests.map((request) => ({
    name: request.name,
    allowed: new Map(
      parametersOf(request).map((parameter) => {
        const values = valuesFor(request, parameter);
        return [parameter, values.length === 0 ? [''] : values.map(pyValue)];
      }),
    ),
  }));
}

const listedFunctions = (task: FunctionCallingTask): ListedFunction[] =>
  task.irrelevant ? [...task.distractors] : [...task.requests, ...task.distractors];

/** Returns true if calls consist of functions, values and parameters that the family knows. */
const followsSchema = (calls: readonly WrittenCall[]): boolean =>
  calls.every(
    ({ name, arguments: pairs }) =>
      FUNCTIONS.includes(name) &&
      pairs.every(({ parameter, value }) => PARAMETER_BY_NAME.has(parameter) && PARAMETER_OF_VALUE.has(value)),
  );

/** Returns a reason that names the first value that does not fit its parameter, or null if all values fit. */
function misfit(calls: readonly WrittenCall[]): FamilyReason | null {
  for (const { name, arguments: pairs } of calls) {
    const pair = pairs.find(({ parameter, value }) => PARAMETER_OF_VALUE.get(value)?.name !== parameter);
    if (pair) return { code: 'function-calling/misfit', name, ...pair };
  }
  return null;
}

/** Returns how a call differs from the request for the same function, or null if there is no difference. */
function callProblem(request: FunctionRequest, { name, arguments: pairs }: WrittenCall): FamilyReason | null {
  const given = new Set(pairs.map(({ parameter }) => parameter));
  const parameters = parametersOf(request);
  const missing = parameters.find((parameter) => !given.has(parameter) && valuesFor(request, parameter).length > 0);
  if (missing !== undefined) return { code: 'function-calling/missing-argument', name, parameter: missing };
  const unexpected = pairs.find(({ parameter }) => !parameters.includes(parameter));
  if (unexpected) return { code: 'function-calling/unexpected-argument', name, parameter: unexpected.parameter };
  const other = pairs.find(({ parameter, value }) => !valuesFor(request, parameter).includes(value));
  return other ? { code: 'function-calling/other-value', name, ...other } : null;
}

/**
 * Returns the first difference that makes BFCL's checker refuse calls. The checker only names the last call it tried.
 * A task requests a function at most once, so calls and requests are paired by name.
 */
function mismatch({ requests }: FunctionCallingTask, calls: readonly WrittenCall[], wellFormed: boolean): FamilyReason {
  const unfit = wellFormed ? misfit(calls) : null;
  if (unfit) return unfit;
  if (calls.length !== requests.length) {
    return { code: 'function-calling/call-count', calls: calls.length, due: requests.length };
  }
  for (const request of requests) {
    const call = calls.find(({ name }) => name === request.name);
    if (!call) return { code: 'function-calling/missing-call', name: request.name };
    const problem = callProblem(request, call);
    if (problem) return problem;
  }
  throw new Error(`The checker refuses calls that match their requests: ${JSON.stringify(calls)}`);
}

function scoreCalls(task: FunctionCallingTask, answer: string): Score {
  const calls = decode(answer);
  const wellFormed = calls !== null && followsSchema(calls);
  const scored = (success: boolean, reason: FamilyReason) => exactScore(success, wellFormed, reason);
  const problem = taskProblem(task);
  if (problem !== null) return scored(false, problem);
  if (task.irrelevant) {
    // BFCL's irrelevance rule: right if and only if the output decodes to no call.
    return calls === null || calls.length === 0
      ? scored(true, { code: 'function-calling/no-call-due' })
      : scored(false, { code: 'function-calling/call-not-due' });
  }
  if (calls === null) return scored(false, { code: 'function-calling/malformed-answer' });
  const check = checkCalls(
    'parallel',
    listedFunctions(task).map(bfclSchema),
    calls.map(bfclCall),
    possibleAnswer(task),
  );
  return check.valid
    ? scored(true, { code: 'function-calling/solved' })
    : scored(false, mismatch(task, calls, wellFormed));
}

const SEMICOLON = ';';

/** Returns a request's values in the order that the agent reads. The order depends only on the task's text. */
const shuffledValues = (task: FunctionCallingTask, request: FunctionRequest): string[] =>
  new RandomStream(textHash(`${request.name} ${task.text}`), streams.functions).shuffle(request.values);

function prompt(task: FunctionCallingTask): string {
  const random = new RandomStream(textHash(task.text), streams.functions);
  const functions = random.shuffle(listedFunctions(task)).map(writeSchema).join(` ${SEMICOLON} `);
  const requests = task.requests.map((request) => [request.name, ...shuffledValues(task, request)].join(' '));
  return `${functions} ${QUESTION} ${requests.join(` ${AND} `)}`;
}

const PLAY_NONE = 1 / 8;
const PLAY_LEAVES_OUT = 1 / 8;

const writeCall = (name: string, pairs: readonly (readonly [value: string, parameter: string])[]): string =>
  [name, ...pairs.flat()].join(' ');

function solution(task: FunctionCallingTask): string {
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

/** Returns the names of all parameters in order, beginning at random and wrapping around. */
function runOfParameters(random: RandomStream): string[] {
  const start = random.integer(PARAMETERS.length);
  return [...PARAMETERS.slice(start), ...PARAMETERS.slice(0, start)].map(({ name }) => name);
}

/** Draws the values of one call of `play`, each with a parameter. No parameter occurs twice, so the answer decodes. */
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

/**
 * Answers without the skill. With probability `reads`, a value goes to a free parameter of its function, or is left out
 * if no such parameter is free. Otherwise the value goes to any free parameter. With `inOrder`, one draw per call
 * decides: values get the function's own parameters, or all parameters in order.
 */
function play(task: FunctionCallingTask, random: RandomStream, style: PlayStyle = {}): string[] {
  if (random.next() < PLAY_NONE) return [NONE];
  const calls = task.requests.map((request) => writeCall(request.name, playArguments(task, request, random, style)));
  return [calls.join(` ${AND} `)];
}

const LEVELS = MAX_VALUES;
/** Level of a task that no listed function serves. It is not 1, because `play` rarely answers `none`. */
const IRRELEVANCE_LEVEL = 2;
const IRRELEVANCE_SHARE = 1 / 5;
const IDLE_SHARE = 1 / 5;
const OPTIONAL_SHARE = 1 / 4;
/** Number of words of a seed: a function's name and its first parameter. */
const SEED_WORDS = 2;
/** Largest number of words of a function: the name, the parameters with `maybe`, and the colon or `&`. */
const LONGEST_FUNCTION = 1 + MOST_REQUIRED + 2 + 1;

function drawFunction(name: string, random: RandomStream): ListedFunction {
  const required = 1 + random.integer(MOST_REQUIRED);
  const optional = random.next() < OPTIONAL_SHARE ? 1 : 0;
  const parameters = random.sample(PARAMETERS, required + optional).map((parameter) => parameter.name);
  return { name, required: parameters.slice(0, required), optional: parameters.slice(required) };
}

/**
 * Draws a function and a request with `count` values for it. The function may have no parameter for one of the values.
 * No two requests share a value, so new values are added to `used`.
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
  read: parseTask,
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
