/** @file The memory of a layer's intermediate tensors, from their shapes. */
import { ELEMENT_BYTES } from '../tensor/tensor.ts';
import type { ModelConfig } from './files/config.ts';

/** Bytes of all that one layer computes for a token in a forward pass, its output included. */
function layerBytesPerToken(config: ModelConfig): number {
  const { hiddenSize: d, intermediateSize: ff, heads, kvHeads, headDim } = config;
  const qkv = (heads + 2 * kvHeads) * headDim;
  // Two norms, two residual streams; qkv before and after rotation; attention and its statistics; gate, up, their product.
  return ELEMENT_BYTES * (4 * d + 2 * qkv + heads * (headDim + 2) + 3 * ff);
}

/** Most tokens scored in one forward pass, and about the most memory it takes. */
const SCORING_TOKENS = 16_384;
const SCORING_BYTES = 256 * 2 ** 20;

/** Tokens that are scored in one forward pass: bounds its memory, and changes no result. */
export const scoringTokens = (config: ModelConfig): number =>
  Math.min(SCORING_TOKENS, Math.ceil(SCORING_BYTES / layerBytesPerToken(config)));
