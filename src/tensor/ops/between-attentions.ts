/**
 * @file The computation between two attentions in one dispatch, for layers so small that a workgroup holds
 * whole rows: with a the output of attention and x the residual stream,
 *
 *   h = x + a·W_out,   x′ = h + swiglu(norm(h)·W_gateUp)·W_down,   y = norm(x′)·W_next (+ bias),
 *
 * where the next product is that of the next layer's queries, keys and values, or the head. Not differentiable; the bits are
 * those of the ops one after the other. On graphics processors, and on software adapters with vectors of eight lanes, a small
 * model pays for dispatches rather than for arithmetic, and this is one, not four.
 */
import type { Device } from '../device.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';

export interface BetweenAttentionsWeights {
  /** f32, one buffer that holds all the others. */
  segment: Tensor;
  /** [e, d] */
  out: Tensor;
  /** Gain of the norm before `gateUp`, [d]. */
  gain: Tensor;
  /** [d, 2f] */
  gateUp: Tensor;
  /** [f, d] */
  down: Tensor;
  /** The product that comes next, with the norm before it; absent: none. */
  next?: NormedProduct;
  epsilon: number;
}

export interface NormedProduct {
  /** [d] */
  gain: Tensor;
  /** [d, n] */
  matrix: Tensor;
  /** [n] */
  bias?: Tensor;
}

export interface BetweenAttentions {
  /** x′ [m, d] */
  hidden: Tensor;
  /** y [m, n], where there is a next product. */
  product: Tensor;
  /** The buffer that holds both. */
  whole: Tensor;
}

/** Elements between starts of views: the alignment of storage bindings. */
const ALIGNMENT = 64;

/** True if a workgroup of the device holds rows of hidden states [d] and of gated values [f]. */
export function fitsWorkgroup({ limits, profile }: Pick<Device, 'limits' | 'profile'>, d: number, f: number): boolean {
  const { betweenAttentions: kernel } = profile;
  return kernel !== undefined && kernel.holds(d, f) && limits.maxComputeWorkgroupStorageSize >= kernel.bytes;
}

/**
 * @param attended a, [m, e]
 * @param x [m, d]
 */
export function betweenAttentions(
  tape: Tape,
  attended: Tensor,
  x: Tensor,
  weights: BetweenAttentionsWeights,
): BetweenAttentions {
  const { segment, out, gain, gateUp, down, next, epsilon } = weights;
  const [m, d] = x.shape;
  const [f] = down.shape;
  const n = next ? next.matrix.shape[1] : 0;
  const { betweenAttentions: fused } = tape.device.profile;
  if (!fused || !fitsWorkgroup(tape.device, d, f))
    throw new RangeError(
      `Rows of ${d} and ${f} numbers are too long for a workgroup, or the adapter has no such kernel.`,
    );
  const start = (tensor: Tensor | undefined) => {
    if (!tensor) return 0;
    if (tensor.buffer !== segment.buffer || tensor.dtype !== 'f32')
      throw new RangeError('The weights between two attentions are f32 and lie in one buffer.');
    return (tensor.offset - segment.offset) / Float32Array.BYTES_PER_ELEMENT;
  };
  const productStart = Math.ceil((m * d) / ALIGNMENT) * ALIGNMENT;
  const whole = tape.allocate([productStart + m * n]);
  const hidden = whole.view([m, d]);
  const product = whole.view([m, n], productStart);
  tape.device.run(
    fused.kernel,
    { attended, x, matrices: segment, gains: segment, whole },
    {
      m,
      e: attended.shape[1],
      d,
      d4: d / 4,
      f,
      f4: f / 4,
      n4: n / 4,
      out4: start(out) / 4,
      gain: start(gain),
      gateUp4: start(gateUp) / 4,
      down4: start(down) / 4,
      nextGain: start(next?.gain),
      next4: start(next?.matrix) / 4,
      bias4: start(next?.bias) / 4,
      hasBias: Number(next?.bias !== undefined),
      product4: productStart / 4,
      epsilon,
    },
    [Math.ceil(m / fused.rows)],
  );
  return { hidden, product, whole };
}
