/** @file The words of the run page: its controls, its status line, the comparison of two runs. */
export const players = { agent: '에이전트', environment: '환경 모델', simulator: '시뮬레이터' } as const;

export const controls = {
  label: '재생 제어',
  run: '재생',
  pause: '일시 정지',
  pausing: '정지하는 중…',
  stepStage: '한 단계',
  stepEpoch: '한 에포크',
  reset: '초기화',
  resetHint: '지금 고른 시드와 설정으로 새 실행을 시작합니다. 이 실행의 끝난 에포크는 저장되어 있습니다.',
  rewindHint: '첫 에포크 전으로 돌아갑니다.',
  withKey: (what: string, key: string) => `${what}(${key})`,
  /** As on the keyboard. */
  keys: { run: '스페이스', stepStage: 'S', stepEpoch: 'E' },
  timeline: '보는 에포크',
  position: (epoch: string, epochs: string) => `에포크 ${epoch} / ${epochs}`,
  follow: '실행 따라가기',
  branch: '여기서 분기',
  branchHint: '이 에포크에서 이어지는 새 실행입니다. 설정을 바꾸고 이 실행과 비교해 보세요.',
  speed: '속도',
  /** @param stages per second; Infinity: as fast as possible; `story`: as fast as its captions can be read */
  speedOption: (stages: number | 'story') =>
    stages === 'story'
      ? '이야기 속도'
      : stages === Infinity
        ? '최고 속도'
        : stages < 1
          ? '느린 동작'
          : `초당 ${stages}단계`,
  learners: { both: '둘 다 학습', agent: '에이전트만', environment: '환경 모델만', none: '학습 안 함' },
  settings: '설정',
  closeSettings: '설정 닫기',
  closeOpened: '닫고 곡선으로 돌아가기',
  theme: '밝게 또는 어둡게',
  preset: '프리셋',
  runs: '실행',
  compare: '비교 대상',
  compareNone: '다른 실행 없음',
  remove: '이 실행 지우기',
  runOption: (name: string, epochs: string) => `${name} · ${epochs}에포크`,
} as const;

export const shortcuts = {
  title: '단축키',
  hint: '이 페이지의 단축키(?)',
  close: '닫기',
  on: '단축키 사용',
  keys: { ' ': '스페이스', ArrowLeft: '←', ArrowRight: '→' } as Readonly<Record<string, string>>,
  actions: {
    play: '재생 또는 일시 정지',
    stepStage: '한 단계 진행',
    stepEpoch: '한 에포크 진행',
    back: '한 에포크 뒤로',
    forward: '한 에포크 앞으로',
    first: '첫 에포크',
    last: '최신 에포크',
    slower: '느리게',
    faster: '빠르게',
    circuit: '루프',
    tasks: '과제와 롤아웃',
    answers: '홀드아웃 답',
    updates: '업데이트와 풀',
    curves: '실험실: 모든 곡선',
    settings: '설정 보이기 또는 숨기기',
    help: '이 목록',
  },
} as const;

export const status = {
  opening: '워커를 시작하고 있습니다.',
  loading: '두 모델을 불러오고 GPU를 준비하고 있습니다.',
  starting: '첫 에포크 전에 홀드아웃 과제로 에이전트를 재고 있습니다.',
  startingFromLevels:
    '환경 모델이 과제를 쓴다면 요청한 레벨을 먼저 학습하고, 그다음 홀드아웃 과제로 에이전트를 잽니다.',
  ready: '준비되었습니다. 재생을 누르거나 한 단계씩 진행하세요.',
  running: (epoch: string, doing: string) => `에포크 ${epoch}: ${doing}.`,
  pausing: (epoch: string, doing: string) => `에포크 ${epoch}: ${doing}. 그다음 일시 정지합니다.`,
  paused: (epoch: string, next: string) => `에포크 ${epoch}에서 일시 정지했습니다. 다음 단계: ${next}.`,
  pausedBetween: (epoch: string) => `에포크 ${epoch} 뒤에서 일시 정지했습니다.`,
  finished: (epochs: string) => `끝: ${epochs}에포크를 마쳤습니다.`,
  noRun: '열린 실행이 없습니다.',
  reading: '이 실행은 여기서 볼 수는 있어도 계속할 수는 없습니다.',
  progress: (done: string, total: string) => `${total}개 중 ${done}개`,
  progressLabel: '이 단계의 진행 상황',
  pending: '바꾼 설정은 다음 단계부터 적용됩니다.',
  machine: '기기',
  recordedOn: '녹화한 곳',
  adapter: 'GPU',
  software: '소프트웨어 어댑터: GPU라면 훨씬 빠릅니다',
  memory: 'GPU 메모리',
  tokens: '토큰/초',
  rollouts: '롤아웃/초',
  none: '–',
} as const;

export const compare = {
  identical: (events: string) => `두 실행의 이벤트 로그가 바이트 하나까지 같습니다(이벤트 ${events}개).`,
  prefix: (events: string) => `두 이벤트 로그는 함께 가진 이벤트 ${events}개가 모두 같습니다.`,
  differs: (index: string, stage: string, epoch: string) =>
    `두 이벤트 로그는 ${index}번째 이벤트부터 다릅니다(${stage}, 에포크 ${epoch}).`,
} as const;
