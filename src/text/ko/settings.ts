/** @file Words of the settings, and what is wrong with settings or with a link to them. */
import { tasksProblemText } from '../../tasks/given/problems.ko.ts';
import { worldProblemText } from '../../tasks/worlds/problems.ko.ts';
import type { ArmName, SettingName, SettingProblem } from '../../genenv/settings/settings.ts';
import type { LinkProblem } from '../link-problem.ts';
import type { AllSettingWords } from '../setting-words.ts';
import { armTitle, armWords } from './arms.ts';

const ofArms = (word: 'title' | 'meaning') =>
  Object.fromEntries(Object.entries(armWords).map(([arm, words]) => [arm, words[word]])) as Readonly<
    Record<ArmName, string>
  >;

/** Both players have the same settings of AdamW. */
const adam = {
  beta1: '그래디언트 이동 평균의 감쇠율.',
  beta2: '그래디언트 제곱 이동 평균의 감쇠율.',
  epsilon: '그래디언트 제곱의 제곱근에 더하는 값. 크게 하면 정보가 있는 소수의 그룹이 온전한 스텝을 밟지 못합니다.',
  weightDecay: 'AdamW의 분리된 가중치 감쇠, 학습률 한 단위당.',
  clipNorm: '전체 노름이 이 값을 넘지 않도록 그래디언트를 줄입니다. 0이면 클리핑하지 않습니다.',
};

