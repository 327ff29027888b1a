/** @file The choice of a GPU's kernels, in a phrase. */
import type { Tuning } from '../../policy/policy.ts';

const DEFAULT_BECAUSE = {
  'software-adapter': 'not tuned: software adapter',
  'switched-off': 'not tuned: switched off',
};

/** For the status line and the command line. */
export function tuningText(tuning: Tuning): string {
  if (tuning.by === 'default') return DEFAULT_BECAUSE[tuning.reason];
  const variant = `variant ${tuning.variant + 1} of ${tuning.variants}`;
  return tuning.by === 'measurement' ? `${variant}, measured now` : `${variant}, measured before`;
}
