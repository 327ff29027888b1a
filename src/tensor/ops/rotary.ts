/**
 * @file Rotary position embedding (Su et al. 2021) in Hugging Face's convention: channel c < h/2 of a head of h channels
 * (a multiple of 8) turns with channel c + h/2 by the angle position · θ^(−2c/h). Queries and keys turn; values are only
 * moved.
 *
 * Splits the fused projection [N, (heads + 2·kvHeads)·h] into queries [N, heads·h] and rows [keys | values] of a
 * key-value buffer, where a token's row may be anywhere: in its batch, or in a decoding cache.
 */
import type { Device } from '../device.ts';
import { defineKernel, linearGrid, THREADS } from '../kernel.ts';
import type { Tensor } from '../tensor.ts';

const kernel = defineKernel({
  label: 'rotary',
  storage: {
    qkv: 'read vec4f',
    places: 'read vec2u',
    rotations: 'read vec4f',
    q: 'write vec4f',
    kv: 'write vec4f',
  },
  /** half4: vectors of 4 channels in half a head. */
  uniforms: { size: 'u32', heads: 'u32', kvHeads: 'u32', half4: 'u32', appended: 'u32' },
  body: `
@compute @workgroup_size(${THREADS})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let i = flatIndex(workgroup, groups, local);
  if (i >= u.size) { return; }
  let c = i % u.half4;
  let unit = i / u.half4;
  let units = u.heads + 2u * u.kvHeads;
  let row = unit / units;
  let head = unit % units;
  let source = unit * 2u * u.half4 + c;
  let a = qkv[source];
  let b = qkv[source + u.half4];
  var cosine = vec4f(1.0);
  var sine = vec4f(0.0);
  if (head < u.heads + u.kvHeads) {
    let angle = (places[row].x + u.appended) * 2u * u.half4 + c;
    cosine = rotations[angle];
    sine = rotations[angle + u.half4];
  }
  let first = a * cosine - b * sine;
  let second = b * cosine + a * sine;
  if (head < u.heads) {
    let target_ = (row * u.heads + head) * 2u * u.half4 + c;
    q[target_] = first;
    q[target_ + u.half4] = second;
  } else {
    let kvRow = places[row].y + u.appended;
    let target_ = (kvRow * 2u * u.kvHeads + head - u.heads) * 2u * u.half4 + c;
    kv[target_] = first;
    kv[target_ + u.half4] = second;
  }
}`,
});

export interface Heads {
  heads: number;
  kvHeads: number;
  headDim: number;
}

/** The cosines, then the sines of each position below `positions`, [positions, 2, headDim / 2]. */
export function rotationTable(positions: number, headDim: number, theta: number): Float32Array<ArrayBuffer> {
  const half = headDim / 2;
  const table = new Float32Array(positions * headDim);
  for (let c = 0; c < half; c++) {
    // Rounded where PyTorch rounds: the frequency and the angle are f32.
    const frequency = Math.fround(1 / Math.fround(theta ** ((2 * c) / headDim)));
    for (let position = 0; position < positions; position++) {
      const angle = Math.fround(position * frequency);
      table[position * headDim + c] = Math.cos(angle);
      table[position * headDim + half + c] = Math.sin(angle);
    }
  }
  return table;
}

/**
 * Writes q [N, heads·headDim] and rows of kv [rows, 2·kvHeads·headDim].
 * @param tensors.places (position, row in kv) of each token, u32 [N, 2]
 * @param appended is added to both
 */
export function splitAndRotate(
  device: Device,
  tensors: { qkv: Tensor; places: Tensor; rotations: Tensor; q: Tensor; kv: Tensor },
  { heads, kvHeads, headDim }: Heads,
  appended: number,
): void {
  const half4 = headDim / 8;
  const size = tensors.qkv.shape[0] * (heads + 2 * kvHeads) * half4;
  device.run(kernel, tensors, { size, heads, kvHeads, half4, appended }, linearGrid(size));
}
