/** @file The choice of a GPU's kernels, in a phrase. */
import type { Tuning } from '../../policy/policy.ts';

const DEFAULT_BECAUSE = {
  'software-adapter': '튜닝 안 함: 소프트웨어 어댑터',
  'switched-off': '튜닝 안 함: 꺼짐',
};

export function tuningText(tuning: Tuning): string {
  if (tuning.by === 'default') return DEFAULT_BECAUSE[tuning.reason];
  const variant = `변형 ${tuning.variants}개 중 ${tuning.variant + 1}번`;
  return tuning.by === 'measurement' ? `${variant}, 방금 측정함` : `${variant}, 전에 측정함`;
}
