/** @file Declares weights that are streamed in blocks from a checkpoint to the GPU or to a map. */
/**
 * Whole rows of one parameter, f32, row-major. The elements of a vector count as rows. The first row is even, because
 * two neighbouring outputs share a word of an f16 matrix. The number of rows is even, except at the parameter's end.
 */
export interface WeightBlock {
  name: string;
  /** The block's first row in the parameter. */
  row: number;
  /** Weights of the rows, at most a few MB. */
  data: Float32Array<ArrayBuffer>;
}

/** Rounds rows down to an even number, at least 2. */
export const rowsInPairs = (rows: number): number => Math.max(2, 2 * Math.floor(rows / 2));

export interface WeightSource {
  /** Size of the files in bytes. */
  readonly bytes: number;
  /** Number formats of the tensors, spelled as in the file (such as `BF16`), in alphabetical order. */
  readonly dtypes: readonly string[];
  /** Passes every parameter once to `sink`, one block at a time. Returns the weights' hash; see `openCheckpoint`. */
  stream(sink: (block: WeightBlock) => void | Promise<void>): Promise<string>;
}
