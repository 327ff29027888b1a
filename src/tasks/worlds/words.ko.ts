/** @file Why a text is not a task of a world, and why an answer has its score. */
import type { Sentences } from '../../common/sentences.ts';
import { prefixed, type BareReason, type WorldReason } from './reasons.ts';

const sentences: Sentences<BareReason> = {
  'empty-text': () => '텍스트가 비어 있습니다.',
  'malformed-goal': ({ goal }) =>
    `목표 ${goal}: 동작 하나와 물건 하나(동작에 인수가 필요하면 인수도)로 되어 있지 않습니다.`,
  'unknown-verb': ({ word }) => `“${word}”: 이 세계의 동작이 아닙니다.`,
  'unknown-object': ({ word }) => `“${word}”: 이 세계의 물건이 아닙니다.`,
  'unknown-argument': ({ word, verb }) => `“${word}”: “${verb}” 동작의 인수가 아닙니다.`,
  'two-goals': ({ object }) => `물건 “${object}”의 목표가 둘입니다.`,
  'too-many-goals': ({ goals, most }) => `텍스트의 목표가 ${goals}개입니다. 최대 ${most}개입니다.`,
  'malformed-distractors': () => '“;” 뒤가 목표 없는 서로 다른 물건의 목록이 아닙니다.',
  'too-many-distractors': ({ distractors, most }) =>
    `텍스트에 목표 없는 물건이 ${distractors}개입니다. 최대 ${most}개입니다.`,
  'no-place': ({ goal, verb, object }) => `목표 ${goal}: ${object}에 ${verb} 동작을 할 수 있는 곳이 없습니다.`,
  'malformed-answer': () => '답이 모든 목표의 물건, 동작, 인수(있으면), 장소를 차례로 적은 것이 아닙니다.',
  solved: () => '모든 물건이 맞는 곳에 있습니다.',
  'wrong-station': ({ goal, station, verb, object }) =>
    `목표 ${goal}: ${station}에서는 ${object}에 ${verb} 동작을 할 수 없습니다.`,
};

export const worldReasons = <Prefix extends string>(prefix: Prefix): Sentences<WorldReason<Prefix>> =>
  prefixed(prefix, sentences);
