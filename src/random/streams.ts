/**
 * @file Every use of randomness. Each has its own stream number, so that two uses never share random numbers. When one
 * use draws more (more evaluation tasks, for example), the others draw the same numbers as before.
 */
import { RandomStream } from './random-stream.ts';

/** Counter-based randomness: these indices with task, rollout and position identify every random number of a run. */
export interface RandomKey {
  seed: number;
  /** The use of the numbers (`streams` below), so that two uses never share any. */
  stream: number;
  epoch: number;
}

/** Stream numbers are part of the meaning of a seed: never renumber or reuse them. 10 was one that is gone. */
export const streams = {
  /** Tokens of the agent's rollouts; task: index of the text, rollout: index in the group. */
  rollouts: 1,
  /** Tokens of task texts; task: index of the task batch, rollout: index of the variation. */
  taskTexts: 2,
  taskSeeds: 3,
  /** Draws tasks from the base data, the tasks made once and D_train. */
  mixture: 4,
  /** The order of rollouts over minibatches. */
  minibatches: 5,
  /** Draws pairs of D_env to be regressed on. */
  regression: 6,
  /** Tokens of evaluation rollouts: the same numbers at every evaluation, so that only the weights make a difference. */
  evaluation: 7,
  baseData: 8,
  /** Tokens of further keys of a task that the environment wrote with its key; task: index of the text. */
  taskKeys: 9,
  /** Texts by which the environment learns the levels that a run is to start from; item: step and index. */
  startLevels: 11,

  // Before a run: what models start from and what they are pre-trained on.
  initialWeights: 0x1417,
  initialAdapter: 0x10aa,
  play: 0x9e7,
  tokenizerTexts: 0x9e8,

  // Beside a run: what a person asks of its models.
  /** Rollouts by which the gradient signal of Proposition 1 is measured. */
  signal: 0x9f01,
  /** Attempts at a person's own task. */
  ownTasks: 0x9f02,
  /** Counts levels before and after the environment learns those of `startLevels`. */
  levelCounts: 0x9f04,
  /** Tasks that a trainer of another program draws; item: level and index. */
  worlds: 0x9f03,
  /** Tasks from which the words that may come next are collected. */
  completions: 0x9f10,
  /** Prompts by which an exported model is compared with its original. */

  bootstrap: 0xb007,
  /** Simulated counts for Theorem 1. */
  misranking: 0x7e01,
  /** Weights of models of published shapes. */
  benchWeights: 0x4ea1,

  // Keyed by the text of a task alone, so that the same text is always the same task.
  /** The data set that a text belongs to. */
  partition: 0x7a5c0001,
  heldOut: 0x7a5c0002,
  /** The order in which functions, facts, tools or receptacles are shown. */
  functions: 0x7a5c0010,
  searchedFacts: 0x7a5c0021,
  englishTools: 0x7a5c0032,
  englishFacts: 0x7a5c0033,
  receptacles: 0x7a5c0040,
  /** A service's result of a call. */
  serviceResults: 0x7a5c0030,
  /** The service that keeps a tool. */
  toolServices: 0x7a5c0031,
} as const;

export type StreamName = keyof typeof streams;

/** Host-side random numbers of one use in one epoch, optionally of one item. */
export const randomStream = (seed: number, name: StreamName, epoch: number, ...indices: number[]): RandomStream =>
  new RandomStream(seed, streams[name], epoch, ...indices);

/** The key from which a policy samples tokens. */
export const randomKey = (seed: number, name: StreamName, epoch: number): RandomKey => ({
  seed,
  stream: streams[name],
  epoch,
});
