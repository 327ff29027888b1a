/** @file The words of what can be opened: tokens and their colours, rewards, held-out answers, handles of the curve. */
const token = {
  title: '토큰',
  id: 'id',
  probability: '샘플링할 때의 확률',
  logprob: '로그 확률',
  nats: 'nat',
  writer: '쓴 이',
  observation: '시뮬레이터가 쓴 토큰이어서 손실이 없습니다.',
  close: '닫기',
  /** @param kind empty where its colour says nothing of the update */
  open: (token: string, kind: string) => `토큰 ${token}${kind && `, ${kind}`}: 수치 보기`,
  kinds: { reinforced: '강화됨', suppressed: '억제됨' },
  before: '업데이트 전',
  after: '업데이트 뒤',
  initial: '처음(π₀)',
  entropy: '이 자리의 엔트로피',
  probabilities: '확률',
  sampled: '샘플링할 때',
  alternatives: (weights: string) => `확률이 높은 다른 토큰, ${weights}`,
  asking: '가중치로 계산하는 중 …',
  noWeights:
    '이 실행의 가중치는 여기에 열려 있지 않습니다. 녹화에는 가중치가 없습니다. 확률이 높은 다른 토큰과 업데이트 뒤의 확률을 보려면 직접 한 실행의 가중치가 필요합니다.',
  notYet: '이 에포크의 업데이트는 아직 하지 않았습니다.',
  notKept: '그때의 가중치는 더 이상 남아 있지 않습니다.',
  part: {
    title: '에이전트 업데이트에서의 몫',
    reinforced: (push: string) => `강화됨: 경사 하강이 학습률 한 단위당 로짓을 ${push}만큼 올립니다.`,
    suppressed: (push: string) => `억제됨: 경사 하강이 학습률 한 단위당 로짓을 ${push}만큼 내립니다.`,
    none: '강화도 억제도 되지 않음: 어드밴티지가 0입니다.',
    sure: '모델이 이미 확신하는 곳에서는 미는 힘이 약해집니다: w · ∂S/∂log π · (1 − π)/τ.',
    planned: '업데이트는 아직 하지 않았습니다. 지금의 설정으로 하게 될 일입니다.',
    unlearned: '업데이트가 이 롤아웃에서는 배우지 않습니다.',
    unknown: '로그에 이 업데이트에 대한 내용이 없습니다.',
    step: (step: string, steps: string) => `스텝 ${steps}개 중 ${step}번째`,
    ratioKnown: 'ρ = 1: 샘플링한 가중치 그대로인, 샘플링 직후의 첫 스텝입니다.',
    ratioUnknown: '로그에 토큰마다의 비율이 없어, 토큰을 샘플링할 때의 값인 ρ = 1로 봅니다.',
    ratioOfStep: (mean: string, clipped: string) =>
      `이 스텝에서 평균 비율은 ${mean}, 클리핑 범위를 벗어난 토큰은 ${clipped}입니다.`,
    ratioAfter: (ratio: string) => `업데이트가 모두 끝난 뒤 이 토큰의 π/π_old는 ${ratio}입니다.`,
    needsWeights: '글자는 가중치가 있어야 알 수 있는 수를 나타냅니다.',
    exact: '여기서는 발산을 어휘 전체로 정확히 계산하므로, 토큰 하나의 수치는 없습니다.',
    symbols: {
      w: '스텝의 평균에서 이 롤아웃의 토큰 하나가 갖는 가중치',
      ρ: 'π/π_old, [1 − ε, 1 + ε]로 클리핑',
      A: '그룹 안에서 이 롤아웃의 어드밴티지',
      D: '이 토큰에서 π₀과의 발산의 추정값, κ를 곱함',
      H: '이 자리의 엔트로피, η를 곱함',
    },
  },
} as const;

