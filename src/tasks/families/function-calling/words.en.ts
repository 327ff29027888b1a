/** @file Why a text is no task and an answer is right or wrong in the family function-calling. */
import type { FunctionCallingReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<FunctionCallingReason> = {
  'function-calling/missing-function': () => 'A function is missing.',
  'function-calling/unknown-function': ({ word }) => `“${word}” is not a function.`,
  'function-calling/repeated-function': ({ name }) => `The function ${name} appears twice.`,
  'function-calling/parameter-count': ({ name }) =>
    `The function ${name} does not have one or two parameters, and perhaps “maybe” and another.`,
  'function-calling/unknown-parameter': ({ word }) => `“${word}” is not a parameter.`,
  'function-calling/repeated-parameter': ({ name }) => `The function ${name} has a parameter twice.`,
  'function-calling/unknown-value': ({ word }) => `“${word}” is not a value.`,
  'function-calling/value-count': ({ name, most }) =>
    `The request for ${name} does not have one to ${most} different values.`,
  'function-calling/no-request': () => 'No function is requested.',
  'function-calling/too-many-requests': ({ most }) => `More than ${most} functions are requested.`,
  'function-calling/too-many-values': ({ values, most }) => `The requests have ${values} values; ${most} is the most.`,
  'function-calling/too-many-distractors': ({ most }) => `More than ${most} functions are not requested.`,
  'function-calling/empty-list': () => 'Without the requested functions the list is empty.',
  'function-calling/missing-value': ({ name, parameter }) =>
    `The request gives no value for the required parameter ${parameter} of ${name}.`,
  'function-calling/no-call-due': () => 'No function serves the request, and none is called.',
  'function-calling/call-not-due': () => 'No function serves the request, yet one is called.',
  'function-calling/malformed-answer': () =>
    'The answer is not a list of calls, each with pairs of value and parameter.',
  'function-calling/solved': () => 'Every call matches the request.',
  'function-calling/misfit': ({ name, value, parameter }) =>
    `In the call of ${name}, ${value} does not fit ${parameter}.`,
  'function-calling/call-count': ({ calls, due }) => `The number of calls is ${calls}, where ${due} are expected.`,
  'function-calling/missing-call': ({ name }) => `The call of ${name} is missing.`,
  'function-calling/missing-argument': ({ name, parameter }) =>
    `In the call of ${name}, the parameter ${parameter} is missing.`,
  'function-calling/unexpected-argument': ({ name, parameter }) =>
    `In the call of ${name}, the parameter ${parameter} is not expected.`,
  'function-calling/other-value': ({ name, value, parameter }) =>
    `In the call of ${name}, ${value} is not the value of ${parameter} that the request names.`,
};
