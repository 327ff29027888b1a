/**
 * @file The events of a run, in order. The log of these *is* the run: the page draws from it, the store keeps it, a
 * replay feeds it back without a GPU, a figure is a fold over it.
 *
 * Every event is plain data, structured-cloneable and serialisable as one JSON line. No clock, no machine speed: the
 * same seed on the same adapter gives the same bytes.
 */
import type { PolicyDescription } from '../policy/policy.ts';
import type { UpdateStats } from '../objectives/objective.ts';
import type { Settings } from './settings/settings.ts';

/** Text as a model wrote it: what is needed to draw and to trace every token. */
export interface WrittenTokens {
  ids: number[];
  /** The text of each token; same length as `ids`. */
  tokens: string[];
  /** Natural-log probability of each token as sampled; 0 where a simulator wrote it. */
  logprobs: number[];
}

export type TaskVerdict = 'valid' | 'unparseable' | 'unsolvable' | 'trivial' | 'ambiguous';
export type TaskSource = 'environment' | 'base' | 'static' | 'offline' | 'replay';

export interface TaskText {
  /** Index among the texts of this epoch. */
  index: number;
  family: string;
  source: TaskSource;
  /** Which task batch (seed context) it belongs to: variations of one seed share it. */
  batch: number;
  /** What the environment read: family, success bucket, seed. Empty where it wrote nothing. */
  context: string;
  seed: string;
  written: WrittenTokens | null;
  /** The whole task text. */
  text: string;
  verdict: TaskVerdict;
  /** One sentence: why it is not a task that is used; empty where valid. */
  reason: string;
  /** Difficulty by the parser, 1…; 0 where unparseable. */
  level: number;
  /** Tokens of the oracle's shortest answer; 0 where there is none. */
  oracleLength: number;
  /** What the agent reads; empty where unparseable. */
  prompt: string;
  /** Whether the agent will attempt it in this epoch. */
  used: boolean;
}

export interface Cost {
  /** Tokens sampled by each model and floating-point operations of everything, counted from shapes. */
  agentTokens: number;
  environmentTokens: number;
  agentFlops: number;
  environmentFlops: number;
  agentRollouts: number;
}

export interface HeldOut {
  split: 'development' | 'held-out';
  /** Samples per task, averaged (avg@k). */
  samples: number;
  /** Mean success of each level, first level first; by family. */
  byLevel: Record<string, number[]>;
  /** Mean over levels and families. */
  success: number;
}

export interface RunStarted {
  type: 'run-started';
  /** Version of this event format. */
  version: 1;
  settings: Settings;
  agent: PolicyDescription;
  environment: PolicyDescription;
  heldOut: HeldOut | null;
  /** Tasks written once before training; empty but in the arms static and offline. */
  fixedTasks: TaskText[];
  /** What writing them cost. Evaluation is a measurement, not part of any cost. */
  cost: Cost;
}

/**
 * Somebody turned a control while the run went on. Holds from the next event of the log on; a run that is repeated from
 * its settings repeats this at the same place.
 */
export interface SettingsChanged {
  type: 'settings-changed';
  /** The epoch of the stage that comes next. */
  epoch: number;
  changes: Partial<Settings>;
}

export interface TasksWritten {
  type: 'tasks-written';
  epoch: number;
  /** Exponential mean of the agent's success, by family: the environment is told its fifth. */
  recentSuccess: Record<string, number>;
  texts: TaskText[];
}

export interface Rollout extends WrittenTokens {
  /** Index into `TasksWritten.texts`. */
  task: number;
  rollout: number;
  /** 1 where the agent wrote the token, 0 where the simulator did. */
  mask: (0 | 1)[];
  /** The agent's turns as text. */
  turns: string[];
  /** The simulator's observations between them. */
  observations: string[];
  finish: 'stop' | 'length';
}

export interface RolledOut {
  type: 'rolled-out';
  epoch: number;
  rollouts: Rollout[];
}

export interface ScoredRollout {
  task: number;
  rollout: number;
  reward: number;
  success: boolean;
  wellFormed: boolean;
  reason: string;
  advantage: number;
}

/** k successes in n rollouts of one task, task batch or epoch. */
export interface SuccessCount {
  k: number;
  n: number;
}

