/** @file The words of the loop: stages, tasks, rollouts, tokens, the filter and the updates. */
import type { CapAction, TaskSource, TaskVerdict } from '../../genenv/log/events.ts';
import type { EpochStage } from '../../genenv/epoch-stages.ts';

/** The name of a stage, the sentence while it runs, and its meaning. */
export const stages: Record<EpochStage, { name: string; doing: string; meaning: string }> = {
  'tasks-written': {
    name: '과제 쓰기',
    doing: '환경 모델이 과제를 쓰고 있습니다',
    meaning:
      '환경 모델이 토큰을 하나씩 내며 과제를 씁니다. 에이전트의 최근 성공률을 다섯 단계로 듣고, 시드 앵커가 있으면 과제마다의 첫머리도 듣습니다.',
  },
  'rolled-out': {
    name: '롤아웃',
    doing: '에이전트가 과제를 풀고 있습니다',
    meaning: '에이전트가 푸는 과제마다 답을 한 그룹씩 샘플링합니다.',
  },
  scored: {
    name: '채점',
    doing: '답을 채점하고 있습니다',
    meaning: '프로그램이 모든 답을 검사합니다: 보상, 과제마다의 성공률 p̂, 환경 모델의 보상.',
  },
  filtered: {
    name: '필터링',
    doing: '과제를 난이도로 거르고 있습니다',
    meaning: 'p̂이 구간 밖에 있는 과제는 환경 모델의 업데이트에서 빠집니다.',
  },
  'agent-updated': {
    name: '에이전트 업데이트',
    doing: '에이전트가 롤아웃에서 배우고 있습니다',
    meaning: 'GRPO: 그룹의 평균보다 나은 답의 확률을 높입니다.',
  },
  'environment-updated': {
    name: '환경 모델 업데이트',
    doing: '환경 모델이 남은 과제에서 배우고 있습니다',
    meaning: '보상 가중 회귀: 필터를 통과한 과제의 확률을 높입니다.',
  },
  'pools-updated': {
    name: '풀 업데이트',
    doing: '트레이스와 과제를 풀에 넣고 있습니다',
    meaning: '유효한 트레이스는 모두 D_train에, 남은 과제는 D_env에 들어갑니다.',
  },
  'epoch-ended': {
    name: '에포크 끝',
    doing: '에포크를 재고 있습니다',
    meaning: '에포크를 저장합니다. 몇 에포크마다 에이전트가 먼저, 어떤 모델도 학습에 쓰지 않는 홀드아웃 과제를 풉니다.',
  },
};

export const verdicts: Record<TaskVerdict, string> = {
  valid: '유효',
  unparseable: '과제 아님',
  unsolvable: '풀 수 없음',
  trivial: '자명함',
  ambiguous: '모호함',
};

export const sources: Record<TaskSource, string> = {
  environment: '환경 모델이 씀',
  base: '기본 데이터',
  example: '기본 데이터, 환경을 위한 예시',
  static: '정적 변형',
  offline: '오프라인 교사',
  replay: 'D_train에서 다시 씀',
  imported: '가져온 로그에서',
};

export const capActions: Record<CapAction, string> = {
  none: '–',
  stop: '멈춤',
  'scale-back': '줄임',
  'roll-back': '되돌림',
  'kl-only': 'KL만',
};

