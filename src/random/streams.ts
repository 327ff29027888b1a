/**
 * @file Lists the uses of randomness. Each use has its own stream number, so two uses never share random numbers. If
 * one use draws more numbers (more evaluation tasks, for example), the numbers of the others stay the same.
 */
import { RandomStream } from './random-stream.ts';

/** Counter-based randomness: these indices with task, rollout and position identify every random number of a run. */
export interface RandomKey {
  seed: number;
  /** One of `streams` below. */
  stream: number;
  epoch: number;
}

/**
 * Stream numbers are part of the meaning of a seed: never renumber or reuse them. The numbers 10, 0x7e01,
 * 0x9f10, 0x7a5c0033 and 0x7a5c0040 are retired.
 */
export const streams = {
  /** Tokens of the agent's rollouts; task: index of the text, rollout: index in the group. */
  rollouts: 1,
  /** Tokens of task texts; task: index of the task batch, rollout: index of the variation. */
  taskTexts: 2,
  taskSeeds: 3,
  /** Draws tasks from the base data, the tasks made once and D_train. */
  mixture: 4,
  /** Draws the order of rollouts over minibatches. */
  minibatches: 5,
  /** Draws the pairs of D_env that the environment is regressed on. */
  regression: 6,
  /** Tokens of evaluation rollouts: equal numbers at every evaluation, so only the weights make a difference. */
  evaluation: 7,
  baseData: 8,
  /** Tokens of further keys for a task whose key the environment wrote; task: index of the text. */
  taskKeys: 9,
  /** Texts that teach the environment the levels at which a run starts; item: step and index. */
  startLevels: 11,

  // Before a run: what models start from and what they are pre-trained on.
  initialWeights: 0x1417,
  initialAdapter: 0x10aa,
  play: 0x9e7,
  tokenizerTexts: 0x9e8,

  // Beside a run: what a user asks of its models.
  /** Attempts at a user's own task. */
  ownTasks: 0x9f02,
  /** Counts levels before and after the environment learns those of `startLevels`. */
  levelCounts: 0x9f04,
  /** Tasks that a trainer outside this program draws; item: level and index. */
  worlds: 0x9f03,
  bootstrap: 0xb007,

  // The seed is a hash of a task's text, so equal texts are equal tasks.
  /** The data set that a text belongs to. */
  partition: 0x7a5c0001,
  /** Draws texts for evaluation; seed: hash of the family's name. */
  heldOut: 0x7a5c0002,
  /** The order in which functions, facts or tools are shown. */
  functions: 0x7a5c0010,
  searchedFacts: 0x7a5c0021,
  englishTools: 0x7a5c0032,
  /** A service's result of a call. */
  serviceResults: 0x7a5c0030,
  /** The service that keeps a tool. */
  toolServices: 0x7a5c0031,
} as const;

export type StreamName = keyof typeof streams;

/** Returns the host-side random numbers of one use in one epoch, optionally of one item. */
export const randomStream = (seed: number, name: StreamName, epoch: number, ...indices: number[]): RandomStream =>
  new RandomStream(seed, streams[name], epoch, ...indices);

/** Returns the key from which a policy samples tokens. */
export const randomKey = (seed: number, name: StreamName, epoch: number): RandomKey => ({
  seed,
  stream: streams[name],
  epoch,
});
