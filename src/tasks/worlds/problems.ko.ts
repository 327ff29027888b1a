/** @file What is wrong with a world, and what would be right. */
import { sentenceOf, type Sentences } from '../../common/sentences.ts';
import type { WorldFinding, WorldProblem } from './check-world.ts';

const WHAT = { action: '동작이', thing: '물건이', argument: '인수가' };

const sentences: Sentences<WorldFinding> = {
  'too-large': ({ most }) => `파일이 세계의 한도인 ${most}자를 넘습니다. 다른 파일을 고르세요.`,
  'not-json': ({ cause }) => `텍스트가 JSON이 아닙니다(${cause}). 그곳을 고치세요.`,
  'not-an-object': () => '템플릿처럼 JSON 객체로 쓰세요.',
  'other-version': ({ value }) =>
    `형식의 버전은 1이어야 합니다(현재 ${value}). 더 새로운 버전에는 더 새로운 플레이그라운드가 필요합니다.`,
  'unknown-field': ({ name }) => `“${name}” 필드는 없습니다. 지우거나 고치세요.`,
  'not-a-title': ({ most }) => `세계에 1~${most}자의 이름을 붙이세요.`,
  'not-a-list': ({ least, most }) => `항목이 ${least}~${most}개인 목록으로 쓰세요.`,
  'not-a-name': ({ value, most }) =>
    `${value}: 이름이 아닙니다. 이름은 공백과 제어 문자가 없는 1~${most}자의 한 단어입니다.`,
  'reserved-name': ({ name }) => `“${name}”: 과제의 언어에 속하는 말입니다. 다른 이름을 고르세요.`,
  'same-name': ({ name }) => `“${name}”: 두 번 나옵니다. 하나를 지우세요.`,
  'unknown-name': ({ name, what }) => `${name}: 이 세계의 ${WHAT[what]} 아닙니다. 추가하거나 규칙을 고치세요.`,
  'not-true': ({ value }) => `“told”는 true이거나 없어야 합니다(현재 ${value}).`,
  'not-a-count': ({ value, least, most }) => `${least}~${most}의 정수로 쓰세요(현재 ${value}).`,
  'idle-rule': () => '이 규칙이 정하는 목표가 없습니다. 같은 목표에 맞는 규칙들 앞으로 옮기거나 지우세요.',
  'lower-level': () =>
    '이 레벨이 앞 레벨보다 더 요구하는 것이 없습니다. 단계, 방해물, 이어지는 수를 늘리고, 어느 것도 줄이지 마세요.',
  'too-few-things': ({ needed, things }) =>
    `이 레벨에는 서로 다른 물건이 ${needed}개 필요하지만 ${things}개뿐입니다. 물건을 더하거나 요구를 줄이세요.`,
  'too-few-chains': ({ needed, things, hops }) =>
    `이 레벨에는 ${hops}번 이어지는 물건이 ${needed}개 필요하지만 ${things}개뿐입니다. 장소도 물건으로 올려 규칙을 주거나 요구를 줄이세요.`,
  'too-many-combinations': ({ combinations, most }) =>
    `물건, 동작, 인수의 조합이 ${combinations}가지입니다. 최대 ${most}가지이므로 일부를 지우세요.`,
  'no-task': () => '어떤 목표에도 맞는 규칙이 없어 풀 수 있는 과제가 없습니다. 규칙을 추가하세요.',
  'one-place': () => '장소가 하나뿐이어서 알아낼 것이 없습니다. 하나 더 추가하세요.',
  'too-few-tasks': () => '이 레벨에는 서로 다른 과제가 너무 적어 평가용을 남길 수 없습니다. 물건이나 동작을 더하세요.',
  'too-easy': ({ percent, most }) =>
    `어림짐작으로도 과제의 ${percent}%가 맞습니다. 최대 ${most}%여야 하므로 장소나, 단계가 더 많은 레벨을 더하세요.`,
};

/** In one sentence, with the place. */
export function worldProblemText(problem: WorldProblem): string {
  const { field, item } = problem;
  const place = field === undefined ? '세계' : item === undefined ? `“${field}”` : `“${field}”의 ${item}번째`;
  return `${place}: ${sentenceOf<WorldFinding>(sentences, problem)}`;
}
