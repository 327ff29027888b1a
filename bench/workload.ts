/**
 * @file Defines the work of every contestant: the same model, training batch and sampling job, from one seed.
 */
import type { ModelConfig } from '../src/lm/files/config.ts';
import { initialWeights } from '../src/lm/initialize.ts';
import { RandomStream } from '../src/random/random-stream.ts';

export interface Contestant {
  /** Takes one training step on the whole batch; resolves to the loss before the step. */
  train?(): Promise<number>;
  /** Runs the whole sampling job. */
  sample?(): Promise<void>;
  /** Computes matrix products alone, whose speed a training step cannot exceed. */
  matmul?(): Promise<void>;
}

export type Job = keyof Contestant;

const CONFIG: ModelConfig = {
  family: 'llama',
  vocabSize: 256,
  hiddenSize: 128,
  layers: 4,
  heads: 4,
  kvHeads: 4,
  headDim: 32,
  intermediateSize: 384,
  ropeTheta: 10000,
  rmsNormEps: 1e-6,
  tieWordEmbeddings: false,
  qkvBias: false,
  qkNorm: false,
  maxPositions: 128,
  eosIds: [],
};

/** A training sequence has 65 tokens, so that each predicts 64. */
export const SEQUENCES = 64;
export const LENGTH = 64;

/**
 * The sampling job has 64 different prompts, 32 new tokens and temperature 1. A prompt has one token, so that the time
 * to read prompts does not count.
 */
export const PROMPT_LENGTH = 1;
const NEW_TOKENS = 32;

/** Returns the model. With `tied`, its head is its embedding. */
export const configOf = ({ tied }: WorkSize): ModelConfig => ({ ...CONFIG, tieWordEmbeddings: tied ?? false });
export const weightsOf = (size: WorkSize) => initialWeights(configOf(size), 1);

/** Returns token ids as [SEQUENCES][LENGTH + 1]. */
export function batch(): number[][] {
  const random = new RandomStream(1, 2);
  return Array.from({ length: SEQUENCES }, () =>
    Array.from({ length: LENGTH + 1 }, () => random.integer(CONFIG.vocabSize)),
  );
}

/** Flattens the rows into training inputs (all tokens but the last) and targets (the token after each). */
export const trainedTokens = (rows: readonly number[][]) => ({
  inputs: rows.flatMap((row) => row.slice(0, -1)),
  targets: rows.flatMap((row) => row.slice(1)),
});

const { hiddenSize: d, intermediateSize, layers, vocabSize } = CONFIG;
/** Counts the matrix weights that each token is multiplied with. */
export const WEIGHTS_PER_TOKEN = layers * (4 * d * d + 3 * d * intermediateSize) + d * vocabSize;
/** Counts the floating-point operations of the matrix products of one training step: forward once, backward twice. */
export const trainingMatmulFlops = ({ sequences } = WHOLE): number => 3 * 2 * WEIGHTS_PER_TOKEN * sequences * LENGTH;

/** Lets a test of the benchmark itself do less than the whole work. */
export interface WorkSize {
  sequences: number;
  newTokens: number;
  /** Ties the model's head to its embedding, as some peers do. Default: false. */
  tied?: boolean;
}
export const WHOLE: WorkSize = { sequences: SEQUENCES, newTokens: NEW_TOKENS };

/** A training step is compared with the speed of this product: all tokens of the batch times one QKV weight. */
export const matmulLimit = ({ sequences } = WHOLE) => ({ m: sequences * LENGTH, k: 128, n: 384, products: 30 });
export const matmulLimitFlops = (size = WHOLE): number => {
  const { m, k, n, products } = matmulLimit(size);
  return 2 * m * k * n * products;
};
