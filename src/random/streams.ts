/**
 * @file The uses of randomness in a run. Each has its own stream number, so that two uses never share random numbers. When
 * one use draws more (more evaluation tasks, for example), the others draw the same numbers as before.
 */
import { RandomStream } from './random-stream.ts';

/** Counter-based randomness: these indices with task, rollout and position identify every random number of a run. */
export interface RandomKey {
  seed: number;
  /** Which use of randomness this is (`streams` below), so that two uses never share numbers. */
  stream: number;
  epoch: number;
}

/** Stream numbers are part of the meaning of a seed: never renumber, only add. */
export const streams = {
  /** Tokens of the agent's rollouts; task: index of the text, rollout: index in the group. */
  rollouts: 1,
  /** Tokens of task texts; task: index of the task batch, rollout: index of the variation. */
  taskTexts: 2,
  /** Seeds of task batches. */
  taskSeeds: 3,
  /** Which tasks come from the base data, the tasks made once and D_train. */
  mixture: 4,
  /** The order of rollouts over minibatches. */
  minibatches: 5,
  /** Which pairs of D_env are regressed on. */
  regression: 6,
  /** Tokens of evaluation rollouts: the same numbers at every evaluation, so that only the weights make a difference. */
  evaluation: 7,
  /** Base data. */
  baseData: 8,
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
