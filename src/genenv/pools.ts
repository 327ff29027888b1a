/**
 * @file Keeps the part of Algorithm 1's pools that the loop needs. D_train has attempted tasks with their valid traces,
 * D_env has (context → task) pairs with their weights. Both follow from the events. The store (store/pool-contract.ts)
 * has the complete entries. An epoch reads only the entries it draws, so memory does not grow with the run.
 *
 * A trace in D_train need not be a success. The paper leaves open how to draw from D_train; see sources/history.ts.
 */
import type { StoredPool, TrainPoolEntry } from '../store/pool-contract.ts';
import type { EnvironmentEntry, PoolsUpdated, RunEvent, TaskText } from './log/events.ts';
import { allRollouts, type Group, type MadeRollout } from './log/epoch-events.ts';

/** Only finished epochs add to this pool. */
export type TrainPool = Pick<StoredPool<TrainPoolEntry>, 'size' | 'read'>;

export interface Pools {
  train: TrainPool;
  trainSize: number;
  /** Pairs are in the order written. To save memory in long runs, pairs before the regression window may be missing. */
  environment: EnvironmentEntry[];
  /** This size includes pairs of D_env that are not in memory. */
  environmentSize: number;
  /** These tasks were written once, before training. */
  fixed: TaskText[];
}

/** Names a task: texts of different families may be equal. */
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
  pools.environmentSize += event.environment.length;
}

/** Valid(trace) of Algorithm 1 is true if the answer is finished, follows the output schema and could be executed. */
export const isValidTrace = ({ rollout, score }: MadeRollout): boolean =>
  rollout.finish === 'stop' && score?.wellFormed === true;

/** Returns the pairs of the last `epochs` epochs, including this one. */
export const regressionWindow = (
  entries: readonly EnvironmentEntry[],
  epoch: number,
  epochs: number,
): EnvironmentEntry[] => entries.filter((entry) => entry.epoch > epoch - epochs);

/** Adds an epoch's valid traces to D_train and its pairs to D_env. The other events of the epoch hold the traces. */
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
