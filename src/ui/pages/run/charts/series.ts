/**
 * @file The curves of a run under a name, and what they may be drawn over: epochs, or what was spent until then.
 */
import type { EpochMetrics, HeldOutPoint, RunMetrics } from '../../../../analysis/metrics.ts';

export interface RunSeries {
  name: string;
  metrics: RunMetrics;
}

export const AXES = ['epoch', 'agentRollouts', 'tokens', 'flops'] as const;
export type Axis = (typeof AXES)[number];

/** Where an epoch stands on an axis. */
export const position = (row: Pick<EpochMetrics | HeldOutPoint, 'epoch' | 'spent'>, axis: Axis): number =>
  axis === 'epoch' ? row.epoch : row.spent[axis];
