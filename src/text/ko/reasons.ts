/** @file Sentences of what events say in codes (see English). */
import { isRegressedOn } from '../../genenv/log/regressed-source.ts';
import type { TaskSource } from '../../genenv/log/events.ts';
import type { AgentNote, EnvironmentNote, FilterReason, RolloutReason, TaskReason } from '../../genenv/log/reasons.ts';
import type { FamilyReason } from '../../tasks/family.ts';
import type { RegisteredReason } from '../../tasks/registry.ts';
import type { KeyReason } from '../../tasks/written-key.ts';
import { reasons as ofAdditions } from '../../tasks/families/additions/words.ko.ts';
import { reasons as ofEnglishCalls } from '../../tasks/families/english-calls/words.ko.ts';
import { reasons as ofFunctionCalling } from '../../tasks/families/function-calling/words.ko.ts';
import { reasons as ofHousehold } from '../../tasks/families/household/words.ko.ts';
import { reasons as ofHouseholdErrands } from '../../tasks/families/household-errands/words.ko.ts';
import { reasons as ofMultiHop } from '../../tasks/families/multi-hop/words.ko.ts';
import { reasons as ofStatefulCalls } from '../../tasks/families/stateful-calls/words.ko.ts';
import { reasons as ofTravelRules } from '../../tasks/families/travel-rules/words.ko.ts';
import { reasons as ofGivenTasks } from '../../tasks/given/words.ko.ts';
import { worldReasons } from '../../tasks/worlds/words.ko.ts';
import { reasonSentences, type Sentences } from '../../common/sentences.ts';

type Reason = TaskReason | RolloutReason | FilterReason | AgentNote | EnvironmentNote;

const rate = ({ k, n }: { k: number; n: number }): string => `p̂ = ${k}/${n}`;

const ofLoop: Sentences<Exclude<Reason, FamilyReason>> = {
  'cut-off': ({ tokens }) => `텍스트가 끝나기 전, 토큰 ${tokens}개에서 잘렸습니다.`,
  'answer-in-prompt': () => '프롬프트에 답이 들어 있습니다.',
  'several-answers': () => '답이 하나여야 하는데 여러 답이 통과합니다.',
  'evaluation-task': () => '이 텍스트는 평가 과제 가운데 하나입니다.',
  'repeated-text': () => '교사 모델이 전에 쓴 텍스트입니다.',
  'copied-base-sample': () => '변형이 아니라 기본 샘플 그 자체입니다.',
  'no-key': () => '텍스트 뒤에 정답 키가 없는데, 환경 모델이 써야 합니다.',
  'malformed-key': ({ key }) => `“${key}”: 과제의 답이 아니므로 정답 키가 아닙니다.`,
  'wrong-key': ({ key }) => `정답 키 “${key}”: 틀렸습니다.`,
  'key-not-agreed': ({ agree, keys }) =>
    `환경 모델이 이 과제에 쓴 정답 키 ${keys}개 중 첫째와 같은 것이 ${agree}개로, 너무 적습니다.`,

  'embedding-similarity': ({ similarity, reference }) =>
    `임베딩으로 볼 때 답과 참조 “${reference}”의 유사도는 1 중 ${similarity.toFixed(3)}입니다.`,
  'reward-functions': ({ values }) =>
    `보상 함수의 합: ${Object.entries(values)
      .map(([name, value]) => `${name} ${Number(value.toFixed(3))}`)
      .join(', ')}.`,
  'answer-cut-off': () => '답이 끝나기 전에 잘렸습니다.',

  'within-band': ({ distance, kMin, ...count }) =>
    `${rate(count)}: |p̂ − α| = ${distance.toFixed(3)} ≤ k_min = ${kMin}.`,
  'outside-band': ({ distance, kMin, ...count }) =>
    `${rate(count)}: |p̂ − α| = ${distance.toFixed(3)} > k_min = ${kMin}.`,
  'within-fixed-band': ({ low, high, ...count }) => `${rate(count)}: R-Zero의 ${low}~${high} 안입니다.`,
  'outside-fixed-band': ({ low, high, ...count }) => `${rate(count)}: R-Zero의 ${low}~${high} 밖입니다.`,
  'solved-sometimes': (count) => `${rate(count)}: 풀릴 때가 있으므로 배울 수 있습니다.`,
  'solved-never-or-always': (count) => `${rate(count)}: 한 번도 안 풀리거나 언제나 풀립니다.`,

  'no-tasks': () => '풀 수 있는 유효한 과제가 없었습니다.',
  'no-tasks-without-anchor': () =>
    '시드 앵커가 없어 환경 모델이 유효한 과제를 쓰지 못했습니다. 과제를 시작하는 법을 배운 모델이 필요합니다. 앵커를 켜거나 다른 환경 모델을 고르세요.',
  'no-mixed-group': () =>
    '혼합 그룹이 없었습니다. 과제마다 모든 롤아웃의 보상이 같아 어드밴티지가 있는 것이 없습니다. 어드밴티지가 없는 스텝은 KL 페널티와 엔트로피 보너스만 따릅니다.',
  'environment-frozen': () => '이 실험군에서는 환경 모델이 학습하지 않습니다.',
  'nothing-kept': ({ epochs }) => `최근 ${epochs}에포크 동안 필터를 통과한 텍스트가 없습니다.`,
  'cap-reached': () => '초기 환경 모델과의 발산이 상한에 이르러 스텝을 더 하지 않았습니다.',
  'step-undone': () => '한 스텝이 초기 환경 모델과의 발산의 상한을 넘어 되돌렸습니다.',
  'switched-off': () => '이 모델은 학습하지 않습니다. “학습하는 모델” 설정에서 빠져 있습니다.',
  imported: () => '가져온 것입니다. 로그에 업데이트에 대한 내용이 없습니다.',
  'imported-step': ({ step, advantages }) =>
    `가져온 로그의 스텝 ${step}에는 손실이 없습니다. ${
      advantages === 'exported' ? '어드밴티지는 로그의 것입니다.' : '어드밴티지가 없어 여기서 보상으로 계산합니다.'
    }`,
};

const ofKeys: Sentences<KeyReason> = {
  'key/equal': () => '답이 환경 모델이 쓴 정답 키와 같습니다.',
  'key/different': ({ key }) => `환경 모델이 쓴 정답 키: “${key}”.`,
};

export const reasonSentence = reasonSentences<Exclude<Reason, FamilyReason> | RegisteredReason | KeyReason>({
  ...ofKeys,
  ...ofLoop,
  ...ofHousehold,
  ...ofFunctionCalling,
  ...ofTravelRules,
  ...ofStatefulCalls,
  ...ofHouseholdErrands,
  ...ofMultiHop,
  ...ofEnglishCalls,
  ...ofAdditions,
  ...worldReasons('world'),
  ...ofGivenTasks,
});

/** The filter's verdict on a task: only texts that the environment wrote in this epoch can be part of its regression. */
export const filterSentence = (reason: FilterReason, source: TaskSource): string =>
  isRegressedOn(source)
    ? reasonSentence(reason)
    : `${reasonSentence(reason)} 이 에포크에 쓴 것이 아니어서 회귀에 들어가지 않습니다.`;
