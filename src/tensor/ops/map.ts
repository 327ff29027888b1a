/**
 * @file A fused elementwise op given as WGSL expressions, so that a loss can be written as its equation where the method
 * lives, and runs as one dispatch with its derivative.
 */
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';

export interface MapSpec<I extends string, C extends string, S extends string> {
  /** Names the pipeline. */
  label: string;
  /** Differentiable operands, all of one shape. */
  inputs: Record<I, Tensor>;
  /** Operands without a gradient, of the same shape. */
  constants?: Record<C, Tensor>;
  /** Numbers; changing them does not recompile. */
  scalars?: Record<S, number>;
  /** WGSL functions that the expressions may call. */
  functions?: string;
  /** WGSL expression of one output element in terms of the names above, each an f32. */
  forward: string;
  /** ∂output/∂input, a WGSL expression for every input that may need a gradient. */
  gradients?: Partial<Record<I, string>>;
}

/** @returns a tensor of the operands' shape */
export function map<I extends string, C extends string = never, S extends string = never>(
  _tape: Tape,
  _spec: MapSpec<I, C, S>,
): Tensor {
  throw new Error('map is not there yet.');
}
