/**
 * @file Summarises a run for comparisons and figures: its settings, models, and one row of numbers per epoch. The
 * summary is a fold over the event log, so equal logs give equal summaries. sweeps/summaries-file.ts writes it as a
 * line of JSON.
 *
 * All settings are kept, because a record must not change its meaning when a default changes. Wall-clock time is left
 * out.
 *
 * Learning curves and their axes are computed from summaries here too.
 */
import { costFields, flopsOf, tokensOf } from '../genenv/log/epoch-events.ts';
import type { Cost, RunEvent, RunStarted } from '../genenv/log/events.ts';
import { logWithoutStart } from '../genenv/log/resume.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import type { PolicyDescription } from '../policy/policy.ts';
import type { Curve } from './statistics.ts';
import { summaryFields, type SummaryNumbers } from './epoch-fields.ts';
import { type EpochMetrics, type HeldOutPoint, runMetrics } from './metrics.ts';

/** A finished epoch, with the total cost since the run began. Numbers that the epoch lacks are null. */
export interface EpochRow extends SummaryNumbers, Cost {
  epoch: number;
}

/** An evaluation on tasks that were never trained on. Epoch 0 is before training. */
export interface HeldOutRow extends Cost {
  epoch: number;
  success: number;
  /** Success by family, lowest level first. */
  byLevel: Record<string, number[]>;
}

export type ModelIdentity = Pick<PolicyDescription, 'name' | 'family' | 'parameters' | 'weightsHash' | 'runtime'>;

export interface RunSummary {
  id: string;
  /** Arm in the comparison, e.g. `offline-2x`; the setting `arm` of such a run is only `offline`. */
  arm: string;
  /** Name of the model pair, which was pre-trained independently of other pairs. */
  models: string;
  settings: Settings;
  agent: ModelIdentity;
  environment: ModelIdentity;
  epochs: EpochRow[];
  heldOut: HeldOutRow[];
}

export type RunLabels = Pick<RunSummary, 'id' | 'arm' | 'models'>;

/** Cost columns of a summary in order, rollouts first. */
export const costColumns = ['agentRollouts', ...costFields.filter((name) => name !== 'agentRollouts')] as const;

/** Significant digits kept, so that a summary in memory equals its file. Results of seeds differ by far more. */
const DIGITS = 7;
const rounded = <Value extends number | null>(value: Value): Value =>
  (value === null || Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS))) as Value;

const spentOf = (spent: Cost): Cost =>
  Object.fromEntries(costColumns.map((name) => [name, spent[name]])) as unknown as Cost;

function epochRow(metrics: EpochMetrics): EpochRow {
  const names = Object.keys(summaryFields) as (keyof SummaryNumbers)[];
  const numbers = Object.fromEntries(names.map((name) => [name, rounded(metrics[name])])) as unknown as SummaryNumbers;
  return { epoch: metrics.epoch, ...numbers, ...spentOf(metrics.spent) };
}

const heldOutRow = ({ epoch, success, byLevel, spent }: HeldOutPoint): HeldOutRow => ({
  epoch,
  success: rounded(success),
  byLevel: Object.fromEntries(Object.entries(byLevel).map(([family, levels]) => [family, levels.map(rounded)])),
  ...spentOf(spent),
});

const identity = ({ name, family, parameters, weightsHash, runtime }: PolicyDescription): ModelIdentity => ({
  name,
  family,
  parameters,
  weightsHash,
  runtime,
});

/** Summarises a run's log. @throws Error if the log has no start of a run */
export function summariseRun({ id, arm, models }: RunLabels, events: readonly RunEvent[]): RunSummary {
  const started = events.find((event): event is RunStarted => event.type === 'run-started');
  if (!started) throw logWithoutStart(id);
  const { epochs, heldOut } = runMetrics(events);
  return {
    id,
    arm,
    models,
    settings: started.settings,
    agent: identity(started.agent),
    environment: identity(started.environment),
    epochs: epochs.map(epochRow),
    heldOut: heldOut.map(heldOutRow),
  };
}

/** Summarises a log on its own. Arm and models come from its settings, because no comparison names them. */
export function summariseLog(id: string, events: readonly RunEvent[]): RunSummary {
  const [started] = events;
  if (started?.type !== 'run-started') throw logWithoutStart(id);
  const models = `${started.agent.name} + ${started.environment.name}`;
  return summariseRun({ id, arm: started.settings.arm, models }, events);
}

/**
 * Axes of learning curves. Which arm is ahead depends on the axis. At equal agent rollouts a learning environment is
 * free. At equal floating-point operations its training counts too.
 */
export const AXES = ['epoch', 'rollouts', 'tokens', 'flops'] as const;
export type Axis = (typeof AXES)[number];

/** Returns an epoch's position on an axis, from the total cost up to its end. */
export function costAt(row: Cost & { epoch: number }, axis: Axis): number {
  switch (axis) {
    case 'epoch':
      return row.epoch;
    case 'rollouts':
      return row.agentRollouts;
    case 'tokens':
      return tokensOf(row);
    case 'flops':
      return flopsOf(row);
  }
}

/** Returns one run's held-out success curve. It starts flat, because costs before training do not change the agent. */
export function heldOutCurve({ heldOut }: RunSummary, axis: Axis): Curve {
  const points = heldOut.map((row) => ({ x: costAt(row, axis), y: row.success }));
  return points.length > 0 && points[0].x > 0 ? [{ x: 0, y: points[0].y }, ...points] : points;
}