export const settingWords: AllSettingWords = {
  preset: {
    label: '프리셋',
    meaning: '이 설정들이 출발한 값의 묶음. 실행의 이름표일 뿐입니다.',
    choices: {
      discovery: '열 레벨, 처음에는 어려운 쪽: 커리큘럼이 올라가야 합니다.',
      'discovery-uniform': '열 레벨, 환경 모델이 처음에 모든 레벨을 똑같이 자주 씁니다.',
      'service-calls': '여러 턴의 호출: 어느 서비스가 어떤 기록을 두는지 에이전트가 알아내야 합니다.',
      'function-calling': '목록에 있는 함수의 호출: 어느 값이 어느 매개변수에 맞는지 에이전트가 알아내야 합니다.',
      'wide-search': '여러 번 찾아봐야 하는 질문: 표현이 어느 관계를 뜻하는지 에이전트가 알아내야 합니다.',
      'travel-rules':
        '예산 안에서 숙소 규칙을 지키는 여행: 어떤 종류의 숙소가 무엇을 허용하는지 에이전트가 알아내야 합니다.',
      'long-errands':
        '집안의 심부름, 턴마다 명령 하나: 과제가 장소를 말해 준다는 것과 어느 기기가 무엇을 하는지를 에이전트가 알아내야 합니다.',
      'five-families':
        '위의 프리셋들과 같은 종류의 다섯 과제군을 모델 한 쌍이 배웁니다. 과제군끼리 얼마나 방해하는지 보여 줍니다.',
      english: '영어로 하는 함수 호출, 대화 템플릿으로 읽습니다. 체크포인트 하나에 학습하는 저랭크 어댑터가 둘입니다.',
      quick: 'discovery를 작은 에포크 몇 개로 줄인 것, 시험 삼아 해 보거나 테스트할 때.',
      paper: '논문의 커리큘럼과 배치를 이 크기의 모델에 쓴 것: 에포크가 더 많고 학습률이 더 큽니다.',
      'paper-large': '논문이 준 값은 논문대로, 나머지는 그 코드대로: 큰 엔진에서 돌리는 수십억 파라미터의 모델용.',
    },
  },
  arm: {
    label: '실험군',
    meaning: '이 실행이 논문의 어느 실험인지, 또는 어떤 이웃 방법과 비교하는지.',
    choices: ofArms('meaning'),
    names: ofArms('title'),
  },
  families: {
    label: '과제군',
    meaning: '과제가 나오는 세계들. 과제 컨텍스트가 차례대로 씁니다.',
  },
  seed: {
    label: '시드',
    meaning: '실행의 모든 난수를 정합니다. 같은 어댑터에서 같은 시드는 같은 실행이 됩니다.',
  },
  epochs: {
    label: '에포크 수',
    meaning: '루프를 도는 횟수: 과제를 쓰고, 풀고, 두 모델을 업데이트합니다.',
    unit: '에포크',
  },
  whoLearns: {
    label: '학습하는 모델',
    meaning: '어느 모델을 업데이트하는지. 빠진 모델은 그대로 있고, 로그에 그렇게 적힙니다.',
    names: { both: '둘 다', agent: '에이전트만', environment: '환경 모델만', none: '학습 안 함' },
    choices: {
      both: '에이전트와 환경 모델이 학습합니다: 공진화.',
      agent: '에이전트만 학습하고, 환경 모델은 전처럼 과제를 씁니다.',
      environment: '환경 모델만 학습하고, 에이전트는 그대로 있습니다.',
      none: '아무도 학습하지 않습니다: 루프가 재기만 합니다.',
    },
  },
  agentModel: {
    label: '에이전트의 모델',
    meaning:
      '과제를 푸는 모델: 기본 제공 모델, “모델” 페이지의 모델(stored:NAME 또는 hf:owner/name), 명령줄에서는 폴더도.',
  },
  environmentModel: {
    label: '환경 모델',
    meaning:
      '과제를 쓰는 모델: 기본 제공 모델, “모델” 페이지의 모델(stored:NAME 또는 hf:owner/name), 명령줄에서는 폴더도.',
  },
  teacherModel: {
    label: '교사 모델',
    meaning:
      '실험군 “오프라인 교사”의 과제를 쓰는 고정 모델. 이름은 다른 모델처럼 적고, 다른 실험군에는 필요 없습니다. onnx/가 있는 폴더는 transformers.js로 실행하며, FOLDER/onnx/model_q4.onnx는 그 그래프 하나를 가리킵니다.',
  },
  softReward: {
    label: '자유 답변의 보상',
    meaning: '학습에서 자유 답변을 참조 답과 비교하는 방법. 평가에서는 벤치마크의 규칙을 그대로 씁니다.',
    names: { 'token-f1': '토큰 F1', embedding: '임베딩' },
    choices: {
      'token-f1': '둘이 함께 가진 단어: 벤치마크가 채점하는 대로 토큰 F1.',
      embedding: '뜻: 둘의 임베딩의 코사인, 음수이면 0.',
    },
  },
  embeddingModel: {
    label: '임베딩 모델',
    meaning:
      '임베딩으로 보상을 줄 때: transformers.js가 특징 추출용으로 여는, onnx/가 있는 폴더. 예: all-MiniLM-L6-v2.',
  },
  training: {
    label: '학습 방식',
    meaning: '두 모델의 어느 가중치가 학습하는지.',
    names: { full: '모든 가중치', lora: 'LoRA' },
    choices: {
      full: '모든 가중치, 고정된 사본을 참조로 둡니다: 작은 모델용.',
      lora: '고정된 가중치 위의 저랭크 어댑터. 같은 모델을 쓰는 에이전트와 환경 모델은 고정된 가중치를 함께 씁니다.',
    },
  },
  loraRank: {
    label: 'LoRA 랭크',
    meaning: '어댑터를 붙인 행렬마다의 보정 B·A의 랭크. LoRA에서만.',
  },
  loraAlpha: {
    label: 'LoRA의 alpha',
    meaning: '보정에 alpha / 랭크를 곱합니다. LoRA에서만.',
  },
  loraTargets: {
    label: 'LoRA 대상',
    meaning: '각 층에서 어댑터를 붙이는 행렬, PEFT의 이름으로. LoRA에서만.',
  },
  basePrecision: {
    label: '고정 가중치의 정밀도',
    meaning: '고정된 행렬의 수 형식. LoRA에서만. 합, 어댑터, 그래디언트는 f32입니다.',
    choices: {
      f16: '메모리가 절반입니다. 가중치를 불러올 때 f16으로 반올림합니다.',
      f32: '파일에 있는 가중치 그대로.',
      q4: '메모리가 약 7분의 1입니다. 가중치마다 4비트, 32개마다 배율 하나. 가중치를 불러올 때 반올림합니다.',
    },
  },
  gradientCheckpointing: {
    label: '그래디언트 체크포인팅',
    meaning: '업데이트에서 각 층의 입력만 남기고 층을 다시 계산합니다. 메모리는 덜, 시간은 더 들고, 비트는 같습니다.',
  },
  microBatchTokens: {
    label: '마이크로배치의 토큰 수',
    meaning: '업데이트가 한 번에 모델에 보내는 토큰의 최대 수. 그래디언트는 더합니다. 0이면 한 번에 모두 보냅니다.',
    unit: '토큰',
  },
  rolloutsPerWave: {
    label: '동시에 디코딩하는 롤아웃',
    meaning: '함께 디코딩하는 롤아웃의 최대 수. 캐시의 메모리를 제한하며, 0이면 제한하지 않습니다.',
    unit: '롤아웃',
  },
  kvCachePrecision: {
    label: '캐시 정밀도',
    meaning: '샘플링이 남겨 두는 키와 값의 수 형식.',
    choices: {
      f32: '계산한 그대로.',
      f16: '메모리가 절반입니다. 키와 값을 f16으로 반올림합니다.',
    },
  },
  tasksPerEpoch: {
    label: '에포크당 과제',
    meaning: '에이전트가 한 에포크에 푸는 유효한 과제의 수.',
    unit: '과제',
  },
  taskContext: {
    label: '컨텍스트의 내용',
    meaning:
      '환경 모델이 무엇을 보고 과제를 쓰는지. 기본 샘플은 기본 데이터의 과제 하나이며, 그 변형들과 한 과제 배치에서 함께 풉니다. 실험군 GenEnv-Static에서도 그렇고, 샘플마다 변형이 staticPool / basePool개입니다. 실험군 “오프라인 교사”의 모델은 시드를 읽습니다.',
    names: { seed: '시드', 'base-seed': '기본 샘플의 첫머리', 'base-sample': '기본 샘플' },
    choices: {
      seed: '참 생성기에서 뽑은 첫머리.',
      'base-seed': '기본 샘플의 첫머리. 변형들은 나머지가 다릅니다.',
      'base-sample': '기본 샘플의 텍스트와 답, 이어서 그 첫머리(논문).',
    },
  },
  variations: {
    label: '컨텍스트당 변형',
    meaning: '한 컨텍스트에서 쓰는 과제 텍스트의 수. 기본 샘플이 있으면 그것과 함께 과제 배치를 이룹니다.',
    unit: '텍스트',
  },
  groupSize: {
    label: '그룹 크기',
    meaning: '과제마다의 롤아웃 수. 이 그룹 안에서 어드밴티지를 정규화합니다.',
    unit: '롤아웃',
  },
  overSampling: {
    label: '초과 샘플링',
    meaning: '필요한 과제 하나마다 환경 모델이 쓰는 텍스트의 수. 일부는 유효한 과제가 아니기 때문입니다.',
    unit: '×',
  },
  maxDraws: {
    label: '에포크당 시도',
    meaning:
      '유효한 과제가 충분해질 때까지 환경 모델이 텍스트를 쓸 수 있는 횟수. 마지막 시도 뒤에는 있는 과제로 에포크를 계속합니다.',
    unit: '회',
  },
  anchor: {
    label: '시드 앵커',
    meaning:
      '각 과제의 첫머리를 참 생성기에서 뽑고, 나머지를 환경 모델이 씁니다. 앵커가 없으면 과제 전체를 쓰므로 시작하는 법을 배운 모델이 필요합니다. 기본 제공 모델은 이어 쓰는 법만 배워서, 앵커 없이는 유효한 과제를 쓰지 못합니다.',
  },
  answerKey: {
    label: '정답 키의 출처',
    meaning:
      '정답이 하나인 과제군에서 에이전트의 답을 무엇과 비교하는지. 오라클이 주거나, 환경 모델이 과제 뒤에 쓰고 오라클은 감사만 합니다. 환경 모델은 정답 키를 쓰는 법을 배웠어야 합니다.',
    names: { oracle: '오라클', written: '환경 모델', checked: '환경 모델, 검사함' },
    choices: {
      oracle: '오라클: 키가 틀리는 일이 없습니다.',
      written: '환경 모델이 과제와 함께 씁니다(논문이 허용하는 방식). 틀릴 수 있습니다.',
      checked: '환경 모델이 쓰며, 오라클이 보기에 키가 틀린 과제는 과제가 아닙니다.',
    },
  },
  keyVotes: {
    label: '일치해야 하는 키',
    meaning:
      '환경 모델이 과제마다 정답 키를 이만큼 쓰고, 그 절반 넘게 첫째와 같을 때 과제를 씁니다. 1이면 첫째만 씁니다.',
    unit: '키',
  },
  conditioning: {
    label: '조건화',
    meaning: '환경 모델에 에이전트의 최근 성공률을 다섯 단계로 알려 줍니다. 끄면 언제나 가운데 단계라고 알려 줍니다.',
  },
  recentSuccessDecay: {
    label: '최근 성공률의 감쇠',
    meaning: '환경 모델에 알려 주는 성공률의 지수 이동 평균에서 과거가 차지하는 가중치.',
  },
  agentTemperature: {
    label: '에이전트 온도',
    meaning: '에이전트의 롤아웃을 샘플링할 때 로짓을 이 값으로 나눕니다. 0이면 그리디입니다.',
  },
  environmentTemperature: {
    label: '환경 모델 온도',
    meaning: '과제를 샘플링할 때 로짓을 이 값으로 나눕니다. 0이면 그리디입니다.',
  },
  topK: {
    label: 'Top-k',
    meaning: '두 모델 모두 가장 확률이 높은 토큰 k개에서만 샘플링합니다. 0이면 모두 남깁니다.',
    unit: '토큰',
  },
  topP: {
    label: 'Top-p',
    meaning: '두 모델 모두 확률의 합이 이 값에 이르는 가장 작은 토큰 집합에서 샘플링합니다. 1이면 모두 남깁니다.',
  },
  alpha: {
    label: '목표 성공률',
    meaning: '환경 모델이 가장 큰 보상을 받는 성공률.',
  },
  alphaRule: {
    label: 'α의 규칙',
    meaning: '에이전트가 더 자주 성공할 때 목표가 그대로인지 내려가는지. 논문에는 없습니다.',
    names: { fixed: '고정', follows: '에이전트를 따름' },
    choices: {
      fixed: '설정한 α 그대로.',
      follows:
        '최근 성공률이 α를 넘는 만큼에 g를 곱해 α에서 뺍니다. 최소 0.05. 성공하는 에이전트에게는 더 어려운 과제를 줍니다.',
    },
  },
  alphaGain: {
    label: 'α의 이득',
    meaning: '목표가 따라갈 때, 최근 성공률이 한 단위 넘을 때마다 목표가 내려가는 양.',
  },
  beta: {
    label: '커리큘럼의 날카로움',
    meaning: '목표에서 멀어질 때 보상이 얼마나 빨리 줄어드는지: R_env(p̂) = exp(−β(p̂ − α)²).',
  },
  kMin: {
    label: '필터의 반너비',
    meaning: '|p̂ − α| > k_min인 과제는 환경 모델의 업데이트에서 뺍니다.',
  },
  lambda: {
    label: '회귀 가중치의 지수',
    meaning: '텍스트를 exp(λ·R_env)에 비례하는 가중치로 회귀합니다.',
  },
  successScope: {
    label: 'p̂의 범위',
    meaning: '경험적 성공률을 어느 롤아웃에서 구하는지.',
    names: { task: '한 과제', batch: '과제 배치', epoch: '에포크' },
    choices: {
      task: '한 과제의 롤아웃.',
      batch: '한 컨텍스트의 모든 변형의 롤아웃, 기본 샘플의 것도.',
      epoch: '에포크의 모든 롤아웃.',
    },
  },
  successThreshold: {
    label: '성공 임계값',
    meaning: '연속 보상이 이 값 이상이면 성공으로 셉니다. 구조화된 답은 0 또는 1입니다.',
  },
  agentLearningRate: {
    label: '에이전트 학습률',
    meaning: '에이전트의 AdamW 스텝 크기.',
  },
  agentBeta1: { label: '에이전트 Adam β₁', meaning: adam.beta1 },
  agentBeta2: { label: '에이전트 Adam β₂', meaning: adam.beta2 },
  agentEpsilon: { label: '에이전트 Adam ε', meaning: adam.epsilon },
  agentWeightDecay: { label: '에이전트 가중치 감쇠', meaning: adam.weightDecay },
  agentClipNorm: { label: '에이전트 그래디언트 클리핑', meaning: adam.clipNorm },
  lossVariant: {
    label: 'GRPO 변형',
    meaning: '어드밴티지를 정규화하고 토큰 손실을 평균하는 방법.',
    choices: {
      grpo: 'TRL의 grpo: 토큰 평균을 시퀀스로 평균합니다. σ는 ddof 1, ε은 1e-4입니다.',
      dapo: 'DAPO(TRL의 dapo): 배치의 토큰으로 평균합니다. 권장 클리핑은 .2/.28입니다.',
      'token-mean': 'verl의 token-mean: 배치의 토큰으로 평균합니다. σ는 ddof 1, ε은 1e-6입니다.',
      dr_grpo: 'Dr. GRPO: σ로 나누지 않고, 토큰 합을 고정 길이로 나눕니다.',
    },
  },
  advantageScale: {
    label: '어드밴티지의 척도',
    meaning: '그룹의 중심화한 보상을 무엇으로 나누는지.',
    names: { variant: '변형대로', sample: '표본 표준편차', population: '모표준편차', none: '나누지 않음' },
    choices: {
      variant: 'GRPO 변형이 정하는 대로.',
      sample: 'ddof 1의 표준편차.',
      population: 'ddof 0의 표준편차(DeepSeekMath).',
      none: '나누지 않음: r − μ.',
    },
  },
  clipLow: {
    label: '클리핑 하한',
    meaning: '비율 π/π_old가 1 − ε_low보다 작으면 더 얻는 것이 없습니다.',
  },
  clipHigh: {
    label: '클리핑 상한',
    meaning: '비율 π/π_old가 1 + ε_high보다 크면 더 얻는 것이 없습니다.',
  },
  dualClip: {
    label: '이중 클리핑',
    meaning: '어드밴티지가 음수일 때 대리 목적 함수가 −c·|A| 이상입니다(verl은 3). 0이면 끕니다.',
  },
  agentKlWeight: {
    label: '에이전트 KL 가중치',
    meaning: '손실에서 초기 에이전트와의 KL 발산이 차지하는 가중치.',
  },
  agentKlEstimator: {
    label: '에이전트 KL 추정량',
    meaning:
      '손실이 초기 에이전트와의 KL 발산을 추정하는 방법. 손실이 무엇을 쓰든 곡선과 로그에는 정확한 발산이 나옵니다.',
    names: { 'ratio-weighted': 'ρ·k3', variant: '변형대로', 'k3-clamped': '잘라 낸 k3', exact: '정확한 값' },
    choices: {
      'ratio-weighted': 'ρ·k3: k3에 비율 π/π_old를 곱한 것. π_old가 샘플링한 토큰에 대해 편향이 없습니다.',
      variant: 'GRPO 변형이 정하는 대로: TRL은 k3, verl은 잘라 낸 k3.',
      k3: '발표된 그대로의 k3: 샘플링 직후의 첫 스텝에서만 편향이 없고, 뒤에는 몇몇 토큰이 나머지 모두를 압도할 수 있습니다.',
      'k3-clamped': 'verl의 k3: 로그 비율은 ±20, k3는 ±10 안에 둡니다.',
      exact: '추정하지 않음: 토큰마다 어휘 전체를 더합니다.',
    },
  },
  entropyWeight: {
    label: '엔트로피 가중치',
    meaning: '엔트로피 보너스의 가중치.',
  },
  minibatches: {
    label: '미니배치',
    meaning:
      '롤아웃을 한 번 훑을 때의 최적화 스텝 수. 롤아웃을 하나씩 섞어 고르게 나누며, 한 스텝의 롤아웃이 그룹보다 적어지면 스텝을 줄입니다.',
    unit: '스텝',
  },
  innerEpochs: {
    label: '내부 에포크',
    meaning: '같은 롤아웃을 훑는 횟수.',
    unit: '회',
  },
  groupsInLoss: {
    label: '손실에 넣는 그룹',
    meaning:
      '모든 롤아웃의 보상이 같은 그룹을 배치에 둘지 뺄지. 어드밴티지는 없지만, 그 KL 항과 엔트로피 항은 늘 실패하는 곳에서 에이전트가 계속 탐색하게 합니다.',
    names: { mixed: '혼합 그룹만', all: '모든 그룹' },
    choices: {
      mixed: '보상이 서로 다른 그룹만(DAPO).',
      all: '모든 그룹: 손실을 배치 전체로 나눕니다.',
    },
  },
  startLevels: {
    label: '시작 난이도',
    meaning:
      '시작할 때 환경 모델이 쓸 과제의 레벨별 가중치로, 레벨 1부터 적습니다. 비워 두면 원래 그대로입니다. 첫 에폭 전에 실제 생성기가 그 레벨들로 쓴 텍스트를 학습하고, KL 발산은 거기서부터 잽니다. 환경 모델이 과제를 쓰지 않는 실험군에서는 달라지는 것이 없습니다.',
  },
  environmentLearningRate: {
    label: '환경 모델 학습률',
    meaning: '환경 모델의 AdamW 스텝 크기.',
  },
  environmentBeta1: { label: '환경 모델 Adam β₁', meaning: adam.beta1 },
  environmentBeta2: { label: '환경 모델 Adam β₂', meaning: adam.beta2 },
  environmentEpsilon: { label: '환경 모델 Adam ε', meaning: adam.epsilon },
  environmentWeightDecay: { label: '환경 모델 가중치 감쇠', meaning: adam.weightDecay },
  environmentClipNorm: { label: '환경 모델 그래디언트 클리핑', meaning: adam.clipNorm },
  environmentSteps: {
    label: '회귀 스텝',
    meaning: '에포크마다 환경 모델의 최적화 스텝 수.',
    unit: '스텝',
  },
  environmentReplayEpochs: {
    label: '회귀 창',
    meaning: '최근 몇 에포크 동안 D_env에 들어온 텍스트로 환경 모델이 배우는지.',
    unit: '에포크',
  },
  environmentMaxPairs: {
    label: '스텝당 쌍',
    meaning: '회귀 스텝 하나에 들어가는 텍스트의 최대 수. 더 많으면 표본을 뽑습니다.',
    unit: '텍스트',
  },
  environmentKlWeight: {
    label: '환경 모델 KL 가중치',
    meaning: '회귀에서 초기 환경 모델과의 KL 발산이 차지하는 가중치.',
  },
  klOnCurrentBatch: {
    label: '현재 배치의 KL',
    meaning:
      '페널티에 방금 쓴 텍스트도, 하나도 필터를 통과하지 못했더라도 넣습니다. 환경 모델을 어려운 초기 분포 쪽으로 끌어당깁니다.',
  },
  environmentKlCap: {
    label: 'KL 상한',
    meaning:
      '텍스트당 초기 환경 모델과의 평균 KL 발산의 최댓값. 스텝의 페널티에 들어가는 텍스트, 곧 회귀의 텍스트와, “현재 배치의 KL”을 켰으면 방금 쓴 텍스트까지의 평균입니다. 곡선은 마지막 스텝 뒤에 같은 텍스트에서 구한 같은 평균을 보여 줍니다. 0이면 상한을 끕니다.',
    unit: 'nat',
  },
  capAction: {
    label: '상한에서의 동작',
    meaning: 'KL 상한에 이르렀을 때 하는 일.',
    names: { stop: '멈춤', 'scale-back': '줄임', 'roll-back': '되돌림', 'kl-only': 'KL만' },
    choices: {
      stop: '이 에포크에서는 스텝을 더 하지 않습니다.',
      'scale-back':
        '상한을 넘는 스텝은 넘지 않을 때까지 반으로 줄입니다. Adam의 모멘트는 스텝 전으로 돌아가고, 에포크의 다른 스텝이 이어집니다. 네 번 줄여도 넘으면 스텝을 되돌리고, 이 에포크에서는 더 하지 않습니다.',
      'roll-back': '상한을 넘는 스텝을 모멘트까지 되돌리고, 이 에포크에서는 더 하지 않습니다.',
      'kl-only': '스텝이 KL 발산만 낮추어 상한 아래로 돌아옵니다.',
    },
  },
  baseShare: {
    label: '기본 데이터의 비율',
    meaning: '에포크의 과제 가운데 기본 데이터에서 오는 비율. 기본 데이터와 이력을 뺀 나머지가 새 과제입니다.',
  },
  replayShare: {
    label: '이력의 비율',
    meaning: '에포크의 과제 가운데 D_train, 곧 앞선 에포크의 유효한 트레이스에서 뽑는 비율.',
  },
  replayForm: {
    label: '이력의 사용',
    meaning: 'D_train에서 뽑은 것으로 에이전트가 하는 일.',
    names: { tasks: '과제', traces: '예전 트레이스' },
    choices: {
      tasks: '과제를 새로 풀고 새 답에서 배웁니다.',
      traces:
        '예전 답에서 오프폴리시로 배웁니다. 비율은 그 에포크의 에이전트에 대한 것이며, 다른 비율처럼 클리핑합니다.',
    },
  },
  replayChoice: {
    label: 'D_train에서 고르기',
    meaning: '필요한 것 하나마다 무작위 항목 여덟 개 가운데서 고르는 방법.',
    names: { uniform: '무작위', nearest: 'α에 가까운 것' },
    choices: {
      uniform: '먼저 뽑힌 것: 모든 항목의 확률이 같습니다.',
      nearest: '풀었을 때의 성공률이 α에 가장 가까운 것.',
    },
  },
  basePool: {
    label: '기본 데이터',
    meaning: '참 생성기에서 나온 기본 데이터 집합의 과제 수.',
    unit: '과제',
  },
  baseLevels: {
    label: '기본 데이터의 레벨',
    meaning: '기본 데이터에 각 레벨이 얼마나 자주 나오는지.',
    names: { uniform: '고르게', easy: '쉬운 쪽', hard: '어려운 쪽' },
    choices: {
      uniform: '모든 레벨이 똑같이 자주.',
      easy: '각 레벨이 바로 아래 레벨의 절반만큼.',
      hard: '각 레벨이 바로 아래 레벨의 1.35배만큼.',
    },
  },
  staticPool: {
    label: '정적 과제',
    meaning: '실험군 GenEnv-Static에서 환경 모델이 학습 전에 한 번 쓰는 과제의 수(논문: 기본 데이터를 합쳐 3,264개).',
    unit: '과제',
  },
  offlinePool: {
    label: '오프라인 과제',
    meaning:
      '실험군 “오프라인 교사”에서 교사 모델이 쓰고 거른 과제의 수(논문: 957개와 1,777개, 기본 데이터의 약 ×2와 ×4).',
    unit: '과제',
  },
  evalEvery: {
    label: '평가 간격',
    meaning: '학습에 쓰지 않는 과제로 하는 평가 사이의 에포크 수. 첫 에포크 전과 마지막 에포크 뒤에도 평가합니다.',
    unit: '에포크',
  },
  evalSplit: {
    label: '평가 과제',
    meaning: '성공률을 재는 고정 과제. 개발 세트로 조정하고, 홀드아웃으로 보고합니다.',
    names: { development: '개발 세트', 'held-out': '홀드아웃' },
    choices: {
      development: '설정을 고를 때.',
      'held-out': '보고할 때.',
    },
  },
  evalTasks: {
    label: '레벨당 과제',
    meaning: '각 과제군의 레벨마다 평가 과제의 수.',
    unit: '과제',
  },
  evalSamples: {
    label: '과제당 샘플',
    meaning: '평가 과제마다의 롤아웃 수, 평균합니다(avg@k).',
    unit: '롤아웃',
  },
  evalTemperature: {
    label: '평가 온도',
    meaning: '평가에서 로짓을 이 값으로 나눕니다. 0이면 그리디입니다.',
  },
};

