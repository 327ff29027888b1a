/**
 * @file What learning is drawn over. Which arm is ahead depends on it: at equal agent rollouts a learning environment
 * costs nothing, at equal floating-point operations its training is paid for too.
 */
import type { Curve } from './curves.ts';
import type { CostSoFar, EpochRow, RunSummary } from './run-summary.ts';
import type { RunTelemetry } from './run-telemetry.ts';

export const AXES = ['epoch', 'rollouts', 'tokens', 'flops', 'seconds'] as const;
export type Axis = (typeof AXES)[number];

export const axes: Readonly<Record<Axis, { label: string; /** Completes “after 1,280 …”. */ noun: string }>> = {
  epoch: { label: 'Epoch', noun: 'epochs' },
  rollouts: { label: 'Agent rollouts', noun: 'agent rollouts' },
  tokens: { label: 'Tokens sampled, both models', noun: 'tokens sampled by both models' },
  flops: { label: 'Floating-point operations, both models', noun: 'floating-point operations of both models' },
  seconds: { label: 'Seconds on the machine that ran it', noun: 'seconds on the machine that ran it' },
};

/** Runs to compare, and how long they took where that was recorded. */
export interface Runs {
  summaries: readonly RunSummary[];
  telemetry?: ReadonlyMap<string, RunTelemetry>;
}

/** A row's place on an axis; null where its run has no recorded seconds. */
export function costOf(
  row: CostSoFar & Pick<EpochRow, 'epoch'>,
  axis: Axis,
  telemetry: RunTelemetry | undefined,
): number | null {
  switch (axis) {
    case 'epoch':
      return row.epoch;
    case 'rollouts':
      return row.agentRollouts;
    case 'tokens':
      return row.agentTokens + row.environmentTokens;
    case 'flops':
      return row.agentFlops + row.environmentFlops;
    case 'seconds':
      return telemetry?.seconds[row.epoch] ?? null;
  }
}

/**
 * Held-out success of one run. What is spent before training (on tasks written once) leaves the agent as it is: such a
 * curve begins level.
 */
export function heldOutCurve(summary: RunSummary, axis: Axis, telemetry?: RunTelemetry): Curve {
  const points = summary.heldOut.flatMap((row) => {
    const x = costOf(row, axis, telemetry);
    return x === null ? [] : [{ x, y: row.success }];
  });
  return points.length > 0 && points[0].x > 0 ? [{ x: 0, y: points[0].y }, ...points] : points;
}
