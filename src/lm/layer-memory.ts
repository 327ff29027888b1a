/** @file The memory of a layer's intermediate tensors, from their shapes. */
import { ELEMENT_BYTES } from '../tensor/tensor.ts';
import type { ModelConfig } from './files/config.ts';

/** Bytes of all that one layer computes for a token in a forward pass, its output included. */
export function layerBytesPerToken(config: ModelConfig): number {
  const { hiddenSize: d, intermediateSize: ff, heads, kvHeads, headDim } = config;
  const qkv = (heads + 2 * kvHeads) * headDim;
  // Two norms, two residual streams; qkv before and after rotation; attention and its statistics; gate, up, their product.
  return ELEMENT_BYTES * (4 * d + 2 * qkv + heads * (headDim + 2) + 3 * ff);
}