const labelOf = (name: SettingName | null): string => (name === null ? '' : `“${settingWords[name].label}”`);

export function settingProblemText(problem: SettingProblem): string {
  const label = `${labelOf(problem.name)} 설정은`;
  switch (problem.code) {
    case 'not-a-number-in-range':
    case 'not-a-whole-number-in-range': {
      const { minimum, maximum, value, default: usual } = problem.parameters;
      const noun = problem.code === 'not-a-number-in-range' ? '수여야' : '정수여야';
      return `${label} ${minimum}에서 ${maximum}까지의 ${noun} 합니다(현재 ${value}). 기본값은 ${usual}입니다.`;
    }
    case 'not-a-choice':
      return `${label} 다음 중 하나여야 합니다: ${problem.parameters.choices}(현재 ${problem.parameters.value}).`;
    case 'not-a-switch':
      return `${label} true 또는 false여야 합니다(현재 ${problem.parameters.value}).`;
    case 'not-a-text':
      return `${label} ${problem.parameters.longest}자 이하의 텍스트여야 합니다(현재 ${problem.parameters.value}).`;
    case 'not-a-list-of-names':
      return `${label} 서로 다른 이름(소문자, 숫자, 하이픈)이 하나 이상 있는 목록이어야 합니다(현재 ${problem.parameters.value}).`;
    case 'not-tasks':
      return tasksProblemText(problem.parameters.problem);
    case 'not-a-world':
      return worldProblemText(problem.parameters.problem);
    case 'not-a-list-of-these':
      return `${label} ${problem.parameters.among} 가운데 서로 다른 이름이 하나 이상 있는 목록이어야 합니다(현재 ${problem.parameters.value}).`;
    case 'not-weights':
      return `${label} 0 이상인 수 ${problem.parameters.most}개 이하여야 하고 하나는 0보다 커야 하며, 아니면 비워 두어야 합니다(현재 ${problem.parameters.value}).`;
    case 'levels-without-weight':
      return `${labelOf('startLevels')}: 다음 과제군은 모든 레벨의 가중치가 0입니다: ${problem.parameters.families}. 그 레벨 가운데 하나에 가중치를 주세요.`;
    case 'weights-beyond-levels':
      return `${labelOf('startLevels')}: 가중치는 ${problem.parameters.weights}개인데 레벨은 ${problem.parameters.levels}개뿐입니다. 끝의 가중치를 지우세요.`;
    case 'no-levels-for-base-samples':
      return `${labelOf('startLevels')}: 기본 샘플을 변형하는 환경 모델은 그 샘플의 레벨로 과제를 씁니다. ${labelOf('taskContext')} 설정을 seed나 base-seed로 하거나 가중치를 비우세요.`;
    case 'shares-above-one': {
      const { baseShare, replayShare } = problem.parameters;
      return `${labelOf('baseShare')}(${baseShare})과 ${labelOf('replayShare')}(${replayShare})의 합이 1을 넘습니다. 하나를 낮추세요. 나머지가 새 과제입니다.`;
    }
    case 'no-teacher-named':
      return `실험군 “${armTitle(problem.parameters.arm)}”에는 교사 모델이 필요합니다. 그 폴더를 적으세요.`;
    case 'no-embedding-model-named':
      return `${labelOf('softReward')} 설정이 임베딩이면 임베딩 모델이 필요합니다. ${labelOf('embeddingModel')} 설정에 그 폴더를 적으세요.`;
    case 'no-written-keys':
      return `다음 과제군에서는 환경 모델이 정답 키를 쓸 수 없습니다: ${problem.parameters.families}. 맞는 답이 여럿일 수 있거나 텍스트가 자연어입니다. ${labelOf('answerKey')} 설정을 오라클로 두거나 다른 과제군을 고르세요.`;
    case 'fixed-during-a-run':
      return `${label} 실행을 규정하므로 실행 중에는 바꿀 수 없습니다. 이 값으로 새 실행을 시작하세요.`;
    case 'unknown-setting':
      return `이름이 ${JSON.stringify(problem.parameters.setting)}인 설정은 없습니다. 지우거나 철자를 확인하세요.`;
    case 'unknown-version': {
      const { version, newest } = problem.parameters;
      return `이 설정은 버전 ${version}이지만, 이 프로그램은 버전 ${newest}까지 읽습니다. 더 새로운 프로그램을 쓰세요.`;
    }
    case 'not-settings':
      return '설정은 이름과 값으로 된 객체여야 합니다.';
  }
}

