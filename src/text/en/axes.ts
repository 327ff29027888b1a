/** @file The axes that learning is drawn over, in words. */
import type { Axis } from '../../analysis/axes.ts';

export interface AxisWords {
  /** Beside the axis of a figure. */
  label: string;
  /** Completes “after 1,280 …”. */
  noun: string;
  /** In a menu, and beside the axis of a small chart. */
  short: string;
}

export const axes: Readonly<Record<Axis, AxisWords>> = {
  epoch: { label: 'Epoch', noun: 'epochs', short: 'epochs' },
  rollouts: { label: 'Agent rollouts', noun: 'agent rollouts', short: 'agent rollouts' },
  tokens: {
    label: 'Tokens sampled, both models',
    noun: 'tokens sampled by both models',
    short: 'tokens of both models',
  },
  flops: {
    label: 'Floating-point operations, both models',
    noun: 'floating-point operations of both models',
    short: 'FLOPs of both models',
  },
  seconds: {
    label: 'Seconds on the machine that ran it',
    noun: 'seconds on the machine that ran it',
    short: 'seconds',
  },
};
