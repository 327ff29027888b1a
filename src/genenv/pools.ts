/**
 * @file The pools of Algorithm 1 as the loop needs them: D_train, valid traces of the agent, and D_env, (context → task)
 * pairs with their weights. Both are folds over the events; entries as a whole are in the store (store/pool-contract.ts).
 *
 * Success is not required of a trace in D_train. Under GRPO old traces are off-policy, so what is replayed is their
 * tasks, which the agent attempts anew; the paper leaves this and the mixture open.
 */
import type {
  EnvironmentEntry,
  PoolsUpdated,
  Rollout,
  RunEvent,
  Scored,
  TaskAttempt,
  TaskText,
  TrainEntry,
} from './events.ts';
import type { Candidate } from './candidate.ts';

export interface SeenTask extends TaskAttempt {
  /** When it was last attempted. */
  epoch: number;
}

/** The task of an entry of D_train: all that replay draws from. */
export type TrainTask = Pick<TrainEntry, 'family' | 'text'>;

export interface Pools {
  /** The tasks of D_train, each text once, in the order of first attempt. */
  train: TrainTask[];
  /** D_env in the order written: at least the pairs of the regression window, so that a long run need not hold all. */
  environment: EnvironmentEntry[];
  /** Number of entries of D_env, those not held included. */
  environmentSize: number;
  /** Tasks written once before training. */
  fixed: TaskText[];
  /** Every attempted task with its last attempt; arm level-replay only. */
  seen: Map<string, SeenTask>;
}

export const emptyPools = (): Pools => ({
  train: [],
  environment: [],
  environmentSize: 0,
  fixed: [],
  seen: new Map(),
});

/** Adds what an event brings, in place. */
export function addToPools(pools: Pools, event: RunEvent): void {
  if (event.type === 'run-started') pools.fixed.push(...event.fixedTasks);
  if (event.type !== 'pools-updated') return;
  pools.train.push(...event.train.map(({ family, text }) => ({ family, text })));
  pools.environment.push(...event.environment);
  pools.environmentSize += event.environment.length;
  for (const attempt of event.attempts ?? [])
    pools.seen.set(`${attempt.family} ${attempt.text}`, { ...attempt, epoch: event.epoch });
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
  /** New tasks, from the source that the arm names. */
  fresh: number;
}

/** How many tasks of an epoch come from each source; what D_train cannot give yet is new instead. */
export function mixture(
  { tasksPerEpoch, baseShare, replayShare }: { tasksPerEpoch: number; baseShare: number; replayShare: number },
  trainSize: number,
): Mixture {
  const base = Math.min(tasksPerEpoch, Math.round(baseShare * tasksPerEpoch));
  const replay = Math.min(tasksPerEpoch - base, Math.round(replayShare * tasksPerEpoch), trainSize);
  return { base, replay, fresh: tasksPerEpoch - base - replay };
}

/** The best valid trace of a task as an entry of D_train, the first of equals; empty where no trace is valid. */
function bestTrace({ text }: Candidate, epoch: number, traces: readonly (TraceVerdict & Rollout)[]): TrainEntry[] {
  const valid = traces.filter(isValidTrace);
  if (valid.length === 0) return [];
  const best = valid.reduce((one, other) => (other.reward > one.reward ? other : one));
  const { family, source, level } = text;
  return [{ epoch, family, source, text: text.text, level, turns: best.turns, reward: best.reward }];
}

type TraceVerdict = Pick<Scored['rollouts'][number], 'reward' | 'wellFormed'>;

/** What an epoch adds: tasks with a valid trace that are not yet in D_train, and all pairs to D_env. */
export function growPools(
  pools: Pools,
  epoch: number,
  tasks: readonly Candidate[],
  rollouts: readonly Rollout[],
  scored: Scored,
  pairs: readonly EnvironmentEntry[],
): PoolsUpdated {
  const traces = rollouts.map((rollout, i) => ({ ...rollout, ...scored.rollouts[i] }));
  const known = new Set(pools.train.map(({ family, text }) => `${family} ${text}`));
  const train = tasks
    .flatMap((candidate) =>
      bestTrace(
        candidate,
        epoch,
        traces.filter(({ task }) => task === candidate.text.index),
      ),
    )
    .filter(({ family, text }) => {
      const isNew = !known.has(`${family} ${text}`);
      known.add(`${family} ${text}`);
      return isNew;
    });
  return {
    type: 'pools-updated',
    epoch,
    train,
    environment: [...pairs],
    trainSize: pools.train.length + train.length,
    environmentSize: pools.environmentSize + pairs.length,
    invalidTraces: traces.filter((trace) => !isValidTrace(trace)).length,
  };
}