/** The part of a link that could not be used. */
export function linkProblemText(problem: LinkProblem): string {
  switch (problem.code) {
    case 'link-too-long':
      return `이 링크의 설정은 ${problem.length}자로, ${problem.longest}자를 넘습니다. 쓰지 않았습니다.`;
    case 'link-version':
      return (
        `이 링크의 버전은 ${JSON.stringify(problem.version)}인데, 이 프로그램은 버전 ${problem.newest}까지 읽습니다. ` +
        '그 설정은 쓰지 않았습니다. 더 새로운 프로그램으로 여세요.'
      );
    case 'link-unknown-setting':
      return problem.more === 0
        ? `이름이 ${JSON.stringify(problem.name)}인 설정은 없습니다. 링크의 이 부분은 쓰지 않았습니다.`
        : `이 링크의 이름 ${problem.more + 1}개는 설정이 아닙니다. 첫째는 ${JSON.stringify(problem.name)}입니다. 이 부분들은 쓰지 않았습니다.`;
    case 'link-repeated-setting':
      return `${labelOf(problem.name)} 설정이 링크에 두 번 이상 나와 쓰지 않았습니다.`;
    case 'link-unknown-control':
      return problem.more === 0
        ? `이름이 ${JSON.stringify(problem.name)}인 컨트롤은 없어 숨길 수 없습니다.`
        : `이 링크가 숨기는 이름 ${problem.more + 1}개는 컨트롤이 아닙니다. 첫째는 ${JSON.stringify(problem.name)}입니다.`;
    case 'link-setting':
      return settingProblemText(problem.problem);
  }
}
