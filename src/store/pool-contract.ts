/**
 * @file Declares the stored entries of D_train and D_env and how a pool is read. Every entry follows from the events of
 * its epoch (`EventFormat.poolEntries`).
 */

/** Fields that entries of both pools have, to browse them without reading the log. */
export interface PoolEntry {
  epoch: number;
  family: string;
  /** Source of the task, as named in the events. */
  source: string;
  /** Difficulty of the task from 1; 0 if unknown. */
  level: number;
  /** Success rate from 0 to 1. D_train has the share of the epoch's attempts that succeeded, D_env the filter's p̂. */
  success: number;
  text: string;
}

/** Valid trace of the agent: its answer, and what GRPO needs to learn from it later. */
export interface Trace {
  turns: string[];
  /** Token ids of the answer and of the simulator's texts between turns; empty if unknown. */
  ids: number[];
  /** 1 for tokens that the agent wrote; same length as `ids`. */
  mask: (0 | 1)[];
  /** Natural-log probabilities of the tokens as sampled; same length as `ids`. */
  logprobs: number[];
  reward: number;
  /** Advantage among all rollouts of the task in its epoch, valid or not. */
  advantage: number;
}

/** Entry of D_train: a task attempted in an epoch, with at least one valid trace. */
export interface TrainPoolEntry extends PoolEntry {
  /** Turns of the answer key: the environment's, or else a right answer of the oracle. Empty for an unknown family. */
  key: string[];
  traces: Trace[];
}

/** Entry of D_env: a (context → task) pair that the environment wrote or learned as an example. */
export interface EnvironmentPoolEntry extends PoolEntry {
  context: string;
  /** Token ids of the context. `writtenIds` are the ids of the text after the context. */
  contextIds: number[];
  writtenIds: number[];
  /** Regression weight exp(λ·R_env) before normalisation. */
  weight: number;
}

/** Entry with its position in its pool, from 0 in the order in which entries were added. */
export type Positioned<Entry> = Entry & { position: number };

export type PoolName = 'train' | 'environment';

/** New entries of both pools, in the order in which they are added. */
export interface PoolAdditions {
  train: TrainPoolEntry[];
  environment: EnvironmentPoolEntry[];
}

/** Indexed fields, by which a pool can be filtered and sorted. */
export const POOL_FIELDS = ['epoch', 'family', 'source', 'level', 'success'] as const;
export type PoolField = (typeof POOL_FIELDS)[number];

/** Filter and order of entries. Missing fields do not filter. Ranges include both ends. */
export interface PoolQuery {
  ranges?: Partial<Record<'epoch' | 'level' | 'success', readonly [from: number, to: number]>>;
  family?: string;
  source?: string;
  /** Part of the task text, ignoring case. */
  text?: string;
  /** Default: the order in which entries were added. Equal entries keep that order, reversed if `descending`. */
  order?: { by: PoolField; descending: boolean };
}

/** D_train of a stored run, with the entries of finished epochs. */
export interface TrainPool {
  size(): Promise<number>;
  /** Returns the entries in the order of the given positions. Positions without an entry are left out. */
  read(positions: ArrayLike<number>): Promise<Positioned<TrainPoolEntry>[]>;
}
