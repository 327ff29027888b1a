/**
 * @file Scoring calls by BFCL's own AST rule: a task becomes a function schema and a possible answer as in BFCL's files,
 * an answer becomes decoded calls, and the benchmark's checker gives the verdict.
 *
 * An answer names each value and then the parameter it goes to: `weather tue date rome city & mail …`; `none` is no call.
 */
import { checkCalls } from '../../../benchmarks/bfcl/checker.ts';
import type { Call } from '../../../benchmarks/bfcl/decode.ts';
import type { FunctionSchema, GoldCall } from '../../../benchmarks/bfcl/schema.ts';
import type { PyValue } from '../../../benchmarks/python/value.ts';
import { AND } from '../../common-words.ts';
import type { Score } from '../../family.ts';
import { splitWords, wordsOf } from '../../text.ts';
import { type FunctionCallingTask, type ListedFunction, NONE, parametersOf, taskProblem, valuesFor } from './task.ts';
import { FUNCTIONS, PARAMETER_BY_NAME, PARAMETER_OF_VALUE } from './world.ts';

interface WrittenCall {
  name: string;
  arguments: { parameter: string; value: string }[];
}

/** The calls an answer makes, none for `none`; null where it does not decode. */
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

/** Allowed values by parameter; `''`, BFCL's mark for "may be left out", where the request gives none. */
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

/** Functions the agent is shown. */
export const listedFunctions = (task: FunctionCallingTask): ListedFunction[] =>
  task.irrelevant ? [...task.distractors] : [...task.requests, ...task.distractors];

/** Whether every call is made of a function, values and parameters there are. */
const followsSchema = (calls: readonly WrittenCall[]): boolean =>
  calls.every(
    ({ name, arguments: pairs }) =>
      FUNCTIONS.includes(name) &&
      pairs.every(({ parameter, value }) => PARAMETER_BY_NAME.has(parameter) && PARAMETER_OF_VALUE.has(value)),
  );

/** The first value given to a parameter it does not fit, in a sentence; the checker would name the last call it tried. */
function misfit(calls: readonly WrittenCall[]): string | null {
  for (const call of calls) {
    const pair = call.arguments.find(({ parameter, value }) => PARAMETER_OF_VALUE.get(value)?.name !== parameter);
    if (pair) return `In the call of ${call.name}, ${pair.value} does not fit ${pair.parameter}.`;
  }
  return null;
}

export function scoreCalls(task: FunctionCallingTask, answer: string): Score {
  const calls = decode(answer);
  const wellFormed = calls !== null && followsSchema(calls);
  const verdict = (success: boolean, reason: string): Score => ({
    reward: success ? 1 : 0,
    success,
    wellFormed,
    reason,
  });
  const problem = taskProblem(task);
  if (problem !== null) return verdict(false, problem);
  if (task.irrelevant) {
    // BFCL's irrelevance rule: right if and only if the output decodes to no call.
    return calls === null || calls.length === 0
      ? verdict(true, 'No function serves the request, and none is called.')
      : verdict(false, 'No function serves the request, yet one is called.');
  }
  if (calls === null)
    return verdict(false, 'The answer is not a list of calls, each with pairs of value and parameter.');
  const check = checkCalls(
    'parallel',
    listedFunctions(task).map(bfclSchema),
    calls.map(bfclCall),
    possibleAnswer(task),
  );
  if (check.valid) return verdict(true, 'Every call matches the request.');
  return verdict(false, (wellFormed && misfit(calls)) || `Wrong calls: ${check.reason.code}`);
}
