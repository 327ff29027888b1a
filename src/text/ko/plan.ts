/** @file The words of a plan of memory: what takes how much, whether it fits, what to turn down. */
import { NO_SETTING_ENOUGH, obstacleSentence } from './errors.ts';

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`;

export const plan = {
  /** Parts that stay in memory all the time. */
  kept: {
    weights: '가중치',
    reference: '처음의 가중치(참조)',
    adapters: '어댑터',
    gradients: '그래디언트',
    optimizer: '옵티마이저(가중치마다 모멘트 둘)',
    held: '업데이트 동안 두는 사본',
  },
  words: {
    sampling: '샘플링, 최대',
    cache: '그중 키와 값',
    learning: '업데이트, 최대',
    logits: '그중 로짓',
    activations: '그중 활성값과 나머지',
    peak: '모두, 최대',
    largestBinding: '한 번에 바인딩하는 가장 큰 부분',
    nothing: NO_SETTING_ENOUGH,
  },
  obstacle: obstacleSentence,
  fits: (adapter: string, bytes: number) => `들어갑니다: ${adapter}에서 최대 ${gigabytes(bytes)}.`,
  change: (changes: readonly string[]) => `다음 설정이면 들어갑니다: ${changes.join(' ')}`,
};
