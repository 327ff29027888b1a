/** @file The contract of the benchmark: what an engine must be able to do to take part. */

export interface Contestant {
  /** One training step on the whole batch; resolves to the loss before the step. Absent: cannot train. */
  train?(): Promise<number>;
  /** The whole sampling job. */
  sample(): Promise<void>;
  /** Matrix products and nothing else: the speed that a training step cannot exceed. Absent: not asked for. */
  matmul?(): Promise<void>;
}

export type Job = keyof Contestant;
