/**
 * @file Gradient checkpointing (Chen et al., "Training Deep Nets with Sublinear Memory Cost", 2016): of a part of a
 * computation only inputs and output stay in memory; the backward pass computes the part again.
 *
 * The same kernels run on the same numbers in the same order, so the gradients are those of the pass without it, bit for
 * bit. The price is a second forward pass over the part.
 */
import type { Tape } from './tape.ts';
import type { Tensor } from './tensor.ts';

/**
 * If the tape records nothing, `compute` merely gives back the memory of its intermediate tensors.
 * @param compute the part, on this tape; called again in the backward pass
 */
export function checkpoint(tape: Tape, compute: () => Tensor): Tensor {
  const { result, differentiable } = tape.forget(compute);
  if (differentiable) tape.recordOutput(result, (gradient) => tape.replay(compute, gradient));
  return result;
}
