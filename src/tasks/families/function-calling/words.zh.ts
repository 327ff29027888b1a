/** @file Why a text is no task and an answer is right or wrong in the family function-calling. */
import type { FunctionCallingReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<FunctionCallingReason> = {
  'function-calling/missing-function': () => '缺少一个函数。',
  'function-calling/unknown-function': ({ word }) => `“${word}”不是函数。`,
  'function-calling/repeated-function': ({ name }) => `函数 ${name} 出现了两次。`,
  'function-calling/parameter-count': ({ name }) =>
    `函数 ${name} 应有一个或两个参数，之后可以再有“maybe”和另一个参数；它不是这样。`,
  'function-calling/unknown-parameter': ({ word }) => `“${word}”不是参数。`,
  'function-calling/repeated-parameter': ({ name }) => `函数 ${name} 有一个参数出现了两次。`,
  'function-calling/unknown-value': ({ word }) => `“${word}”不是值。`,
  'function-calling/value-count': ({ name, most }) => `对 ${name} 的请求应有 1 至 ${most} 个不同的值；它不是这样。`,
  'function-calling/no-request': () => '没有请求任何函数。',
  'function-calling/too-many-requests': ({ most }) => `请求的函数超过 ${most} 个。`,
  'function-calling/too-many-values': ({ values, most }) => `请求里有 ${values} 个值，最多 ${most} 个。`,
  'function-calling/too-many-distractors': ({ most }) => `没人请求的函数超过 ${most} 个。`,
  'function-calling/empty-list': () => '去掉被请求的函数，列表就空了。',
  'function-calling/missing-value': ({ name, parameter }) => `请求没有给出 ${name} 的必需参数 ${parameter} 的值。`,
  'function-calling/no-call-due': () => '没有函数能满足请求，回答也没有调用函数。',
  'function-calling/call-not-due': () => '没有函数能满足请求，回答却调用了函数。',
  'function-calling/malformed-answer': () => '回答不是调用的列表；每个调用应由值和参数的对组成。',
  'function-calling/solved': () => '每个调用都符合请求。',
  'function-calling/misfit': ({ name, value, parameter }) => `对 ${name} 的调用中，${value} 不适合 ${parameter}。`,
  'function-calling/call-count': ({ calls, due }) => `有 ${calls} 个调用，应为 ${due} 个。`,
  'function-calling/missing-call': ({ name }) => `缺少对 ${name} 的调用。`,
  'function-calling/missing-argument': ({ name, parameter }) => `对 ${name} 的调用缺少参数 ${parameter}。`,
  'function-calling/unexpected-argument': ({ name, parameter }) => `对 ${name} 的调用不该有参数 ${parameter}。`,
  'function-calling/other-value': ({ name, value, parameter }) =>
    `对 ${name} 的调用中，${value} 不是请求所说的 ${parameter} 的值。`,
};
