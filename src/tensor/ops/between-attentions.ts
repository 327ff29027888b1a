/**
 * @file What a decoding step computes between two attentions, in one dispatch, for layers so small that a workgroup holds
 * whole rows: with a the output of attention and x the residual stream,
 *
 *   h = x + a·W_out,   x′ = h + swiglu(norm(h)·W_gateUp)·W_down,   y = norm(x′)·W_next (+ bias),
 *
 * where the next product is that of the next layer's queries, keys and values, or the head. Not differentiable; the bits are
 * those of the ops one after the other. Small models pay for dispatches rather than for arithmetic: this is one, not four.
 */
import type { Tape } from '../tape.ts';
import { Tensor } from '../tensor.ts';
import { ROOM, ROWS } from './between-attentions-kernels.ts';
import { quadBetweenAttentions } from './between-attentions-quad.ts';
import { tiledBetweenAttentions } from './between-attentions-tiled.ts';

export interface BetweenAttentionsWeights {
  /** f32, one buffer that holds all the others. */
  segment: Tensor;
  /** [e, d] */
  out: Tensor;
  /** Of the norm before `gateUp`, [d]. */
  gain: Tensor;
  /** [d, 2f] */
  gateUp: Tensor;
  /** [f, d] */
  down: Tensor;
  /** Of the norm before `next`, [d]. */
  nextGain: Tensor;
  /** [d, n] */
  next: Tensor;
  /** [n] */
  nextBias?: Tensor;
  epsilon: number;
}

/** Whether a workgroup holds rows of hidden states [d] and of gated values [f]. */
export const fitsWorkgroup = (d: number, f: number): boolean => d + f <= ROOM;

/**
 * @param attended a, [m, e]
 * @param x [m, d]
 * @returns x′ [m, d] and y [m, n]
 */
export function betweenAttentions(
  tape: Tape,
  attended: Tensor,
  x: Tensor,
  weights: BetweenAttentionsWeights,
): { hidden: Tensor; product: Tensor } {
  const { segment, out, gain, gateUp, down, nextGain, next, nextBias, epsilon } = weights;
  const [m, d] = x.shape;
  const [f] = down.shape;
  const [, n] = next.shape;
  if (!fitsWorkgroup(d, f)) throw new RangeError(`Rows of ${d} + ${f} numbers are too long for a workgroup.`);
  const start = (tensor: Tensor) => {
    if (tensor.buffer !== segment.buffer || tensor.dtype !== 'f32')
      throw new RangeError('The weights between two attentions are f32 and lie in one buffer.');
    return (tensor.offset - segment.offset) / Float32Array.BYTES_PER_ELEMENT;
  };
  const hidden = tape.allocate([m, d]);
  const product = tape.allocate([m, n]);
  tape.device.run(
    tape.device.family === 'quad' ? quadBetweenAttentions : tiledBetweenAttentions,
    { attended, x, matrices: segment, gains: segment, hidden, product },
    {
      ...{ m, e: attended.shape[1], d, d4: d / 4, f, f4: f / 4, n4: n / 4 },
      ...{ out4: start(out) / 4, gain: start(gain), gateUp4: start(gateUp) / 4, down4: start(down) / 4 },
      ...{ nextGain: start(nextGain), next4: start(next) / 4, bias4: nextBias ? start(nextBias) / 4 : 0 },
      ...{ hasBias: Number(nextBias !== undefined), epsilon },
    },
    [Math.ceil(m / ROWS)],
  );
  return { hidden, product };
}
