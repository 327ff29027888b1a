/** @file Declares the jobs of the benchmark that an engine may take part in. It takes no part in missing ones. */

export interface Contestant {
  /** One training step on the whole batch; resolves to the loss before the step. */
  train?(): Promise<number>;
  /** The whole sampling job. */
  sample?(): Promise<void>;
  /** Matrix products alone, whose speed a training step cannot exceed. */
  matmul?(): Promise<void>;
}

export type Job = keyof Contestant;
