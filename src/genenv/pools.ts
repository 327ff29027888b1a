/**
 * @file The pools of Algorithm 1 as the loop needs them: D_train, valid traces of the agent, and D_env, (context → task)
 * pairs with their weights. Both are folds over the events; complete entries are in the store (store/pool-contract.ts).
 *
 * A trace in D_train need not be a success. Old traces are off-policy under GRPO, so the agent attempts their tasks again
 * instead of learning from the traces. The paper leaves this and the mixture open.
 */
import type {
  EnvironmentEntry,
  PoolsUpdated,
  RunEvent,
  TaskAttempt,
  TaskPosterior,
  TaskText,
  TrainEntry,
} from './log/events.ts';
import type { MadeRollout } from './log/task-events.ts';
import type { AttemptedTask } from './stages/candidate.ts';

export interface SeenTask extends TaskAttempt {
  /** The epoch of the last attempt. */
  epoch: number;
}

/** The task of an entry of D_train: all that replay needs. */
export type TrainTask = Pick<TrainEntry, 'family' | 'text'>;

export interface Pools {
  /** The tasks of D_train, each text once, in the order of first attempt. */
  train: TrainTask[];
  /** D_env in the order written. It may hold only the pairs of the regression window, to save memory in long runs. */
  environment: EnvironmentEntry[];
  /** Number of entries of D_env, including those that are not in memory. */
  environmentSize: number;
  /** Tasks written once before training. */
  fixed: TaskText[];
  /** Every attempted task with its last attempt; arm level-replay only. */
  seen: Map<string, SeenTask>;
  /** Every attempted task with what is believed of its success, by `taskKey`; arm mopps only. */
  posteriors: Map<string, TaskPosterior>;
}

/** Names a task: texts of different families may be equal. */
export const taskKey = ({ family, text }: TrainTask): string => `${family} ${text}`;

export const emptyPools = (): Pools => ({
  train: [],
  environment: [],
  environmentSize: 0,
  fixed: [],
  seen: new Map(),
  posteriors: new Map(),
});

/** Adds the entries of an event, in place. */
export function addToPools(pools: Pools, event: RunEvent): void {
  if (event.type === 'run-started') pools.fixed.push(...event.fixedTasks);
  if (event.type !== 'pools-updated') return;
  pools.train.push(...event.train.map(({ family, text }) => ({ family, text })));
  pools.environment.push(...event.environment);
  pools.environmentSize += event.environment.length;
  for (const attempt of event.attempts ?? []) pools.seen.set(taskKey(attempt), { ...attempt, epoch: event.epoch });
  for (const posterior of event.posteriors ?? []) pools.posteriors.set(taskKey(posterior), posterior);
}

/** The pools after a log of events. */
export function foldPools(events: readonly RunEvent[]): Pools {
  const pools = emptyPools();
  for (const event of events) addToPools(pools, event);
  return pools;
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

export interface Mixture {
  base: number;
  replay: number;
  /** New tasks, from the source that the arm names. */
  fresh: number;
}

/** The number of tasks of an epoch from each source. If D_train is still too small, new tasks replace replays. */
export function mixture(
  { tasksPerEpoch, baseShare, replayShare }: { tasksPerEpoch: number; baseShare: number; replayShare: number },
  trainSize: number,
): Mixture {
  const base = Math.min(tasksPerEpoch, Math.round(baseShare * tasksPerEpoch));
  const replay = Math.min(tasksPerEpoch - base, Math.round(replayShare * tasksPerEpoch), trainSize);
  return { base, replay, fresh: tasksPerEpoch - base - replay };
}

/** The best valid trace of a task (the first if several are best) as an entry of D_train; empty if none is valid. */
function bestTrace({ family, source, text, level, rollouts }: AttemptedTask, epoch: number): TrainEntry[] {
  const valid = rollouts.filter(isValidTrace);
  if (valid.length === 0) return [];
  const best = valid.reduce((one, other) => (other.score.reward > one.score.reward ? other : one));
  return [{ epoch, family, source, text, level, turns: best.rollout.turns, reward: best.score.reward }];
}

/** The additions of an epoch: to D_train the tasks with a valid trace that it does not hold yet, to D_env all pairs. */
export function growPools(
  pools: Pools,
  epoch: number,
  tasks: readonly AttemptedTask[],
  pairs: readonly EnvironmentEntry[],
): PoolsUpdated {
  const known = new Set(pools.train.map(taskKey));
  const train = tasks
    .flatMap((task) => bestTrace(task, epoch))
    .filter((entry) => {
      const isNew = !known.has(taskKey(entry));
      known.add(taskKey(entry));
      return isNew;
    });
  return {
    type: 'pools-updated',
    epoch,
    train,
    environment: [...pairs],
    trainSize: pools.train.length + train.length,
    environmentSize: pools.environmentSize + pairs.length,
    invalidTraces: tasks.flatMap(({ rollouts }) => rollouts.filter((trace) => !isValidTrace(trace))).length,
  };
}
