/** @file What a layer asks of attention: the same over a batch, or over a cache. */
import type { HeadGains } from '../tensor/ops/head-norm.ts';
import type { Tensor } from '../tensor/tensor.ts';

/**
 * Turns the fused projection of a layer into attention's output.
 * @param gains of the heads' norms, where the model has them
 */
export type Attend = (qkv: Tensor, layer: number, gains?: HeadGains) => Tensor;