export const loop = {
  environment: { title: '환경 모델이 과제를 씁니다' },
  agent: { title: '에이전트가 풉니다' },
  waiting: {
    rollouts: '에이전트가 아직 이 과제들을 풀지 않았습니다.',
    filter: '필터가 아직 이 과제들을 보지 않았습니다.',
    unused: '이 에포크에서는 풀지 않았습니다.',
  },
  epoch: (epoch: string) => `에포크 ${epoch}`,
  task: (index: string) => `과제 ${index}`,
  level: (level: string) => `레벨 ${level}`,
  levelShort: (level: string) => `L${level}`,
  readByEnvironment: '환경 모델이 읽은 것',
  readByAgent: '에이전트가 읽는 것',
  unread: '이 텍스트는 과제가 아니므로 에이전트가 보지 않습니다.',
  taskText: '과제 텍스트',
  parsed: '과제로 읽은 것',
  oracle: '오라클의 답',
  shortest: (tokens: string) => `가장 짧은 답: 토큰 ${tokens}개`,
  solved: (k: string, n: string) => `${n}개 중 ${k}개 맞음`,
  writtenKey: {
    right: '환경 모델이 쓴 정답 키: 맞음',
    wrong: '환경 모델이 쓴 정답 키: 틀림',
    unchecked: '환경 모델이 쓴 정답 키: 확인할 수 없음',
  },
  agreed: (k: string, n: string) => `${n}개 중 ${k}개가 환경 모델이 쓴 정답 키와 같음`,
  agrees: '환경 모델이 쓴 정답 키와 같음',
  differs: '환경 모델이 쓴 정답 키와 다름',
  reward: '보상',
  advantage: '그룹 안의 어드밴티지',
  success: '성공',
  failure: '실패',
  rollout: (index: string) => `롤아웃 ${index}`,
  finishLength: '길이 제한에서 잘림',
  validShare: (valid: string, all: string) => `${all}개 중 ${valid}개 유효`,
  changed: (changes: string) => `이 에포크에서 바뀐 것: ${changes}.`,
  change: (name: string, value: string) => `${name} → ${value}`,
} as const;

export const filter = {
  kept: '남김',
  leftOut: '뺌',
  scope: 'p̂ = k/n',
  reward: 'R_env',
  weight: '가중치 e^(λ·R_env)',
  relative: (times: string) => `평균의 ${times}배`,
} as const;

export const updates = {
  agent: '에이전트 업데이트(GRPO)',
  environment: '환경 모델 업데이트(RWR)',
  groups: { mixed: '혼합', solved: '모두 맞음', unsolved: '모두 틀림' },
  groupsLabel: '롤아웃 그룹',
  groupsHint: '혼합 그룹에만 0이 아닌 어드밴티지가 있습니다.',
  step: '스텝',
  loss: '손실',
  gradNorm: '‖grad‖',
  klPerToken: 'KL/토큰',
  klPerSequence: 'KL/시퀀스',
  entropy: '엔트로피',
  clip: '클리핑',
  cap: '상한',
  ratio: '평균 ρ',
  notLogged: '기록 없음',
  lossNote:
    '손실 자체는 알려 주는 것이 적습니다. 샘플링 직후의 첫 스텝에서는 모든 비율 ρ가 1이고 그룹의 어드밴티지 합이 0이므로, 온전한 그룹의 손실은 길이 차이, KL, 엔트로피를 빼면 0입니다. 그래디언트는 0이 아닙니다. 뒤의 스텝에서는 비율이 달라져 있으니 그 평균을 보세요. 한 스텝에 그룹의 일부만 들어갈 수도 있습니다.',
  oldTraces: (traces: string, entries: string, moved: Record<'clip' | 'ratio' | 'kl' | 'sample', string>) =>
    `이 스텝들에는 D_train의 항목 ${entries}개에서 온 예전 트레이스 ${traces}개도 들어갑니다. 첫 스텝 전에 클리핑 범위 밖에 있던 토큰은 ${moved.clip}, 평균 ρ는 ${moved.ratio}(달라진 것이 없으면 1), 그것을 쓴 에이전트와의 KL은 토큰당 ${moved.kl} nat, 유효 표본 크기는 ${moved.sample}입니다.`,
  /** @param cap null where it is off */
  environmentSummary: (pairs: string, kl: string, cap: string | null) =>
    `${pairs}쌍, 초기 환경 모델에서 시퀀스당 ${kl} nat(${cap === null ? 'KL 상한 꺼짐' : `KL 상한: ${cap}`})`,
  pending: '이 에포크에서는 아직입니다.',
  pools: '풀',
  train: 'D_train',
  environmentPool: 'D_env',
  added: {
    train: (added: string, size: string) => `+${added}, 지금 트레이스 ${size}개`,
    environment: (added: string, size: string) => `+${added}, 지금 과제 ${size}개`,
  },
  invalid: (traces: string) => `유효하지 않은 트레이스 ${traces}개는 뺐습니다`,
} as const;
