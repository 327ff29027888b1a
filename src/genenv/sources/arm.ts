/**
 * @file Declares the interface of an arm (an experimental condition). An arm decides where tasks come from and what the
 * environment learns. All other parts of the loop are the same for every arm.
 */
import type * as z from 'zod/mini';
import type { Sampler } from '../../policy/policy.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import type { Positioned, TrainPoolEntry } from '../../store/pool-contract.ts';
import type { Family } from '../../tasks/family.ts';
import { alphaCurriculum, type EnvironmentCurriculum } from '../environment-curricula.ts';
import type { Group } from '../log/epoch-events.ts';
import type { RunState, TaskText } from '../log/events.ts';
import type { TaskReason } from '../log/reasons.ts';
import type { Pools } from '../pools.ts';
import type { Settings } from '../settings/settings-table.ts';
import type { AttemptedTask } from '../stages/inspect-task.ts';
import type { WrittenTasks } from '../stages/write-tasks.ts';

/** Frozen model that writes the tasks of the arm `offline`. */
export interface Teacher {
  policy: Sampler;
  /** Teacher's tokenizer. It may differ from the players', because players read the teacher's texts, not tokens. */
  tokenizer: TextTokenizer;
}

/** Returns the reason why a valid task text must not be used, or null if it may be used. */
export type Refuse = (text: string) => TaskReason | null;

export interface TaskRequest {
  settings: Settings;
  families: readonly Family[];
  tokenizer: TextTokenizer;
  environment: Pick<Sampler, 'generate' | 'describe'>;
  state: RunState;
  refuse: Refuse;
}

export interface EpochRequest extends TaskRequest {
  epoch: number;
  pools: Pools;
  /** Old tasks drawn from D_train for this epoch. */
  history: readonly Positioned<TrainPoolEntry>[];
}

interface PreparationRequest extends TaskRequest {
  teacher: Teacher | undefined;
}

/** Tasks written before training, with consecutive indices. */
export interface PreparedTasks {
  tasks: TaskText[];
  /** Number of tokens sampled to write the tasks. */
  tokens: number;
  flops: number;
}

export interface AttemptedTasks {
  families: readonly Family[];
  tasks: readonly AttemptedTask[];
}

/** State that an arm carries from epoch to epoch. The log keeps the state, but only the arm reads it. */
interface ArmState<State> {
  schema: z.ZodMiniType<State>;
  first: State;
  after(state: State, attempted: AttemptedTasks): State;
}

export interface Arm<State = unknown> extends EnvironmentCurriculum {
  /** Role of the environment. `learns`: it writes tasks and learns. `writes`: it only writes. `idle`: neither. */
  environment: 'learns' | 'writes' | 'idle';
  /** Writes tasks before the first epoch. Default: none. */
  prepare?(request: PreparationRequest): Promise<PreparedTasks>;
  /** Returns the texts of an epoch in the order of their indices. `used` marks the texts that the agent attempts. */
  tasks(request: EpochRequest, state: State): Promise<WrittenTasks>;
  /** State that the arm carries from epoch to epoch. Default: none. */
  state?: ArmState<State>;
  /** Returns the number of texts that the environment writes for each task wanted. */
  overSampling(settings: Settings): number;
  /** Returns the groups that the agent learns from, in order. It needs only the log, so pages can call it too. */
  learnedGroups<Task extends Group>(settings: Settings, groups: readonly Task[]): readonly Task[];
}

/** Rules of GenEnv. Other arms spread this object and replace single rules. */
export const genenvRules = {
  ...alphaCurriculum,
  overSampling: ({ overSampling }: Settings) => overSampling,
  learnedGroups: <Task extends Group>(_: Settings, groups: readonly Task[]) => groups,
};
