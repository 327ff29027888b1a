/** @file Why a text is no task and an answer is right or wrong in the family english-calls. */
import type { EnglishCallsReason } from './reasons.ts';
import { quoted, type Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<EnglishCallsReason> = {
  'english-calls/not-json': () => '조금 고쳐 보아도 텍스트에 JSON 객체가 없습니다.',
  'english-calls/no-request': () => '과제에 요청이 없습니다.',
  'english-calls/no-tools': () => '과제가 내놓은 함수가 없습니다.',
  'english-calls/unknown-tool': ({ name }) => `이름이 “${name}”인 함수는 없습니다.`,
  'english-calls/too-many-tools': ({ most }) => `내놓은 함수가 ${most}개를 넘습니다.`,
  'english-calls/too-many-sentences': ({ sentences, most }) => `요청이 ${sentences}문장입니다. 최대 ${most}문장입니다.`,
  'english-calls/sentence-too-long': ({ words, most }) => `한 문장이 ${words}단어입니다. 최대 ${most}단어입니다.`,
  'english-calls/unclear-sentence': ({ sentence }) =>
    `오라클은 다음 문장이 어느 함수를 청하는지 알 수 없습니다: ${quoted(sentence)}.`,
  'english-calls/two-requests': ({ sentence, name, other }) =>
    `한 문장이 ${name}, ${other} 두 함수를 한꺼번에 청합니다: ${quoted(sentence)}.`,
  'english-calls/partly-served': ({ name }) => `요청이 청한 함수 가운데 ${name} 함수는 없고, 다른 것들은 있습니다.`,
  'english-calls/missing-value': ({ name, parameter }) =>
    `요청에 ${name} 함수의 필수 매개변수 ${parameter}의 값이 없습니다.`,
  'english-calls/no-call-due': () => '요청에 맞는 함수가 없고, 아무것도 부르지 않았습니다.',
  'english-calls/call-not-due': () => '요청에 맞는 함수가 없는데 함수를 불렀습니다.',
  'english-calls/malformed-answer': () => '답이 호출의 목록이 아닙니다.',
  'english-calls/unlisted-function': ({ name }) =>
    name ? `답이 내놓지 않은 ${name} 함수를 부릅니다.` : '답이 이름 없는 함수를 부릅니다.',
  'english-calls/solved': () => '모든 호출이 요청과 맞습니다.',
  'english-calls/call-count': ({ calls, due }) => `호출이 ${calls}개인데 ${due}개여야 합니다.`,
  'english-calls/missing-call': ({ name }) => `${name} 호출이 없습니다.`,
  'english-calls/missing-argument': ({ name, parameter }) => `${name} 호출에 매개변수 ${parameter}의 값이 없습니다.`,
  'english-calls/unexpected-argument': ({ name, parameter }) =>
    `${name} 호출에 매개변수 ${parameter}의 값이 있으면 안 됩니다.`,
  'english-calls/other-value': ({ name, parameter }) =>
    `${name} 호출에서 ${parameter}의 값이 요청에 적힌 값이 아닙니다.`,
  'english-calls/no-pairing': () => '호출마다 요청에 맞지만, 문장과 하나씩 짝지을 수 없습니다.',
};
