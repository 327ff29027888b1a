/** @file Why a text is no task and an answer is right or wrong in the family english-calls. */
import type { EnglishCallsReason } from './reasons.ts';
import { quoted, type Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<EnglishCallsReason> = {
  'english-calls/not-json': () => 'The text holds no JSON object, even after small repairs.',
  'english-calls/no-request': () => 'The task has no request.',
  'english-calls/no-tools': () => 'The task offers no function.',
  'english-calls/unknown-tool': ({ name }) => `There is no function “${name}”.`,
  'english-calls/too-many-tools': ({ most }) => `More than ${most} functions are offered.`,
  'english-calls/too-many-sentences': ({ sentences, most }) =>
    `The request has ${sentences} sentences; ${most} is the most.`,
  'english-calls/sentence-too-long': ({ words, most }) => `A sentence has ${words} words; ${most} is the most.`,
  'english-calls/unclear-sentence': ({ sentence }) =>
    `The oracle cannot tell which function this asks for: ${quoted(sentence)}.`,
  'english-calls/two-requests': ({ sentence, name, other }) =>
    `One sentence asks for ${name} and ${other} at once: ${quoted(sentence)}.`,
  'english-calls/partly-served': ({ name }) =>
    `The request asks for ${name}, which is not offered, and for others that are.`,
  'english-calls/missing-value': ({ name, parameter }) =>
    `The request gives no value for the required parameter ${parameter} of ${name}.`,
  'english-calls/no-call-due': () => 'No function that is offered serves the request, and none is called.',
  'english-calls/call-not-due': () => 'No function that is offered serves the request, yet one is called.',
  'english-calls/malformed-answer': () => 'The answer is not a list of calls.',
  'english-calls/unlisted-function': ({ name }) =>
    `The answer calls ${name || 'a function without a name'}, which is not offered.`,
  'english-calls/solved': () => 'Every call matches the request.',
  'english-calls/call-count': ({ calls, due }) => `The number of calls is ${calls}, where ${due} are expected.`,
  'english-calls/missing-call': ({ name }) => `The call of ${name} is missing.`,
  'english-calls/missing-argument': ({ name, parameter }) =>
    `In the call of ${name}, the parameter ${parameter} is missing.`,
  'english-calls/unexpected-argument': ({ name, parameter }) =>
    `In the call of ${name}, the parameter ${parameter} is not expected.`,
  'english-calls/other-value': ({ name, parameter }) =>
    `In the call of ${name}, the value of ${parameter} is not the one that the request names.`,
  'english-calls/no-pairing': () => 'Each call fits the request, but they cannot be paired with its sentences.',
};
