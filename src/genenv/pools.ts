/**
 * @file The pools of Algorithm 1: D_train, valid traces of the agent, and D_env, (context → task) pairs with their
 * weights. Both are folds over the events, so a stored log is all that has to be kept.
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

export interface Pools {
  /** D_train, each task text once, in the order of first attempt. */
  train: TrainEntry[];
  /** D_env, in the order written. */
  environment: EnvironmentEntry[];
  /** Tasks written once before training. */
  fixed: TaskText[];
  /** Every task attempted, as it was last; arm level-replay only. */
  seen: Map<string, SeenTask>;
}

export const emptyPools = (): Pools => ({ train: [], environment: [], fixed: [], seen: new Map() });

/** Adds what an event brings, in place. */
export function addToPools(pools: Pools, event: RunEvent): void {
  if (event.type === 'run-started') pools.fixed.push(...event.fixedTasks);
  if (event.type !== 'pools-updated') return;
  pools.train.push(...event.train);
  pools.environment.push(...event.environment);
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

/** The best valid trace of a task as an entry of D_train, or nothing. The first of equals. */
function bestTrace({ text }: Candidate, epoch: number, traces: readonly (TraceVerdict & Rollout)[]): TrainEntry[] {
  const valid = traces.filter(isValidTrace);
  if (valid.length === 0) return [];
  const best = valid.reduce((one, other) => (other.reward > one.reward ? other : one));
  const { family, source, level } = text;
  return [{ epoch, family, source, text: text.text, level, turns: best.turns, reward: best.reward }];
}

type TraceVerdict = Pick<Scored['rollouts'][number], 'reward' | 'wellFormed'>;

/** What an epoch adds: to D_train tasks with a valid trace that are not in it yet, to D_env the pairs. */
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
    environmentSize: pools.environment.length + pairs.length,
    invalidTraces: traces.filter((trace) => !isValidTrace(trace)).length,
  };
}
