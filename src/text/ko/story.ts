/** @file The story of an epoch, or of the stage of it that has just ended: a plain sentence for each claim. */
import type { Claim } from '../../analysis/epoch-story.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { sentenceOf, type Sentences } from '../../common/sentences.ts';

/** The scope in which p̂ is the share of right answers. */
const scopes: Readonly<Record<Settings['successScope'], string>> = {
  task: '한 과제의 맞은 답의 비율이 그 과제의 p̂입니다.',
  batch: '한 시드의 변형들의 맞은 답의 비율이 그 변형들의 p̂입니다.',
  epoch: '에포크의 맞은 답의 비율이 p̂입니다.',
};

/** Those of the parts that there are, each with its number. */
const parts = (...all: [number, string][]): string =>
  all
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${what} ${count}개`)
    .join(', ');

const claims: Sentences<Claim> = {
  texts: ({ texts, attempted }) => `텍스트 ${texts}개 중 ${attempted}개를 에이전트가 과제로 풉니다.`,
  'nothing-attempted': () => '풀 과제가 없었습니다.',
  answers: ({ tasks, answers }) =>
    `에이전트가 어느 답이 맞는지 모르는 채로 과제 ${tasks}개에 답 ${answers}개를 냈습니다.`,
  right: ({ right, answers, scope }) => `답 ${answers}개 중 ${right}개가 맞았습니다. ${scopes[scope]}`,
  'inside-band': ({ inside, tasks }) =>
    `과제 ${tasks}개 중 ${inside}개가 구간 안에 있습니다. 이런 과제만이 환경 모델을 가르칠 수 있습니다.`,
  solved: ({ tasks, never, always, sometimes }) =>
    `과제 ${tasks}개: ${parts([never, '한 번도 못 푼 것'], [always, '언제나 푼 것'], [sometimes, '풀 때가 있는 것'])}.`,
  'agent-learned': ({ groups, steps }) => `GRPO: 혼합 그룹 ${groups}개가 ${steps}스텝 동안 에이전트를 가르쳤습니다.`,
  'agent-penalties': ({ steps }) =>
    `GRPO: 혼합 그룹이 없어 에이전트가 보상에서 배우지 못했고, ${steps}스텝은 KL 페널티와 엔트로피 보너스만 따랐습니다.`,
  'agent-old-traces': ({ traces, entries }) =>
    `GRPO는 예전 트레이스 ${traces}개, 곧 D_train의 항목 ${entries}개에서도 배웠습니다.`,
  'agent-no-step': () => 'GRPO: 혼합 그룹이 없어 에이전트가 스텝을 진행하지 않았습니다.',
  'agent-off': () => '에이전트의 학습이 꺼져 있어 아무것도 배우지 않습니다.',
  'agent-unknown': () => '에이전트가 무엇을 배웠는지 로그에 없습니다.',
  'environment-learned': ({ steps, pairs, own }) =>
    `RWR: 환경 모델이 필터를 통과한 과제 ${pairs}개(새것 ${own}개)로 ${steps}스텝 학습했습니다.`,
  'environment-penalty': ({ steps, capped }) =>
    `RWR: ${capped ? 'KL 상한에 이르렀고' : '필터를 통과한 과제가 없었고'}, 환경 모델의 ${steps}스텝은 KL 페널티만 따랐습니다.`,
  'environment-capped': () => 'RWR: KL 상한에 이르러 환경 모델의 스텝이 하나도 남지 않았습니다.',
  'environment-no-step': () => 'RWR: 필터를 통과한 과제가 없어 환경 모델이 스텝을 진행하지 않았습니다.',
  'environment-frozen': () => '이 실험군에서는 환경 모델이 학습하지 않습니다.',
  'environment-off': () => '환경 모델의 학습이 꺼져 있어 아무것도 배우지 않습니다.',
  'environment-unknown': () => '환경 모델이 무엇을 배웠는지 로그에 없습니다.',
  'pools-grew': ({ traces, tasks }) => `추가: D_train에 트레이스 ${traces}개, D_env에 과제 ${tasks}개.`,
};

export const story = {
  head: (epoch: string) => `에포크 ${epoch}.`,
  stageHead: (epoch: string, stage: string) => `에포크 ${epoch}, ${stage}.`,
  tell: (all: readonly Claim[]) => all.map((claim) => sentenceOf(claims, claim)).join(' '),
} as const;
