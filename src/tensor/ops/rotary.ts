/**
 * @file Applies rotary position embedding (Su et al. 2021) in Hugging Face's convention: channel c < h/2 of a head
 * rotates with channel c + h/2 by the angle position · θ^(−2c/h). Queries and keys rotate. Values are only moved.
 *
 * The kernel splits the fused projection [N, (heads + 2·kvHeads)·h] into queries [N, heads·h] and rows [keys | values]
 * of a buffer. The buffer is a decoding cache or holds one batch. A token's row may be anywhere in the buffer.
 *
 * h is a multiple of 8, because a thread rotates four neighbouring channels with the four channels that are h/2 further
 * on.
 */
import type { Device } from '../device.ts';
import { defineKernel, eachThread, linearGrid } from '../kernel.ts';
import type { Tensor } from '../tensor.ts';

/** WGSL: rotates two channels. `fma` fixes which product is rounded, so that attention-decode.ts gets the same bits. */
export const rotated = (a: string, b: string, cosine: string, sine: string) => ({
  first: `fma(${a}, ${cosine}, -(${b} * (${sine})))`,
  second: `fma(${b}, ${cosine}, ${a} * (${sine}))`,
});

const kernel = defineKernel({
  label: 'rotary',
  storage: {
    qkv: 'read vec4f',
    places: 'read vec2u',
    rotations: 'read vec4f',
    q: 'write vec4f',
    kv: 'write vec4f',
  },
  // `half4` is the number of vec4 units in half a head, headDim / 8.
  uniforms: { size: 'u32', heads: 'u32', kvHeads: 'u32', half4: 'u32' },
  body: `${eachThread('i', 'u.size')}
  let unit = i / u.half4;
  let c = i - unit * u.half4;
  let units = u.heads + 2u * u.kvHeads;
  let row = unit / units;
  let head = unit - row * units;
  let source = unit * 2u * u.half4 + c;
  let a = qkv[source];
  let b = qkv[source + u.half4];
  var cosine = vec4f(1.0);
  var sine = vec4f();
  if (head < u.heads + u.kvHeads) {
    let angle = (places[row].x * u.half4 + c) * 2u;
    let low = rotations[angle];
    let high = rotations[angle + 1u];
    cosine = vec4f(low.xz, high.xz);
    sine = vec4f(low.yw, high.yw);
  }
  let first = ${rotated('a', 'b', 'cosine', 'sine').first};
  let second = ${rotated('a', 'b', 'cosine', 'sine').second};
  if (head < u.heads) {
    let target_ = (row * u.heads + head) * 2u * u.half4 + c;
    q[target_] = first;
    q[target_ + u.half4] = second;
  } else {
    let kvHead = places[row].y * 2u * u.kvHeads + head - u.heads;
    kv[kvHead * 2u * u.half4 + c] = first;
    kv[kvHead * 2u * u.half4 + c + u.half4] = second;
  }
}`,
});

export interface Heads {
  heads: number;
  kvHeads: number;
  headDim: number;
}

/**
 * Returns cosine and sine of every position and pair of channels, times `factor`, f32 [positions, headDim / 2, 2].
 * @param frequencies f32, one for each pair of channels
 */
export function rotationTable(
  positions: number,
  { frequencies, factor }: { frequencies: readonly number[]; factor: number },
): Float32Array<ArrayBuffer> {
  const half = frequencies.length;
  const table = new Float32Array(positions * half * 2);
  for (let c = 0; c < half; c++)
    for (let position = 0; position < positions; position++) {
      // The angle is f32, as in PyTorch.
      const angle = Math.fround(position * frequencies[c]);
      table[(position * half + c) * 2] = factor * Math.cos(angle);
      table[(position * half + c) * 2 + 1] = factor * Math.sin(angle);
    }
  return table;
}

/**
 * Writes q [N, heads·headDim] and rows of kv, f32 [rows, 2·kvHeads·headDim].
 * @param tensors.places (position, row in kv) of each token, u32 [N, 2]
 */
export function splitAndRotate(
  device: Device,
  tensors: { qkv: Tensor; places: Tensor; rotations: Tensor; q: Tensor; kv: Tensor },
  { heads, kvHeads, headDim }: Heads,
): void {
  const half4 = headDim / 8;
  const size = tensors.qkv.shape[0] * (heads + 2 * kvHeads) * half4;
  device.run(kernel, tensors, { size, heads, kvHeads, half4 }, linearGrid(size));
}
