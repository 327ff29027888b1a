/** @file Why a text is no task and an answer is right or wrong in the family english-calls. */
import type { EnglishCallsReason } from './reasons.ts';
import { quoted, type Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<EnglishCallsReason> = {
  'english-calls/not-json': () => '文本里没有 JSON 对象，小修小补之后也没有。',
  'english-calls/no-request': () => '任务没有请求。',
  'english-calls/no-tools': () => '任务没有提供函数。',
  'english-calls/unknown-tool': ({ name }) => `没有名为“${name}”的函数。`,
  'english-calls/too-many-tools': ({ most }) => `提供的函数超过 ${most} 个。`,
  'english-calls/too-many-sentences': ({ sentences, most }) => `请求有 ${sentences} 句，最多 ${most} 句。`,
  'english-calls/sentence-too-long': ({ words, most }) => `有一句 ${words} 个词，最多 ${most} 个。`,
  'english-calls/unclear-sentence': ({ sentence }) => `判定程序看不出这句话要哪个函数：${quoted(sentence)}。`,
  'english-calls/two-requests': ({ sentence, name, other }) =>
    `一句话同时要 ${name} 和 ${other}：${quoted(sentence)}。`,
  'english-calls/partly-served': ({ name }) => `请求要 ${name}，却没有提供它，而其他要的函数有提供。`,
  'english-calls/missing-value': ({ name, parameter }) => `请求没有给出 ${name} 的必需参数 ${parameter} 的值。`,
  'english-calls/no-call-due': () => '提供的函数都不能满足请求，回答也没有调用函数。',
  'english-calls/call-not-due': () => '提供的函数都不能满足请求，回答却调用了函数。',
  'english-calls/malformed-answer': () => '回答不是调用的列表。',
  'english-calls/unlisted-function': ({ name }) =>
    `回答调用了${name ? ` ${name}` : '一个没有名称的函数'}，而它没有被提供。`,
  'english-calls/solved': () => '每个调用都符合请求。',
  'english-calls/call-count': ({ calls, due }) => `有 ${calls} 个调用，应为 ${due} 个。`,
  'english-calls/missing-call': ({ name }) => `缺少对 ${name} 的调用。`,
  'english-calls/missing-argument': ({ name, parameter }) => `对 ${name} 的调用缺少参数 ${parameter}。`,
  'english-calls/unexpected-argument': ({ name, parameter }) => `对 ${name} 的调用不该有参数 ${parameter}。`,
  'english-calls/other-value': ({ name, parameter }) => `对 ${name} 的调用中，${parameter} 的值不是请求所说的。`,
  'english-calls/no-pairing': () => '每个调用都合乎请求，但不能与各句一一对应。',
};
