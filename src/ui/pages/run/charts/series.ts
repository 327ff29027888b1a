/** @file The curves of a run under its name, and what they are drawn over: epochs, or what was spent until then. */
import { type LogAxis, placeOf } from '../../../../analysis/run-summary.ts';
import type { EpochMetrics, HeldOutPoint, RunMetrics } from '../../../../analysis/metrics.ts';

export interface RunSeries {
  name: string;
  metrics: RunMetrics;
}

export const position = (row: Pick<EpochMetrics | HeldOutPoint, 'epoch' | 'spent'>, axis: LogAxis): number =>
  placeOf(row.epoch, row.spent, axis);
