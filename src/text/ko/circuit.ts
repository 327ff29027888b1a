/** @file The words of the picture of the loop: its parts, its wires, its curves, and the panels beside them. */
export const panels = {
  label: '그림 옆에 열기',
  circuit: '루프',
  tasks: '과제',
  answers: '홀드아웃 답',
  updates: '업데이트',
  curves: '실험실',
} as const;

export const circuit = {
  label: '루프',
  /** The picture in words, for those who do not see it. */
  picture:
    '환경 모델이 과제를 쓰고, 에이전트가 저마다 여러 번 답하며, 프로그램이 답에 보상을 줍니다. 성공률 p̂이 구간 안에 있는 과제는 회귀로 환경 모델에, 맞은 답과 틀린 답이 섞인 그룹은 GRPO로 에이전트에 돌아갑니다.',
  /** What is opened by pointing at a part of it. */
  opens: {
    answers: '홀드아웃 답 열기',
    updates: '이 에포크의 업데이트와 풀 열기',
  },
  /** A stage, before its meaning. */
  named: (stage: string) => `${stage}.`,
  environment: { title: '환경 모델', role: '과제를 씀' },
  agent: { title: '에이전트', role: '과제를 풂' },
  parameters: '파라미터',
  usable: '쓸 수 있는 텍스트',
  told: '전달받은 에이전트 성공률',
  reward: '평균 R_env',
  level: '평균 레벨',
  solved: '맞은 답',
  divergence: '초기와의 KL',
  ofCap: (value: string, cap: string) => `${value} / ${cap}`,
  perToken: (value: string) => `${value}/토큰`,
  entropy: '엔트로피',
  nats: (value: string) => `${value} nat`,
  heldOut: '홀드아웃',
  notLearning: '학습 안 함',
  of: (part: string, all: string) => `${part} / ${all}`,
  ofEpoch: (value: string, epoch: string) => `${value}(에포크 ${epoch})`,
  unknown: '–',
  knownAfter: (stage: string) => `“${stage}” 단계 뒤에 알 수 있습니다.`,
  noneInEpoch: '이 에포크에는 이 수치가 없습니다.',
  tasks: {
    title: (tasks: string) => `과제 ${tasks}개, 쉬운 것부터`,
    titleShort: (tasks: string) => `과제 ${tasks}개`,
    rollouts: (rollouts: string) => `× 답 ${rollouts}개`,
    rolloutsShort: (rollouts: string) => `× ${rollouts}`,
    rate: 'p̂',
    more: (tasks: string) => `그 밖에 ${tasks}개`,
    none: '이 에포크에는 풀 과제가 없습니다.',
    row: (task: string, level: string, solved: string, verdict: string) =>
      `${task}${level}${solved && `, ${solved}`}${verdict}`,
    level: (level: string) => `, 레벨 ${level}`,
    kept: ', 구간 안',
    open: '과제와 그 롤아웃 열기',
  },
  filter: {
    title: 'R_env(p̂)과 필터',
    titleAt: (alpha: string) => `R_env(p̂)과 필터, α = ${alpha}`,
    weight: (times: string) => `×${times}`,
    description: (low: string, high: string, inside: string) =>
      `성공률 p̂에 따른 환경 모델의 보상과, ${low}에서 ${high}까지의 구간입니다.${inside}`,
    inside: (kept: string, all: string) => ` 과제 ${all}개 중 ${kept}개가 그 안에 있습니다.`,
  },
  wires: {
    writes: '씀',
    attempts: '풂',
    answers: '답',
    judges: '보상 → p̂',
    regression: 'RWR',
    policyGradient: 'GRPO',
    tasks: (count: number) => `과제 ${count}개`,
    pairs: (count: number) => `${count}쌍`,
    groups: (count: number) => `혼합 그룹 ${count}개`,
  },
  pools: {
    train: { title: 'D_train', entries: (count: string) => `트레이스 ${count}` },
    environment: { title: 'D_env', entries: (count: string) => `과제 ${count}` },
  },
  legend: {
    solved: '맞음',
    failed: '틀림',
    band: '구간 안',
  },
  curves: {
    label: '중요한 곡선 셋',
    success: {
      title: '난이도가 알맞은가?',
      short: '난이도',
      about: '에포크마다 그 과제의 성공률과 필터의 구간.',
    },
    heldOut: {
      title: '에이전트가 배우고 있는가?',
      short: '학습',
      about: '고정된 홀드아웃 과제와 학습 과제의 성공률.',
    },
    levels: {
      title: '무엇을 할 수 있는가?',
      short: '레벨',
      about: '레벨별 홀드아웃 성공률: 밝으면 푼 것.',
    },
    value: (name: string, value: string) => `${name} ${value}`,
    inWords: (title: string, values: string, epoch: string) => `${title} 에포크 ${epoch}: ${values}.`,
    solvedLevels: (solved: string, all: string) => `${all}개 레벨 중 ${solved}개가 50% 이상`,
  },
  first: '아직 아무 일도 없었습니다. 재생을 누르거나 한 단계씩 진행하세요.',
} as const;
