/** @file The parts that each variant of a decoder's graph must build: norms and attention. */
import type { ModelConfig } from '../../lm/files/config.ts';
import type { DecoderWeights } from './decoder-weights.ts';
import type { OnnxGraph } from './graph.ts';

/** The parts that differ between the variants; each method adds nodes and returns the name of their result. */
export interface Blocks {
  /** RMSNorm over the last dimension. */
  norm(x: string, weight: string): string;
  /** The sum x + change, and its norm. */
  addAndNorm(x: string, change: string, weight: string): { sum: string; normed: string };
  /** Rotation, cache and attention: q [batch, length, heads·headDim], k and v [batch, length, kvHeads·headDim]. */
  attention(layer: number, q: string, k: string, v: string): string;
}

export interface BlockParts {
  graph: OnnxGraph;
  weights: DecoderWeights;
  config: ModelConfig;
}
