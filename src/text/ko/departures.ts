/** @file Why a default is not the value of the paper or of its code, one sentence a setting. */
import type { Departure } from '../../genenv/settings/departures.ts';

export const departures: Readonly<Record<Departure, string>> = {
  epochs:
    '여기의 에이전트는 처음에 과제의 2~10%만 풀어 여러 에포크가 필요합니다. 논문의 모델은 7% 이상에서 출발합니다.',
  tasksPerEpoch:
    '짧은 에포크는 하나씩 지켜볼 수 있습니다. 180에포크의 과제는 2,880개, 논문의 10에포크의 과제는 640개입니다.',
  taskContext: '기본 제공 환경 모델은 시드를 이어 쓰는 법을 배웠고, 답이 딸린 과제를 읽는 법은 배우지 않았습니다.',
  variations: '여기서는 한 컨텍스트의 변형들이 길이가 달라, 모두를 합친 p̂으로는 각각을 알기 어렵습니다.',
  beta: 'β가 2이면 필터 안에서 보상이 거의 평평합니다. 가장자리(k_min 0.26)의 과제는 ½인 과제보다 가중치가 12% 작고, 8이면 34% 작습니다.',
  kMin: '답이 8개일 때 0.1은 8개 중 4개만 통과시키며, 참 성공률이 ½인 과제도 27%만 통과합니다. 0.26이면 8개 중 2~6개이고, 93%가 통과합니다.',
  successScope: '컨텍스트마다 변형이 하나이므로 과제는 자신의 답으로 판단합니다.',
  agentLearningRate: '파라미터가 23,000개인 모델에는 70억 개인 모델보다 큰 스텝이 필요합니다.',
  agentKlWeight: '스텝이 클 때 에이전트가 학습 전에 익힌 답의 형식을 지켜 줍니다.',
  agentKlEstimator:
    '코드의 k3는 샘플링 직후의 첫 스텝에서만 편향이 없고, 그 뒤에는 몇몇 토큰이 나머지 모두를 압도할 수 있습니다. ρ·k3는 모든 스텝에서 편향이 없습니다.',
  entropyWeight:
    '고를 단어가 적어 에이전트가 한 동사에 설비 하나를 일찍 정해 버리기 쉽습니다. 이 보너스는 다른 선택지를 살려 둡니다.',
  minibatches: '답 128개를 두 스텝으로 나누면 스텝마다 64개입니다. 코드는 512개를 넷으로 나누어 128개씩입니다.',
  environmentLearningRate: '파라미터가 23,000개인 모델에는 70억 개인 모델보다 큰 스텝이 필요합니다.',
  environmentMaxPairs: '에포크의 과제가 64개가 아니라 16개라서 배울 텍스트가 적습니다.',
  basePool: '여기의 세계는 논문의 벤치마크보다 작습니다.',
  staticPool: '기본 과제와 같은 수로 하여, 이 실험군에 두 종류가 똑같이 들어갑니다.',
  offlinePool: '기본 과제의 두 배입니다. 논문의 957개도 544개의 약 두 배입니다.',
  evalTemperature: '샘플링한 답은 과제가 얼마나 자주 풀리는지 알려 주고, 그리디 답은 풀리는지만 알려 줍니다.',
};
