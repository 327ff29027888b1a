/** @file The contract of the benchmark: the jobs an engine may take part in. A job that is absent is one it does not have. */

export interface Contestant {
  /** One training step on the whole batch; resolves to the loss before the step. */
  train?(): Promise<number>;
  /** The whole sampling job. */
  sample?(): Promise<void>;
  /** Matrix products and nothing else: the speed that a training step cannot exceed. */
  matmul?(): Promise<void>;
}

export type Job = keyof Contestant;
