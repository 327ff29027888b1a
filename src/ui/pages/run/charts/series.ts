/**
 * @file The curves of a run under its name, and what they are drawn over: epochs, or what was spent until then.
 */
import { AXES, type Axis } from '../../../../analysis/axes.ts';
import type { EpochMetrics, HeldOutPoint, RunMetrics } from '../../../../analysis/metrics.ts';

export interface RunSeries {
  name: string;
  metrics: RunMetrics;
}

/** The axes that a run's log has numbers for: seconds are not among them. */
export type LogAxis = Exclude<Axis, 'seconds'>;
export const LOG_AXES: readonly LogAxis[] = AXES.filter((axis) => axis !== 'seconds');

/** An epoch's place on an axis. */
export function position(
  { epoch, spent }: Pick<EpochMetrics | HeldOutPoint, 'epoch' | 'spent'>,
  axis: LogAxis,
): number {
  switch (axis) {
    case 'epoch':
      return epoch;
    case 'rollouts':
      return spent.agentRollouts;
    case 'tokens':
      return spent.tokens;
    case 'flops':
      return spent.flops;
  }
}
