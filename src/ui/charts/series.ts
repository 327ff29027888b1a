/**
 * @file The curves of a run: one row per finished epoch, a fold over the events. Costs are running sums, so that every
 * curve can be drawn over epochs, rollouts or floating-point operations of both models.
 */
import type { TaskVerdict } from '../../genenv/events.ts';
import { successRate } from '../../genenv/success.ts';
import type { RunView } from '../run-view.ts';

export const AXES = ['epoch', 'rollouts', 'flops'] as const;
export type Axis = (typeof AXES)[number];

export interface EpochRow {
  epoch: number;
  /** Sums over this and all earlier epochs. */
  rollouts: number;
  flops: number;
  successes: number;
  attempts: number;
  /** NaN where a quantity does not exist in this epoch: no point is drawn. */
  successRate: number;
  /** The band α ± k_min this epoch was filtered with. */
  bandLow: number;
  bandHigh: number;
  environmentReward: number;
  reward: number;
  meanLevel: number;
  agentKl: number;
  environmentKl: number;
  loss: number;
  gradNorm: number;
  responseLength: number;
  taskLength: number;
  trainSize: number;
  environmentSize: number;
  mixed: number;
  solved: number;
  unsolved: number;
  verdicts: Record<TaskVerdict, number>;
}

/** An evaluation on tasks never trained on; epoch 0 is before the first. */
export interface HeldOutRow {
  epoch: number;
  rollouts: number;
  flops: number;
  success: number;
  /** By family, first level first. */
  byLevel: Record<string, number[]>;
  samples: number;
}

export interface RunSeries {
  name: string;
  epochs: EpochRow[];
  heldOut: HeldOutRow[];
}

export function seriesOf(name: string, view: RunView): RunSeries {
  const epochs: EpochRow[] = [];
  const heldOut: HeldOutRow[] = [];
  const start = view.started?.cost;
  let rollouts = start?.agentRollouts ?? 0;
  let flops = start ? start.agentFlops + start.environmentFlops : 0;
  const before = view.started?.heldOut;
  if (before) heldOut.push({ epoch: 0, rollouts, flops, ...before });

  for (const one of view.epochs) {
    const ended = one['epoch-ended'];
    if (!ended) continue;
    const { epoch, cost, success } = ended;
    rollouts += cost.agentRollouts;
    flops += cost.agentFlops + cost.environmentFlops;
    const agent = one['agent-updated'];
    const agentStep = agent?.steps.at(-1);
    const { alpha, kMin } = one.settings;
    epochs.push({
      epoch,
      rollouts,
      flops,
      successes: success.k,
      attempts: success.n,
      successRate: success.n ? successRate(success) : NaN,
      bandLow: alpha - kMin,
      bandHigh: alpha + kMin,
      environmentReward: ended.meanEnvironmentReward,
      reward: ended.meanReward,
      meanLevel: ended.meanLevel,
      agentKl: agentStep?.klPerToken ?? NaN,
      environmentKl: one['environment-updated']?.klPerSequence ?? NaN,
      loss: agentStep?.loss ?? NaN,
      gradNorm: agentStep?.gradNorm ?? NaN,
      responseLength: ended.responseLength,
      taskLength: ended.taskLength,
      trainSize: one['pools-updated']?.trainSize ?? NaN,
      environmentSize: one['pools-updated']?.environmentSize ?? NaN,
      mixed: agent?.mixedGroups ?? NaN,
      solved: agent?.solvedGroups ?? NaN,
      unsolved: agent?.unsolvedGroups ?? NaN,
      verdicts: ended.verdicts,
    });
    if (ended.heldOut) heldOut.push({ epoch, rollouts, flops, ...ended.heldOut });
  }
  return { name, epochs, heldOut };
}
