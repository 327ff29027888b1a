/** @file The words of the first minute: the story that the recorded run tells, with captions of its beats. */
import type { BeatCode } from '../../analysis/story-beats.ts';
import type { firstMinute as english } from '../en/first-minute.ts';
import { went } from './went.ts';

type Beats = { readonly [Code in BeatCode]: { title: string; caption: (typeof english)['beats'][Code]['caption'] } };

const beats: Beats = {
  'too-hard': {
    title: '너무 어려움',
    caption: ({ unsolved, groups, mixed, right, answers }) =>
      `너무 어려워 배울 것이 적습니다. 과제 ${groups}개 중 ${unsolved}개는 한 번도 풀리지 않았고, ${mixed}개가 에이전트를 가르쳤습니다. 답 ${answers}개 중 ${right}개가 맞았습니다.`,
  },
  'comes-down': {
    title: '내려오기',
    caption: ({ levelBefore, levelAfter, from, to }) =>
      `환경 모델이 내려옵니다. 절반쯤 풀리는 과제에서 가장 큰 보상을 받기 때문입니다. 평균 레벨은 에포크 ${from}에서 ${levelBefore}, 에포크 ${to}에서 ${levelAfter}입니다.`,
  },
  discovers: {
    title: '발견',
    caption: ({ before, after, mastered }) =>
      `에이전트가 보상만으로 무엇이 맞는지 알아냅니다. 맞은 답이 처음에는 ${before}, 끝에는 ${after}입니다.${
        mastered
          ? ` 에포크 ${mastered.epoch}: “${mastered.task}”에 대한 답 ${mastered.answers}개가 모두 맞았습니다.`
          : ''
      }`,
  },
  grows: {
    title: '자라기',
    caption: ({ levelBefore, levelAfter, heldOut }) =>
      `과제가 에이전트와 함께 자랍니다. 평균 레벨이 ${levelBefore}, 다음에는 ${levelAfter}입니다.${
        heldOut ? ` 어떤 모델도 학습에 쓰지 않는 과제에서 성공률: ${went(heldOut.before, heldOut.after)}.` : ''
      }`,
  },
};

export const firstMinute = {
  label: '네 장면의 이야기',
  beats,
  epochs: (from: string, to: string) => (from === to ? `에포크 ${from}` : `에포크 ${from}~${to}`),
  told: (from: string, to: string, caption: string) =>
    `${from === to ? `에포크 ${from}` : `에포크 ${from}~${to}`}. ${caption}`,
  meeting: {
    origins: {
      written: () => '한 모델, 곧 환경 모델이 방금 썼습니다.',
      continued: (seed: string) => `한 모델, 곧 환경 모델이 “${seed}”를 받아 나머지를 방금 썼습니다.`,
      given: () => '한 모델, 곧 환경 모델이 이 단어들을 받았고 아무것도 덧붙이지 않아 과제가 짧습니다.',
      known: () => '이미 있던 과제입니다. 이 에포크에는 어느 모델도 이 과제를 쓰지 않았습니다.',
    },
    'tasks-written': (task: string, origin: string) =>
      `과제 하나를 따라가 봅시다: “${task}”. ${origin} 다른 모델, 곧 에이전트가 답해야 합니다.`,
    'rolled-out': (answers: string) =>
      `에이전트가 ${answers}번 답합니다. 단어는 알지만 그 가운데 무엇이 맞는지는 아무도 알려 주지 않았으므로 어림짐작합니다.`,
    scored: (right: string, k: string, n: string) =>
      `프로그램이 판정합니다. 맞은 답은 “${right}” 하나뿐이고, 답 ${n}개 중 ${k}개가 맞았습니다. 맞고 틀림 말고는 아무도 배우는 것이 없습니다.`,
    filtered: (k: string, n: string) =>
      `환경 모델은 절반쯤 풀리는 과제에서 가장 많이 법니다. ${n}개 중 ${k}개가 맞았으므로 점이 거기 놓입니다.`,
    'agent-updated': (word: string, before: string, taught: boolean) =>
      taught
        ? `에이전트는 자기 답을 서로 비교해 배웁니다. “${before}” 다음에 “${word}” 쪽이 다른 것보다 나았으므로 그 확률이 올라갑니다.`
        : '답이 모두 똑같이 좋아 비교할 것이 없으므로, 에이전트는 이 과제에서 아무것도 배우지 않습니다.',
  },
  ended: (task: string, first: string, last: string, n: string) =>
    `같은 과제 “${task}”의 처음과 끝: 답 ${n}개 중 맞은 것이 ${first}개, 그다음 ${last}개. 아무도 답을 알려 주지 않았습니다.`,
  stage: {
    label: '실행 내내 따라가는 과제 하나',
    cast: [
      '작은 모델 하나, 환경 모델이 과제를 씁니다.',
      '다른 하나, 에이전트가 과제마다 여러 번 답합니다.',
      '프로그램이 어느 답이 맞는지 말합니다. 두 모델은 다른 어떤 것에서도 배우지 않습니다.',
    ],
    task: '과제',
    answers: '에이전트의 답',
    before: (epoch: string) => `처음: 에포크 ${epoch}`,
    after: (epoch: string) => `끝: 에포크 ${epoch}`,
    right: '맞음',
    wrong: '틀림, 정답:',
    nothing: '없음',
    solved: (k: string, n: string) => `${n}개 중 ${k}개 맞음`,
    likely: (word: string, before: string) => (before ? `“${before}” 다음의 “${word}”` : `첫 단어 “${word}”`),
    likelier: '확률이 올라감',
    earns: '환경 모델이 과제에서 버는 것',
    kept: '색칠한 곳: 이런 과제가 가르침',
    never: '한 번도 안 풀림',
    half: '절반쯤',
    always: '언제나',
    earned: (task: string, k: string, n: string, share: string) =>
      `“${task}”: ${n}개 중 ${k}개가 맞아, 가장 많이 벌 때의 ${share}.`,
    now: (epoch: string) => `에포크 ${epoch}에 쓰는 과제`,
    met: '이 과제가 나올 때마다',
    epoch: (epoch: string) => `에포크 ${epoch}`,
  },
  loop: '루프 전체',
  loopHint: '일어나는 모든 일의 그림, 모든 수치와 함께',
  skip: '건너뛰기',
  skipHint: '녹화된 실행의 끝으로',
  begun:
    '내 실행이 시작되었습니다. 먼저 홀드아웃 과제를 재고, 그다음 첫 과제를 씁니다. 그때까지 이 그림은 그대로 있습니다.',
  over: '이제 직접 해 보세요: 내 실행을 시작하거나 레슨을 들으세요.',
  lessons: '레슨',
} as const;
