/**
 * @file Lists the uses of randomness. Each use has its own stream number, so two uses never share random numbers. If
 * one use draws more numbers (more evaluation tasks, for example), the numbers of the others stay the same.
 */
import { RandomStream } from './random-stream.ts';

/** Indices of random numbers. With task, rollout and position, they identify a sampled token's random number. */
export interface RandomKey {
  seed: number;
  /** Number from `streams` below. */
  stream: number;
  epoch: number;
}

/**
 * Stream numbers are part of the meaning of a seed: never renumber or reuse them. The numbers 10, 0x4ea1, 0x7e01,
 * 0x9f01, 0x9f10, 0x7a5c0033 and 0x7a5c0040 are retired.
 */
export const streams = {
  /** Tokens of the agent's rollouts. `task` is the index of the text, and `rollout` the index in the group. */
  rollouts: 1,
  /** Tokens of task texts. `task` is the index of the task batch, and `rollout` the index of the variation. */
  taskTexts: 2,
  taskSeeds: 3,
  /** Draws of all task sources. genenv/sources/epoch-tasks.ts numbers the draws of an epoch. */
  mixture: 4,
  /** Order in which rollouts are dealt to minibatches. */
  minibatches: 5,
  /** Pairs of D_env that a step of the environment's regression draws. */
  regression: 6,
  /** Tokens of evaluation rollouts. Every evaluation uses the same numbers, so results differ only by the weights. */
  evaluation: 7,
  baseData: 8,
  /** Tokens of further answer keys for a task whose key the environment wrote. `task` is the index of the text. */
  taskKeys: 9,
  /** Texts that teach the environment the levels at which a run starts. The indices are step and text. */
  startLevels: 11,

  // These streams act before a run. They draw the first weights of models and the texts of pre-training.
  initialWeights: 0x1417,
  initialAdapter: 0x10aa,
  play: 0x9e7,
  tokenizerTexts: 0x9e8,

  // These streams serve computations beside a run, so that the run's own numbers stay the same.
  /** Attempts at a user's own task. */
  ownTasks: 0x9f02,
  /** Texts whose levels are counted before and after the environment learns its start levels. */
  levelCounts: 0x9f04,
  /** Tasks that a trainer outside this program asks for. The indices are level and number of the task. */
  worlds: 0x9f03,
  bootstrap: 0xb007,

  // The seed of these streams is a hash of a task's text, so equal texts are equal tasks.
  /** Data set that a text belongs to. */
  partition: 0x7a5c0001,
  /** Texts for evaluation. The seed is a hash of the family's name instead. */
  heldOut: 0x7a5c0002,
  /** Order in which a task shows functions, facts or tools. */
  functions: 0x7a5c0010,
  searchedFacts: 0x7a5c0021,
  englishTools: 0x7a5c0032,
  /** Result that a service returns for a call. */
  serviceResults: 0x7a5c0030,
  /** Service that a tool belongs to. */
  toolServices: 0x7a5c0031,
} as const;

export type StreamName = keyof typeof streams;

/** Returns the stream of one use in one epoch, for draws outside the GPU. `indices` may name an item of the epoch. */
export const randomStream = (seed: number, name: StreamName, epoch: number, ...indices: number[]): RandomStream =>
  new RandomStream(seed, streams[name], epoch, ...indices);

/** Returns the key of the random numbers with which a policy samples tokens. */
export const randomKey = (seed: number, name: StreamName, epoch: number): RandomKey => ({
  seed,
  stream: streams[name],
  epoch,
});
