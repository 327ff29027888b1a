/**
 * @file The pools of Algorithm 1 as the loop needs them: D_train, attempted tasks with their valid traces, and D_env,
 * (context → task) pairs with their weights. Both follow from the events; complete entries are in the store
 * (store/pool-contract.ts), from which an epoch reads what it draws, so that what is in memory does not grow with the run.
 *
 * A trace in D_train need not be a success. The paper leaves open how D_train is drawn from: sources/parts/history.ts.
 */
import type { StoredPool, TrainPoolEntry } from '../store/pool-contract.ts';
import type { EnvironmentEntry, PoolsUpdated, RunEvent, TaskText } from './log/events.ts';
import type { Group, MadeRollout } from './log/epoch-events.ts';

/** D_train of finished epochs, as an epoch draws from it. */
export type TrainPool = Pick<StoredPool<TrainPoolEntry>, 'size' | 'read'>;

export interface Pools {
  train: TrainPool;
  trainSize: number;
  /** D_env in the order written. It may hold only the pairs of the regression window, to save memory in long runs. */
  environment: EnvironmentEntry[];
  /** Number of entries of D_env, including those that are not in memory. */
  environmentSize: number;
  /** Tasks written once before training. */
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

/** Adds the entries of an event, in place. */
export function addToPools(pools: Pools, event: RunEvent): void {
  if (event.type === 'run-started') pools.fixed.push(...event.fixedTasks);
  if (event.type !== 'pools-updated') return;
  pools.trainSize = event.trainSize;
  pools.environment.push(...event.environment);
  pools.environmentSize += event.environment.length;
}

/** Valid(trace) of Algorithm 1: the answer was finished, follows the output schema and could be executed. */
export const isValidTrace = ({ rollout, score }: MadeRollout): boolean =>
  rollout.finish === 'stop' && score?.wellFormed === true;

/** The pairs of the last `epochs` epochs, including this one. */
export const regressionWindow = (
  entries: readonly EnvironmentEntry[],
  epoch: number,
  epochs: number,
): EnvironmentEntry[] => entries.filter((entry) => entry.epoch > epoch - epochs);

/** The additions of an epoch: to D_train its valid traces, which the other events of the epoch hold, to D_env all pairs. */
export function growPools(
  { trainSize, environmentSize }: Pick<Pools, 'trainSize' | 'environmentSize'>,
  epoch: number,
  groups: readonly Group[],
  pairs: readonly EnvironmentEntry[],
): PoolsUpdated {
  const traces = groups.flatMap(({ rollouts }) => rollouts);
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
