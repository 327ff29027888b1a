/** @file The words of the run page's charts. */
export const charts = {
  label: '이 실행의 곡선',
  thisRun: '이 실행',
  axis: '가로축',
  empty: '첫 에포크가 끝나면 곡선이 시작됩니다.',
  values: '값',
  logarithmic: '로그 눈금: 뾰족한 값 하나가 곡선을 납작하게 만들기 때문',
  training: '학습',
  heldOut: '홀드아웃',
  band: '구간 α ± k_min',
  heldOutAlone: '홀드아웃 성공률',
  mixedAlone: '혼합 그룹의 비율',
  samples: (samples: string) => `avg@${samples}`,
  success: {
    title: '성공률 p̂과 구간',
    about:
      '에포크마다 그 과제에서 성공한 에이전트 롤아웃의 비율입니다. 구간 안이면 과제가 평균적으로 환경 모델이 노리는 만큼 어렵습니다.',
    y: 'p̂(학습)',
  },
  heldOutSuccess: {
    title: '학습과 홀드아웃의 성공률',
    about:
      '학습 과제는 환경 모델이 고르고, 모든 레벨의 홀드아웃 과제는 언제나 같습니다. 배운 것은 홀드아웃 곡선에만 나타납니다.',
    y: '성공률',
  },
  byLevel: {
    title: '레벨별 홀드아웃 성공률',
    about: '에포크에 따른 레벨. 잊어버린 레벨은 어두운 줄로 보이는데, 평균에는 드러나지 않습니다.',
    y: '레벨',
    legend: '성공률',
  },
  byFamily: {
    heldOut: {
      title: '과제군별 홀드아웃 성공률',
      about: '과제군마다 레벨의 평균. 다른 과제군이 나아지는데 나빠지는 과제군은 방해를 받는 것입니다.',
      y: '성공률',
    },
    training: {
      title: '과제군별 성공률 p̂',
      about: '과제군마다, 에포크의 과제에서 성공한 에이전트 롤아웃의 비율.',
      y: 'p̂(학습)',
    },
    recent: {
      title: '과제군별 최근 성공률',
      about: '환경 모델이 그 과제군의 과제를 쓰기 전에 다섯 단계로 듣는, p̂의 지수 이동 평균.',
      y: '최근 성공률',
    },
  },
  levels: {
    title: '과제의 평균 레벨',
    about: '푼 과제의 평균: 커리큘럼이 어떻게 움직이는지 보여 줍니다.',
    y: '레벨',
  },
  environmentReward: {
    title: '환경 모델의 보상 R_env',
    about: '푼 과제의 평균. 다른 논문의 보상을 쓰는 실험군이 아니면 exp(−β(p̂ − α)²)입니다.',
    y: 'R_env',
  },
  reward: { title: '에이전트의 보상', about: '에포크의 롤아웃의 평균.', y: '보상' },
  agentKl: {
    title: '에이전트: 초기 모델과의 KL',
    about: '에이전트의 롤아웃에서 어휘 전체로 정확히 계산하며, 에포크의 최적화 스텝의 평균입니다.',
    y: 'nat / 토큰',
  },
  environmentKl: {
    title: '환경 모델: 초기 모델과의 KL',
    about:
      '마지막 스텝 뒤 텍스트당 평균으로, 그 스텝의 페널티에 든 텍스트에서 구합니다. KL 상한은 같은 텍스트의 같은 평균을 제한합니다. 스텝이 없는 에포크에서는 방금 쓴 텍스트의 평균입니다.',
    y: 'nat / 시퀀스',
  },
  loss: {
    title: '에이전트의 손실과 그래디언트 노름',
    about: '그룹의 어드밴티지는 합이 0이므로 비율이 1에 가까우면 손실도 0에 가깝지만, 그래디언트는 그렇지 않습니다.',
    y: '스텝 평균',
  },
  oldTraces: {
    title: '예전 트레이스: 에이전트가 얼마나 달라졌는지',
    about:
      'D_train에서 뽑은 트레이스에 대해 업데이트 전에 잰 것: 클리핑 범위를 벗어난 토큰, 그리고 트레이스 수에 대한 유효 표본 크기의 비율. 쓸모 있는 것이 적으면 예전 답은 가르치는 것이 적거나 잘못 가르칩니다.',
    y: '비율',
  },
  lengths: { title: '답과 과제의 길이', about: '평균 토큰 수.', y: '토큰' },
  diversity: {
    title: '서로 다른 과제와 목표',
    about: '최근 열 에포크에 푼 과제 가운데 서로 다른 텍스트의 수와, 거기서 요구하는 서로 다른 것의 수.',
    y: '개수',
  },
  pools: { title: '풀의 크기', about: 'D_train의 트레이스와 D_env의 과제.', y: '항목' },
  groups: {
    title: '신호가 있는 그룹',
    about: '혼합된, 모두 맞은, 모두 틀린 롤아웃 그룹. 혼합 그룹에만 어드밴티지가 있습니다.',
    y: '그룹의 비율',
  },
  keys: {
    title: '환경 모델이 쓴 정답 키',
    about:
      '오라클의 감사: 정답 키가 틀린 과제의 비율, 그리고 키가 틀린 곳과 맞은 곳에서 에이전트의 답이 키와 얼마나 자주 같은지. 절반쯤 맞아떨어지는 틀린 키는 좋은 과제만큼 보상을 받습니다.',
    y: '비율',
  },
  validity: {
    title: '쓴 텍스트의 유효성',
    about: '텍스트 가운데 과제인 것의 비율, 그리고 나머지가 과제가 아닌 까닭.',
    y: '텍스트의 비율',
  },
  series: {
    response: '답',
    task: '과제',
    windowTasks: '과제',
    windowGoals: '목표',
    train: 'D_train',
    environment: 'D_env',
    clipped: '클리핑됨',
    sampleSize: '표본 크기',
    wrongKeys: '틀린 키',
    byWrongKeys: 'p̂, 키 틀림',
    byRightKeys: 'p̂, 키 맞음',
    loss: '손실',
    gradNorm: '그래디언트 노름',
    successRate: 'p̂',
  },
} as const;