export interface Scored {
  type: 'scored';
  epoch: number;
  /** In the order of `RolledOut.rollouts`. */
  rollouts: ScoredRollout[];
  /** Per task attempted: its own count, and the count p̂ is taken over (task, task batch or epoch) with R_env(p̂). */
  tasks: { task: number; count: SuccessCount; scope: SuccessCount; successRate: number; environmentReward: number }[];
}

export interface Filtered {
  type: 'filtered';
  epoch: number;
  tasks: {
    task: number;
    /** True where |p̂ − α| ≤ k_min. */
    kept: boolean;
    /** One sentence with the numbers of this task. */
    reason: string;
    /** Regression weight exp(λ·R_env) before normalisation; 0 where left out. */
    weight: number;
  }[];
}

export interface AgentUpdated {
  type: 'agent-updated';
  epoch: number;
  /** One entry per optimizer step; empty where no group was mixed. */
  steps: UpdateStats[];
  mixedGroups: number;
  solvedGroups: number;
  unsolvedGroups: number;
  /** Why nothing was learned, if so. */
  note: string;
}

export type CapAction = 'none' | 'stop' | 'scale-back' | 'roll-back' | 'kl-only';

export interface EnvironmentUpdated {
  type: 'environment-updated';
  epoch: number;
  steps: (UpdateStats & { capAction: CapAction })[];
  /** KL to the initial simulator after the update, nats per sequence, on the current batch. */
  klPerSequence: number;
  /** (context → task) pairs of D_env within the regression window. */
  pairs: number;
  /** What the KL cap did in this epoch, in short: the last action of its steps, or of one that was not taken. */
  cap: CapAction;
  note: string;
}

export interface TrainEntry {
  epoch: number;
  family: string;
  source: TaskSource;
  /** The task text: what is replayed under GRPO. */
  text: string;
  level: number;
  /** Best valid trace's turns and its reward. */
  turns: string[];
  reward: number;
}

export interface EnvironmentEntry {
  epoch: number;
  family: string;
  context: string;
  /** Token ids of context and of what the environment wrote after it. */
  contextIds: number[];
  writtenIds: number[];
  successRate: number;
  weight: number;
}

/** What a task taught when it was attempted: its mean |r − μ|. */
export interface TaskAttempt {
  family: string;
  text: string;
  score: number;
}

export interface PoolsUpdated {
  type: 'pools-updated';
  epoch: number;
  /** New entries of D_train and D_env. */
  train: TrainEntry[];
  environment: EnvironmentEntry[];
  /** Sizes after adding. */
  trainSize: number;
  environmentSize: number;
  /** Traces kept out of D_train because they are not valid. */
  invalidTraces: number;
  /** The tasks of this epoch; arm level-replay only. */
  attempts?: TaskAttempt[];
}

/** What a run needs besides settings, weights and pools to go on after this epoch. */
export interface RunState {
  epoch: number;
  recentSuccess: Record<string, number>;
  /** By family; arm level-rule only. */
  levels?: Record<string, number>;
}

export interface EpochEnded {
  type: 'epoch-ended';
  epoch: number;
  /** Mean reward and success over the agent's rollouts; p̂ of the epoch. */
  meanReward: number;
  success: SuccessCount;
  meanEnvironmentReward: number;
  /** Share of texts by verdict. */
  verdicts: Record<TaskVerdict, number>;
  meanLevel: number;
  /** Share of attempted tasks per level, first level first, by family. */
  levels: Record<string, number[]>;
  keptTasks: number;
  attemptedTasks: number;
  /** Mean tokens of agent responses and of task texts. */
  responseLength: number;
  taskLength: number;
  distinctTasks: number;
  heldOut: HeldOut | null;
  cost: Cost;
  state: RunState;
}

export type RunEvent =
  | RunStarted
  | SettingsChanged
  | TasksWritten
  | RolledOut
  | Scored
  | Filtered
  | AgentUpdated
  | EnvironmentUpdated
  | PoolsUpdated
  | EpochEnded;

/** The stages of one epoch in the order of Algorithm 1. */
export const STAGES = [
  'tasks-written',
  'rolled-out',
  'scored',
  'filtered',
  'agent-updated',
  'environment-updated',
  'pools-updated',
  'epoch-ended',
] as const satisfies readonly RunEvent['type'][];

/** What the loop does in an epoch, one stage after the other. */
export type EpochStage = (typeof STAGES)[number];

/** What the loop does: it starts, then goes through the stages. */
export type Stage = EpochStage | 'run-started';
