/** @file Defines the work that every contestant does: one model, one training batch and one sampling job. */
import type { ModelConfig } from '../src/lm/files/config.ts';
import { initialWeights } from '../src/lm/initialize.ts';
import { RandomStream } from '../src/random/random-stream.ts';

export interface Contestant {
  /** Takes one training step on the whole batch. Resolves to the loss before the step. */
  train(): Promise<number>;
  /** Runs the whole sampling job. */
  sample(): Promise<void>;
}

export const CONFIG: ModelConfig = {
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
export const modelWeights = () => initialWeights(CONFIG, 1);

/** Number of predicted tokens in a sequence. The sequence also has a first token, which is not predicted. */
export const LENGTH = 64;

/** Size of the work. Sampling draws `newTokens` tokens after each of `sequences` prompts of one token. */
export interface WorkSize {
  sequences: number;
  newTokens: number;
}
export const WHOLE: WorkSize = { sequences: 64, newTokens: 32 };

/** Returns token ids as [sequences][LENGTH + 1]. */
export function batch({ sequences }: WorkSize): number[][] {
  const random = new RandomStream(1, 2);
  return Array.from({ length: sequences }, () =>
    Array.from({ length: LENGTH + 1 }, () => random.integer(CONFIG.vocabSize)),
  );
}

const { hiddenSize: d, intermediateSize, layers, vocabSize } = CONFIG;
const WEIGHTS_PER_TOKEN = layers * (4 * d * d + 3 * d * intermediateSize) + d * vocabSize;
/** Counts the floating-point operations of matrix products in a training step: one product forward and two backward. */
export const trainingMatmulFlops = ({ sequences }: WorkSize): number => 3 * 2 * WEIGHTS_PER_TOKEN * sequences * LENGTH;
