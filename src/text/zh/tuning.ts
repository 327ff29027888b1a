/** @file The choice of a GPU's kernels, in a phrase. */
import type { Tuning } from '../../policy/policy.ts';

const DEFAULT_BECAUSE = {
  'software-adapter': '未调优：软件适配器',
  'switched-off': '未调优：已关闭',
};

export function tuningText(tuning: Tuning): string {
  if (tuning.by === 'default') return DEFAULT_BECAUSE[tuning.reason];
  const variant = `${tuning.variants} 种中的第 ${tuning.variant + 1} 种`;
  return tuning.by === 'measurement' ? `${variant}，刚才测得` : `${variant}，以前测得`;
}
