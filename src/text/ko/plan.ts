/** @file The words of a plan of memory: what takes how much, whether it fits, what to turn down. */
import { NO_SETTING_ENOUGH, obstacleSentence } from './errors.ts';
import { formatBytes } from '../bytes.ts';

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
  fits: (adapter: string, bytes: number, memory: number | null) =>
    memory === null
      ? `이 실행에는 최대 ${formatBytes(bytes)} 필요합니다. 버퍼는 모두 ${adapter}의 한도 안에 있지만 WebGPU는 메모리 크기를 알려 주지 않습니다. 그래픽 카드의 메모리와 비교하세요.`
      : `들어갑니다: 이 실행에는 쓸 수 있는 ${formatBytes(memory)} 가운데 최대 ${formatBytes(bytes)} 필요합니다.`,
  change: (changes: readonly string[]) => `다음 설정이면 들어갑니다: ${changes.join(' ')}`,
};
