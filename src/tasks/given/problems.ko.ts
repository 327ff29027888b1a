/** @file What is wrong with tasks that a person brought, and what would be right. */
import { sentenceOf, type Sentences } from '../../common/sentences.ts';
import type { TasksFinding, TasksProblem } from './check-tasks.ts';

const sentences: Sentences<TasksFinding> = {
  'too-large': ({ most }) => `파일이 한 실행에 담을 수 있는 ${most}바이트를 넘습니다. 일부만 주세요.`,
  'not-json': ({ cause }) =>
    `이 줄이 JSON이 아닙니다(${cause}). 한 줄에 객체 하나를 쓰거나, 머리글이 있는 표로 쓰세요.`,
  'not-an-object': () => 'prompt와 answer가 있는 객체로 쓰세요.',
  'other-version': ({ value }) =>
    `형식의 버전은 1이어야 합니다(현재 ${value}). 더 새로운 버전에는 더 새로운 플레이그라운드가 필요합니다.`,
  'unknown-field': ({ name }) => `“${name}” 필드는 없습니다. 지우거나, 과제의 필드 이름으로 고치세요.`,
  'not-a-title': ({ most }) => `과제에 1~${most}자의 이름을 붙이세요.`,
  'not-a-list': () => '과제를 “given”에 목록으로 쓰세요.',
  'no-column': ({ name }) => `머리글에 “${name}” 열이 없습니다. 추가하세요.`,
  'column-twice': ({ name }) => `머리글에 “${name}” 열이 두 번 나옵니다. 하나를 지우세요.`,
  'other-cells': ({ cells, columns }) =>
    `이 행은 ${cells}칸이지만 머리글은 ${columns}칸입니다. 쉼표가 든 칸은 따옴표로 묶으세요.`,
  'open-quote': () => '이 행에서 시작한 따옴표가 끝나지 않습니다. 닫거나, 칸 안의 따옴표를 두 번 쓰세요.',
  'not-a-text': ({ name, value }) => `“${name}”: 텍스트가 아닙니다(현재 ${value}). 텍스트로 쓰세요.`,
  empty: ({ name }) => `“${name}”: 없거나 비어 있습니다. 쓰세요.`,
  'too-long': ({ name, length, most }) => `“${name}”: ${length}자입니다. 최대 ${most}자이므로 줄이세요.`,
  'control-character': ({ name, character }) =>
    `“${name}”: 보일 수 없는 문자 ${character}, 곧 제어 문자가 들어 있습니다. 지우세요.`,
  'token-of-model': ({ name, token }) =>
    `“${name}”: 모델이 메시지의 경계로 읽는 ${token} 토큰이 들어 있습니다. 지우세요.`,
  'key-mark': ({ mark }) => `답에 모든 답 앞에 서는 표시 “${mark}”(이)가 들어 있습니다. 지우세요.`,
  'not-words': ({ name }) =>
    `“${name}”: 공백 하나로 나뉘고 태그가 없으며 각각 40자 이하인 단어들이 아닙니다. 고치거나 “text” 형식을 고르세요.`,
  'not-a-level': ({ value, most }) => `레벨은 1~${most}의 정수입니다(현재 ${value}). 고치세요.`,
  'not-a-split': ({ value, splits }) => `분할은 ${splits} 가운데 하나입니다(현재 ${value}). 고치세요.`,
  'not-a-rule': ({ value, rules }) => `규칙은 ${rules} 가운데 하나입니다(현재 ${value}). 고치세요.`,
  'not-a-form': ({ value, forms }) => `형식은 ${forms} 가운데 하나입니다(현재 ${value}). 고치세요.`,
  'other-rule': ({ rule, first }) =>
    `여기 규칙은 “${rule}”인데 앞에서는 “${first}”입니다. 모든 과제의 규칙은 하나이므로 하나만 고르세요.`,
  'not-of-rule': ({ value, rule }) => `${value}: 규칙 “${rule}”에서 답이 아닙니다. 고치거나 다른 규칙을 고르세요.`,
  'two-answers': ({ other }) => `문제가 ${other}번째 줄과 같지만 답, 레벨, 기술 또는 분할이 다릅니다. 하나만 남기세요.`,
  'nearly-kept': ({ other }) =>
    `문제가 ${other}번째 줄과 거의 같지만 분할이 달라, 평가용 과제가 훈련에 보이게 됩니다. 둘에 같은 분할을 주세요.`,
  'too-few-tasks': ({ tasks, least }) =>
    `서로 다른 문제가 ${tasks}개입니다. 훈련, 개발, 평가에 ${least}개가 필요하므로 더하세요.`,
  'too-few-of-level': ({ level, tasks, least }) =>
    `레벨 ${level}: 서로 다른 문제가 ${tasks}개입니다. 훈련, 개발, 평가에 ${least}개가 필요하므로 더하거나 레벨을 합치세요.`,
  'too-many-tasks': ({ most }) => `과제가 ${most}개를 넘습니다. 일부만 주세요.`,
  'not-as-written': () => '플레이그라운드가 쓰는 꼴이 아닙니다. 원래 파일을 주세요.',
  more: ({ lines }) => `그 밖의 ${lines}줄에도 문제가 있습니다. 위의 줄을 고치고 다시 보세요.`,
};

/** In one sentence, with the place. */
export const tasksProblemText = (problem: TasksProblem): string =>
  `${problem.line === undefined ? '과제' : `${problem.line}번째 줄`}: ${sentenceOf<TasksFinding>(sentences, problem)}`;
