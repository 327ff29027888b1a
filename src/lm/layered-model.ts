/** @file The parts that layers are computed from, whichever way they are computed. */
import type { HeadGains } from '../tensor/ops/rms-norm.ts';
import type { ParameterSet } from '../tensor/parameters.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { ModelConfig } from './files/config.ts';
import type { Correction } from './lora/adapter.ts';

export interface LayeredModel {
  readonly config: ModelConfig;
  readonly parameters: ParameterSet;
  /** The correction that is added to products with the matrices of the layers. */
  readonly adapter: Correction | undefined;
  /** The gains of a layer's heads, where the model has them. */
  headGains(layer: number): HeadGains | undefined;
}

/** Turns the fused projection of a layer into attention's output: over a batch, or over a cache. */
export type Attend = (qkv: Tensor, layer: number, gains?: HeadGains) => Tensor;
