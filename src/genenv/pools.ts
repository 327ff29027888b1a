/**
 * @file The pools of Algorithm 1: D_train, valid traces of the agent, and D_env, (context → task) pairs with their
 * weights. Both are folds over the events, so a stored log is all that has to be kept.
 *
 * Success is not required of a trace in D_train. Under GRPO old traces are off-policy, so what is replayed is their
 * tasks, which the agent attempts anew; the paper leaves this and the mixture open.
 */
import type { EnvironmentEntry, RunEvent, TaskText, TrainEntry } from './events.ts';

export interface Pools {
  /** D_train, each task text once, in the order of first attempt. */
  train: TrainEntry[];
  /** D_env, in the order written. */
  environment: EnvironmentEntry[];
  /** Base data and tasks made once before training. */
  fixed: TaskText[];
}

export const emptyPools = (): Pools => ({ train: [], environment: [], fixed: [] });

/** Adds what an event brings, in place. */
export function addToPools(pools: Pools, event: RunEvent): void {
  if (event.type === 'run-started') pools.fixed.push(...event.fixedTasks);
  if (event.type !== 'pools-updated') return;
  pools.train.push(...event.train);
  pools.environment.push(...event.environment);
}

/** The pools after a log of events. */
export function foldPools(events: readonly RunEvent[]): Pools {
  const pools = emptyPools();
  for (const event of events) addToPools(pools, event);
  return pools;
}

/** Valid(trace) of Algorithm 1: the answer was finished, follows the output schema and could be executed. */
export const isValidTrace = (trace: { wellFormed: boolean; finish: 'stop' | 'length' }): boolean =>
  trace.wellFormed && trace.finish === 'stop';

/** The pairs of the last `epochs` epochs up to and with this one. */
export const regressionWindow = (
  entries: readonly EnvironmentEntry[],
  epoch: number,
  epochs: number,
): EnvironmentEntry[] => entries.filter((entry) => entry.epoch > epoch - epochs);

export interface Mixture {
  base: number;
  replay: number;
  /** New tasks, from wherever the arm takes them. */
  fresh: number;
}

/** How many tasks of an epoch come from where; what D_train cannot give yet is new instead. */
export function mixture(
  { tasksPerEpoch, baseShare, replayShare }: { tasksPerEpoch: number; baseShare: number; replayShare: number },
  trainSize: number,
): Mixture {
  const base = Math.min(tasksPerEpoch, Math.round(baseShare * tasksPerEpoch));
  const replay = Math.min(tasksPerEpoch - base, Math.round(replayShare * tasksPerEpoch), trainSize);
  return { base, replay, fresh: tasksPerEpoch - base - replay };
}
