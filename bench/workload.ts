/**
 * @file Defines the work of every contestant: the same model, training batch and sampling job, from one seed.
 */
import type { ModelConfig } from '../src/lm/files/config.ts';
import { initialWeights } from '../src/lm/initialize.ts';
import { RandomStream } from '../src/random/random-stream.ts';

export interface Contestant {
  /** Takes one training step on the whole batch. Resolves to the loss before the step. */
  train?(): Promise<number>;
  /** Runs the whole sampling job. */
  sample?(): Promise<void>;
  /** Computes only the matrix products, whose speed bounds the training step's. */
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

/** Sequences have 65 tokens, so each predicts 64. */
export const SEQUENCES = 64;
export const LENGTH = 64;

/**
 * The sampling job has 64 different prompts, 32 new tokens and temperature 1. Prompts have one token, so that reading
 * them takes no time.
 */
export const PROMPT_LENGTH = 1;
const NEW_TOKENS = 32;

/** Returns the model configuration. With `tied`, the head is the embedding. */
export const configOf = ({ tied }: WorkSize): ModelConfig => ({ ...CONFIG, tieWordEmbeddings: tied ?? false });
export const weightsOf = (size: WorkSize) => initialWeights(configOf(size), 1);

/** Returns token ids as [SEQUENCES][LENGTH + 1]. */
export function batch(): number[][] {
  const random = new RandomStream(1, 2);
  return Array.from({ length: SEQUENCES }, () =>
    Array.from({ length: LENGTH + 1 }, () => random.integer(CONFIG.vocabSize)),
  );
}

/** Flattens rows into training inputs (all tokens but the last) and targets (the next token of each). */
export const trainedTokens = (rows: readonly number[][]) => ({
  inputs: rows.flatMap((row) => row.slice(0, -1)),
  targets: rows.flatMap((row) => row.slice(1)),
});

const { hiddenSize: d, intermediateSize, layers, vocabSize } = CONFIG;
/** Number of matrix weights that each token is multiplied with. */
export const WEIGHTS_PER_TOKEN = layers * (4 * d * d + 3 * d * intermediateSize) + d * vocabSize;
/** Floating-point operations of the matrix products in one training step: forward once, backward twice. */
export const trainingMatmulFlops = ({ sequences } = WHOLE): number => 3 * 2 * WEIGHTS_PER_TOKEN * sequences * LENGTH;

/** Lets tests of the benchmark reduce the work. */
export interface WorkSize {
  sequences: number;
  newTokens: number;
  /** Ties the model's head to its embedding, as some peers do. Default: false. */
  tied?: boolean;
}
export const WHOLE: WorkSize = { sequences: SEQUENCES, newTokens: NEW_TOKENS };

/** Product whose speed bounds a training step: all tokens of the batch times one QKV weight. */
export const matmulLimit = ({ sequences } = WHOLE) => ({ m: sequences * LENGTH, k: 128, n: 384, products: 30 });
export const matmulLimitFlops = (size = WHOLE): number => {
  const { m, k, n, products } = matmulLimit(size);
  return 2 * m * k * n * products;
};
