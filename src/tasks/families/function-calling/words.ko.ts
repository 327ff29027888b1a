/** @file Why a text is no task and an answer is right or wrong in the family function-calling. */
import type { FunctionCallingReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<FunctionCallingReason> = {
  'function-calling/missing-function': () => '함수가 없습니다.',
  'function-calling/unknown-function': ({ word }) => `“${word}”: 함수가 아닙니다.`,
  'function-calling/repeated-function': ({ name }) => `${name} 함수가 두 번 나옵니다.`,
  'function-calling/parameter-count': ({ name }) =>
    `${name} 함수의 매개변수는 하나나 둘이고, 그 뒤에 “maybe”와 하나가 더 올 수 있는데, 그렇지 않습니다.`,
  'function-calling/unknown-parameter': ({ word }) => `“${word}”: 매개변수가 아닙니다.`,
  'function-calling/repeated-parameter': ({ name }) => `${name} 함수에 같은 매개변수가 두 번 있습니다.`,
  'function-calling/unknown-value': ({ word }) => `“${word}”: 값이 아닙니다.`,
  'function-calling/value-count': ({ name, most }) =>
    `${name} 함수의 요청에는 서로 다른 값이 1~${most}개 있어야 하는데, 그렇지 않습니다.`,
  'function-calling/no-request': () => '청한 함수가 없습니다.',
  'function-calling/too-many-requests': ({ most }) => `청한 함수가 ${most}개를 넘습니다.`,
  'function-calling/too-many-values': ({ values, most }) => `요청의 값이 ${values}개입니다. 최대 ${most}개입니다.`,
  'function-calling/too-many-distractors': ({ most }) => `청하지 않은 함수가 ${most}개를 넘습니다.`,
  'function-calling/empty-list': () => '청한 함수를 빼면 목록이 비어 있습니다.',
  'function-calling/missing-value': ({ name, parameter }) =>
    `요청에 ${name} 함수의 필수 매개변수 ${parameter}의 값이 없습니다.`,
  'function-calling/no-call-due': () => '요청에 맞는 함수가 없고, 아무것도 부르지 않았습니다.',
  'function-calling/call-not-due': () => '요청에 맞는 함수가 없는데 함수를 불렀습니다.',
  'function-calling/malformed-answer': () => '답이, 값과 매개변수의 쌍으로 된 호출의 목록이 아닙니다.',
  'function-calling/solved': () => '모든 호출이 요청과 맞습니다.',
  'function-calling/misfit': ({ name, value, parameter }) =>
    `${name} 호출에서 값 ${value}의 종류가 매개변수 ${parameter}에 맞지 않습니다.`,
  'function-calling/call-count': ({ calls, due }) => `호출이 ${calls}개인데 ${due}개여야 합니다.`,
  'function-calling/missing-call': ({ name }) => `${name} 호출이 없습니다.`,
  'function-calling/missing-argument': ({ name, parameter }) => `${name} 호출에 매개변수 ${parameter}의 값이 없습니다.`,
  'function-calling/unexpected-argument': ({ name, parameter }) =>
    `${name} 호출에 매개변수 ${parameter}의 값이 있으면 안 됩니다.`,
  'function-calling/other-value': ({ name, value, parameter }) =>
    `${name} 호출의 값 ${value}: 요청에 적힌 ${parameter}의 값이 아닙니다.`,
};
