/**
 * @file The axes that learning is drawn over. The arm that is ahead depends on them: at equal agent rollouts a learning
 * environment costs nothing; at equal floating-point operations its training is paid for too.
 */
import { flopsOf, tokensOf } from '../genenv/log/epoch-events.ts';
import type { Cost } from '../genenv/log/events.ts';
import type { Curve } from './curves.ts';
import type { RunSummary } from './run-summary.ts';
import type { RunTelemetry } from './run-telemetry.ts';

export const LOG_AXES = ['epoch', 'rollouts', 'tokens', 'flops'] as const;
export type LogAxis = (typeof LOG_AXES)[number];

/** Seconds are recorded beside the results, and not of every run. */
export const AXES = [...LOG_AXES, 'seconds'] as const;
export type Axis = (typeof AXES)[number];

/** Runs to compare, and how long they took where that was recorded. */
export interface Runs {
  summaries: readonly RunSummary[];
  telemetry?: ReadonlyMap<string, RunTelemetry>;
}

/** An epoch's place on an axis, from what was spent until then. */
export function placeOf(epoch: number, spent: Cost, axis: LogAxis): number {
  switch (axis) {
    case 'epoch':
      return epoch;
    case 'rollouts':
      return spent.agentRollouts;
    case 'tokens':
      return tokensOf(spent);
    case 'flops':
      return flopsOf(spent);
  }
}

/** A row's place on an axis; null where its run has no recorded seconds. */
export const costAt = (
  row: Cost & { epoch: number },
  axis: Axis,
  telemetry: RunTelemetry | undefined,
): number | null => (axis === 'seconds' ? (telemetry?.seconds[row.epoch] ?? null) : placeOf(row.epoch, row, axis));

/** Held-out success of one run. What is spent before training leaves the agent as it is: such a curve begins level. */
export function heldOutCurve(summary: RunSummary, axis: Axis, telemetry?: RunTelemetry): Curve {
  const points = summary.heldOut.flatMap((row) => {
    const x = costAt(row, axis, telemetry);
    return x === null ? [] : [{ x, y: row.success }];
  });
  return points.length > 0 && points[0].x > 0 ? [{ x: 0, y: points[0].y }, ...points] : points;
}
