/** @file Why a text is no task and an answer is right or wrong in the families stateful-calls and service-calls. */
import type { StatefulCallsReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<StatefulCallsReason> = {
  'stateful-calls/no-person': () => '사람으로 끝나지 않는 요청이 있습니다.',
  'stateful-calls/nothing-asked': ({ person }) => `${person}에 대해 묻는 것이 없습니다.`,
  'stateful-calls/chain-too-long': ({ calls, most }) => `한 요청의 호출이 ${calls}개입니다. 최대 ${most}개입니다.`,
  'stateful-calls/not-callable': ({ word }) => `“${word}”: 부를 수 있는 것이 아닙니다.`,
  'stateful-calls/wrong-kind': ({ word, takes }) =>
    `“${word}” 호출은 ${takes} 값을 받는데, 앞의 호출이 주는 것은 다릅니다.`,
  'stateful-calls/too-many-requests': ({ requests, most }) =>
    `텍스트의 요청이 ${requests}개입니다. 최대 ${most}개입니다.`,
  'stateful-calls/too-many-calls': ({ calls, most }) => `요청에 호출이 ${calls}개 필요합니다. 최대 ${most}개입니다.`,
  'stateful-calls/no-description': () => '“at” 뒤에 아무것도 없습니다.',
  'stateful-calls/unpaired-description': () => '“at” 뒤가 도구와 서비스의 쌍이 아닙니다.',
  'stateful-calls/not-a-tool': ({ word }) => `“${word}”: 도구가 아닙니다.`,
  'stateful-calls/not-a-service': ({ word }) => `“${word}”: 서비스가 아닙니다.`,
  'stateful-calls/repeated-description': ({ tool }) => `도구 ${tool}의 설명이 두 번 나옵니다.`,
  'stateful-calls/solved': () => '모든 호출이 제 차례의 것입니다.',
  'stateful-calls/wrong-call': ({ call, made, due }) => `호출 ${call}: 맞는 것은 “${due}”, 답은 “${made}”입니다.`,
  'stateful-calls/missing-call': ({ call, due }) => `호출 ${call}, 곧 “${due}” 호출이 없습니다.`,
};