/** The meanings of the tokens' colours. */
const colouring = {
  label: '토큰의 색',
  names: { update: '업데이트', probability: '확률', entropy: '엔트로피' },
  updateKey: '진할수록 그래디언트에서의 몫이 큼',
  keys: {
    probability: { low: '확신', high: '뜻밖' },
    entropy: { low: '정해짐', high: '정하지 못함' },
  },
  noUpdate: '로그에 이 에포크의 업데이트에 대한 내용이 없습니다.',
  noWeights: '엔트로피는 열린 실행의 가중치로 계산합니다. 녹화에는 가중치가 없습니다.',
  onlyTask: '엔트로피는 한 과제의 롤아웃에 대해 계산합니다. 과제를 여세요.',
  asking: '가중치로 계산하는 중 …',
} as const;

const rewards = {
  title: '이 에포크의 보상: 막대를 누르면 그 롤아웃이 열립니다',
  axis: '보상',
  bin: (low: string, high: string, rollouts: string) => `보상 ${low}~${high}: 롤아웃 ${rollouts}개`,
  opened: (rollouts: string, low: string, high: string) => `보상이 ${low}~${high}인 롤아웃 ${rollouts}개`,
  back: '과제로 돌아가기',
} as const;

/** The same held-out prompts across epochs. */
const answers = {
  title: '같은 홀드아웃 프롬프트, 에포크마다',
  about:
    '어떤 모델도 학습에 쓰지 않는 프롬프트를 레벨마다 하나씩, 평가 때마다 같은 난수로 답합니다. 차이는 가중치에서만 옵니다.',
  none: '이 실행의 로그에는 홀드아웃 답이 없고, 평가는 곡선에 있습니다. 새 실행은 답을 남깁니다.',
  waiting: '첫 평가를 아직 하지 않았습니다.',
  prompt: (level: string) => `레벨 ${level}`,
  right: '맞음',
  wrong: '틀림',
  epoch: (epoch: string) => `에포크 ${epoch}`,
  matrix: '레벨별 프롬프트, 에포크별 평가',
  choose: (level: string, right: string, all: string) => `레벨 ${level}: 평가 ${all}번 중 ${right}번 맞음`,
  answer: (epoch: string) => `에포크 ${epoch}의 답`,
} as const;

/** Rollouts of another trainer's log. */
const logged = {
  prompts: '프롬프트',
  answers: '롤아웃',
  unknown: '로그에 없음',
  noPrompt: '로그에 프롬프트가 없습니다.',
  noLogprobs: '로그에 이 토큰들의 확률이 없습니다.',
  empty: '(없음)',
  observation: '모델이 쓴 것이 아니라 읽은 것',
} as const;

/** The handles of R_env's curve. */
const curve = {
  label: '곡선의 손잡이',
  handle: (setting: string) => `${setting}, 곡선 위`,
  value: (symbol: string, value: string) => `${symbol} = ${value}`,
  inEpoch: (value: string, alpha: string) => `${value}(이 에포크에서는 ${alpha})`,
} as const;

/** The levels that a run starts from, drawn. */
const startLevels = {
  title: '시작 난이도 그리기',
  lead: '막대 위를 끌거나 화살표 키로 하나씩 움직이세요. 다음 실행을 시작할 때 환경 모델이 각 레벨의 과제를 얼마나 쓸지 정합니다. 첫 에폭 전에 그 분포를 학습합니다.',
  level: (level: string) => `레벨 ${level}`,
  both: (asked: string, written: string) => `요청 ${asked}, 실제 ${written}`,
  asked: '요청한 것',
  after: '학습한 뒤 쓴 것',
  before: '원래 쓰던 것',
  counted: (valid: string, texts: string) =>
    `첫 에폭 전에 텍스트 ${texts}개를 세었고, 그중 ${valid}개가 유효한 과제입니다.`,
  begin: '여기서 실행 시작',
  reset: '원래대로',
  idle: '이 실험군에서는 환경 모델이 과제를 쓰지 않으므로 그릴 시작점이 없습니다.',
} as const;

export const opened = { curve, startLevels, logged, token, colouring, rewards, answers } as const;
