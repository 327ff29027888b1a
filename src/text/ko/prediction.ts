/** @file The words of the question that a person may answer before a run does. */
import type { Guess, Moment } from '../../analysis/next-tasks.ts';

const moments: Readonly<Record<Moment, (share: string) => string>> = {
  'too-hard': (share) => `최근 다섯 에포크 동안 한 번도 풀리지 않은 과제: ${share}.`,
  'too-easy': (share) => `최근 다섯 에포크 동안 맞은 답: ${share}.`,
};

const guesses: Readonly<Record<Guess, string>> = { easier: '더 쉬운 것', alike: '비슷한 것', harder: '더 어려운 것' };

const answers: Readonly<Record<Guess, string>> = {
  easier: '더 쉬운 과제를 썼습니다',
  alike: '비슷하게 어려운 과제를 썼습니다',
  harder: '더 어려운 과제를 썼습니다',
};

export const prediction = {
  label: '예측하고, 확인하기',
  moments,
  question: '환경 모델은 다음에 어떤 과제를 써야 할까요?',
  guesses,
  skip: '질문 건너뛰기',
  waits: (guess: Guess, epoch: string) => `내 예측은 “${guesses[guess]}”입니다. 에포크 ${epoch} 뒤에 로그가 답합니다.`,
  answer: (guess: Guess, answer: Guess, before: string, after: string) =>
    `내 예측은 “${guesses[guess]}”입니다. 환경 모델은 ${guess === answer ? '예측대로 ' : ''}${answers[answer]}: 평균 레벨이 앞 다섯 에포크에서 ${before}, 뒤 다섯 에포크에서 ${after}.`,
  close: '닫기',
} as const;
