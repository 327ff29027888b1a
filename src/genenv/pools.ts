/**
 * @file Keeps the part of Algorithm 1's pools that the loop needs. D_train holds attempted tasks with their valid
 * traces. D_env holds (context → task) pairs with weights. Both pools follow from the events. The store has the
 * complete entries (store/pool-contract.ts). An epoch reads only the entries of D_train that it draws, so memory does
 * not grow with the run.
 *
 * A trace in D_train may be a failure. The paper does not say how to draw from D_train; see sources/history.ts.
 */
import type { TrainPool } from '../store/pool-contract.ts';
import type { EnvironmentEntry, PoolsUpdated, RunEvent, TaskText } from './log/events.ts';
import { allRollouts, type Group, type MadeRollout } from './log/epoch-events.ts';

export interface Pools {
  /** D_train with the entries of all finished epochs. */
  train: TrainPool;
  trainSize: number;
  /** Pairs of D_env in the order written. Pairs before the regression window may be missing, to save memory. */
  environment: EnvironmentEntry[];
  /** Number of pairs in D_env, including pairs that are not in memory. */
  environmentSize: number;
  /** Tasks written before training, for the arms static and offline. */
  fixed: TaskText[];
}

/** Returns a string that identifies a task. The text alone is not enough, because two families may have equal texts. */
export const taskKey = ({ family, text }: { family: string; text: string }): string => `${family} ${text}`;

export const emptyPools = (train: TrainPool): Pools => ({
  train,
  trainSize: 0,
  environment: [],
  environmentSize: 0,
  fixed: [],
});

export function addToPools(pools: Pools, event: RunEvent): void {
  if (event.type === 'run-started') pools.fixed.push(...event.fixedTasks);
  if (event.type !== 'pools-updated') return;
  pools.trainSize = event.trainSize;
  pools.environment.push(...event.environment);
  pools.environmentSize = event.environmentSize;
}

/** Returns Valid(trace) of Algorithm 1: true if the answer is finished, follows the output schema and could be run. */
export const isValidTrace = ({ rollout, score }: MadeRollout): boolean =>
  rollout.finish === 'stop' && score?.wellFormed === true;

/** Returns the pairs of the last `epochs` epochs up to `epoch`. */
export const regressionWindow = (
  entries: readonly EnvironmentEntry[],
  epoch: number,
  epochs: number,
): EnvironmentEntry[] => entries.filter((entry) => entry.epoch > epoch - epochs);

/** Returns the event that adds an epoch's valid traces to D_train and pairs to D_env. Does not change the pools. */
export function growPools(
  { trainSize, environmentSize }: Pick<Pools, 'trainSize' | 'environmentSize'>,
  epoch: number,
  groups: readonly Group[],
  pairs: readonly EnvironmentEntry[],
): PoolsUpdated {
  const traces = allRollouts(groups);
  const valid = traces.filter(isValidTrace).length;
  return {
    type: 'pools-updated',
    epoch,
    environment: [...pairs],
    trainSize: trainSize + valid,
    environmentSize: environmentSize + pairs.length,
    invalidTraces: traces.length - valid,
  };
}
