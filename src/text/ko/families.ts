/** @file What the task families are called, and what their examples mean. */
import type { FamilyWords } from '../../tasks/family.ts';
import { type FamilyName, isFamilyName, ownFamily } from '../../tasks/registry.ts';

const errands =
  '— 심부름이 둘입니다. shelf에 있는 apple을 데워 desk로 가져가고, drawer의 mug를 shelf로 가져갑니다. 에이전트는 갈 곳이 과제에 적혀 있다는 것과 어느 기기가 무엇을 하는지를 알아내야 합니다.';
const multiHop =
  '— eve의 guide의 chief가 누구인지 묻습니다. 답은 pat입니다. 에이전트는 턴마다 관계를 하나씩 찾아보며, 어떤 표현이 어느 관계를 뜻하는지 알아내야 합니다.';

export const families: Readonly<Record<FamilyName, FamilyWords>> = {
  household: {
    title: '집안일',
    meaning: '— 목표가 둘인 과제입니다. 에이전트는 단어는 알지만 어느 설비가 무엇을 하는지는 모릅니다.',
  },
  'function-calling': {
    title: '함수 호출',
    meaning:
      '— 값 두 개로 함수 하나를 부르라고 하며, 옆에는 아무도 청하지 않은 함수가 있습니다. 에이전트는 각 값이 어느 매개변수에 맞는지 알아내야 합니다.',
  },
  'travel-rules': {
    title: '숙소 규칙이 있는 여행',
    meaning:
      '— 밤마다 손님에게 필요한 것이 하나씩 있는 2박 여행입니다. 계획은 가장 싼 것보다 1까지 더 들 수 있습니다. 에이전트는 어떤 종류의 숙소가 그것을 허용하고 어떤 것이 싼지 알아내야 합니다.',
  },
  'stateful-calls': {
    title: '이어지는 호출',
    meaning:
      '— 앞의 결과를 받아 쓰는 호출이 여러 번 필요합니다. 에이전트는 어느 서비스에 무엇이 있는지 알아내야 합니다.',
  },
  'service-calls': {
    title: '이어지는 호출, 서비스가 인수 앞에',
    meaning:
      '— 앞의 결과를 받아 쓰는 호출이 여러 번 필요하며, 서비스는 둘째 자리에 적습니다. 에이전트는 어느 서비스에 무엇이 있는지 알아내야 합니다.',
  },
  'household-errands': { title: '집안 심부름', meaning: errands },
  'long-errands': { title: '집안 심부름, 넷까지', meaning: errands },
  'multi-hop-search': { title: '검색이 있는 다중 홉 질문', meaning: multiHop },
  'wide-search': { title: '검색이 있는 다중 홉 질문, 사람마다 관계 셋', meaning: multiHop },
  'english-calls': {
    title: '영어로 하는 함수 호출',
    meaning:
      '— 요청 하나와 쓸 수 있는 함수들입니다. 에이전트는 호출로 답하며, 문장이 어느 함수를 청하는지 알아내야 합니다.',
  },
  additions: {
    title: '한 자리 수의 덧셈',
    meaning:
      '— 항마다 답합니다: 4 + 7 = 11 + 2 = 13. 산술을 읽어 본 모델은 합을 조금 알고 있으며, 나머지는 에이전트가 배워야 합니다.',
  },
};

const ownMeanings = {
  world: '— 사람이 만든 세계의 과제입니다. 에이전트는 무엇을 어디서 하는지 알아내야 합니다.',
  tasks: '— 사람이 준 과제입니다. 에이전트는 이런 과제에 어떻게 답하는지 알아내야 합니다.',
};

/** The title; a name this program does not know (of an imported run, for example) stays as it is. */
export const familyTitle = (name: string): string =>
  isFamilyName(name) ? families[name].title : (ownFamily(name)?.title ?? name);

/** What the example of a family asks, to stand after it. */
export const familyMeaning = (name: string): string =>
  isFamilyName(name) ? families[name].meaning : ownMeanings[ownFamily(name)?.kind ?? 'world'];
