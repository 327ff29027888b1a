/** @file Words of the arms of the experiments. */
import type { VariantName } from '../../analysis/arm-variants.ts';
import type { ArmName } from '../../genenv/settings/settings.ts';

interface ArmWords {
  title: string;
  meaning: string;
}

export const armWords: Readonly<Record<ArmName, ArmWords>> = {
  genenv: {
    title: 'GenEnv',
    meaning: '두 모델이 모두 학습합니다. 환경 모델은 에이전트가 할 수 있는 것의 경계에 있는 과제로 보상을 받습니다.',
  },
  'genenv-plus': {
    title: 'GenEnv+',
    meaning:
      'genenv와 같지만, 과제의 절반은 기본 데이터이고 환경도 거기서 배웁니다. 모델이 레벨로 성공률을 예측하고, 예측이 α에 가장 가까운 과제를 풉니다.',
  },
  random: {
    title: 'GenEnv-Random',
    meaning: '환경 모델이 에포크마다 새 과제를 쓰지만 학습하지는 않습니다(GenEnv-Random).',
  },
  static: {
    title: 'GenEnv-Static',
    meaning: '환경 모델이 학습 전에 한 번만 과제를 씁니다(GenEnv-Static).',
  },
  offline: {
    title: '오프라인 교사',
    meaning: '더 강한 고정 모델이 학습 전에 한 번 과제를 쓰고, 그 과제를 거릅니다(Gemini-Offline).',
  },
  'base-data': {
    title: '기본 데이터 GRPO',
    meaning: '참 생성기의 기본 데이터로 하는 GRPO이며, 환경 모델이 없습니다.',
  },
  'r-zero': {
    title: 'R-Zero',
    meaning:
      'genenv와 같지만, 환경 모델이 불확실성 2·min(p̂, 1 − p̂)으로 보상을 받고, 그 에포크의 다른 과제와 비슷한 과제는 비슷한 과제의 비율만큼 보상이 줄어듭니다(R-Zero).',
  },
  'absolute-zero': {
    title: 'Absolute Zero의 보상',
    meaning: 'GenEnv와 같지만, 환경 모델의 보상이 1 − p̂이고 p̂ = 0에서는 0입니다(Absolute Zero).',
  },
  sqlm: {
    title: 'SQLM의 보상',
    meaning: 'GenEnv와 같지만, 맞은 답과 틀린 답이 모두 있으면 환경 모델이 1을 받고 아니면 0을 받습니다(SQLM).',
  },
  'level-rule': {
    title: '레벨 조정 규칙',
    meaning: '참 생성기를 쓰며, 성공률이 70%를 넘으면 레벨이 올라가고 30% 아래면 내려갑니다(Reasoning Gym).',
  },
  mopps: {
    title: '예측 성공률(MoPPS)',
    meaning: '기본 데이터 GRPO입니다. 지난 롤아웃의 사후 분포에서 뽑은 성공률이 α에 가장 가까운 과제만 풉니다(MoPPS).',
  },
  sec: {
    title: '자기 진화 커리큘럼(SEC)',
    meaning:
      '참 생성기의 레벨을 밴딧이 뽑으며, 가장 많이 가르친 레벨, 곧 평균 |어드밴티지|가 큰 레벨을 선호합니다(SEC).',
  },
};

const variantTitles: Readonly<Record<VariantName, string>> = {
  'offline-2x': '오프라인 교사 ×2',
  'offline-4x': '오프라인 교사 ×4',
};

/** A name that this program does not know (of an imported run, for example) stays as it is. */
export const armTitle = (name: string): string =>
  Object.hasOwn(armWords, name)
    ? armWords[name as ArmName].title
    : Object.hasOwn(variantTitles, name)
      ? variantTitles[name as VariantName]
      : name;
