/**
 * @file Rotary embedding and grouped-query causal attention of packed sequences as one differentiable op:
 * qkv [N, (heads + 2·kvHeads)·headDim] → out [N, heads·headDim].
 *
 * out_i = Σ_j softmax_j(q_i·k_j/√headDim) v_j over the keys that token i attends to. With p the softmax, g = dout:
 * dv_j = Σ_i p_ij g_i,  ds_ij = p_ij (g_i·v_j − g_i·out_i)/√headDim,  dq_i = Σ_j ds_ij k_j,  dk_j = Σ_i ds_ij q_i.
 */
import { memoised } from '../../common/once.ts';
import { defineKernel, eachThread, linearGrid } from '../kernel.ts';
import { rowGrid, SINGLE } from '../lanes.ts';
import type { Tape } from '../tape.ts';
import type { Precision, Tensor } from '../tensor.ts';
import { forwardKernel, keysKernel, perUnit, queriesKernel, TILE } from './attention-kernels.ts';
import { headLayout, type HeadLayout } from './head-layout.ts';
import { type Heads, splitAndRotate } from './rotary.ts';

/** The index of attended tokens on the GPU; see `PackedBatch` of lm/packing.ts. */
export interface AttentionIndex {
  /** (rotary position, row of its key and value) of each token, u32 [N, 2]. */
  places: Tensor;
  /** `tileWords` of each tile, u32 [tiles, TILE_WORDS]. */
  tiles: Tensor;
  /** `rotationTable`. */
  rotations: Tensor;
}

/** Most numbers in the vectors of a thread where a quad shares a head: with more, a kernel compiles half a second longer. */
const MOST_NUMBERS = 128;

/** Queries or keys for each thread, or for each head that a quad shares, with `vectors` vectors each. */
function perThread({ lanes, headDim, isShared }: HeadLayout, vectors: number): number {
  // What a quad loads serves eight then. With four, the code of a turn is too long for a processor's fastest cache.
  if (isShared) return 2;
  // On a graphics processor threads are many, and registers few.
  if (lanes === SINGLE) return 1;
  let count = 4;
  while (count > 1 && (count * vectors * headDim) / lanes.count > MOST_NUMBERS) count /= 2;
  return count;
}

const kernelsOf = memoised((widestHeadOfOneThread: number, widestSharedHead: number, headDim: number) => {
  const layout = headLayout({ widestHeadOfOneThread, widestSharedHead }, 'others', headDim);
  const variant = (vectors: number) => ({ ...layout, perThread: perThread(layout, vectors) });
  const [forward, queries, keys] = [variant(2), variant(3), variant(4)];
  return {
    /** By the numbers of the key-value buffer. */
    forward: { f32: forwardKernel(forward, 'f32'), f16: forwardKernel(forward, 'f16') },
    queries: queriesKernel(queries),
    keys: keysKernel(keys),
    perUnit: { forward: perUnit(forward), queries: perUnit(queries), keys: perUnit(keys) },
    lanes: layout.lanes,
  };
});

/** A cache of keys and values. One of f16 numbers takes half the memory, and has no gradients. */
export const allocateCache = (tape: Tape, rows: number, { kvHeads, headDim }: Heads, precision: Precision): Tensor =>
  tape.allocate([rows, 2 * kvHeads * headDim], precision);

/** @param kv where keys and values are written, and read from, `allocateCache` of at least N rows; default: scratch */
export function attention(tape: Tape, qkv: Tensor, heads: Heads, index: AttentionIndex, kv?: Tensor): Tensor {
  const { device } = tape;
  const [n] = qkv.shape;
  const { headDim } = heads;
  const q = tape.allocate([n, heads.heads * headDim]);
  const keysValues = kv ?? tape.allocate([n, 2 * heads.kvHeads * headDim]);
  const out = tape.allocate([n, heads.heads * headDim]);
  const statistics = tape.allocate([n, heads.heads, 2]);
  const { widestHeadOfOneThread, widestSharedHead } = device.profile;
  const kernels = kernelsOf(widestHeadOfOneThread, widestSharedHead, headDim);
  const { places, tiles, rotations } = index;
  const uniforms = {
    tiles: tiles.shape[0],
    heads: heads.heads,
    kvHeads: heads.kvHeads,
    scale: headDim ** -0.5,
  };
  const grid = (perUnit: number, rowHeads: number) =>
    rowGrid(uniforms.tiles * (TILE / perUnit) * rowHeads, kernels.lanes);

  splitAndRotate(device, { qkv, places, rotations, q, kv: keysValues }, heads, 0);
  device.run(
    kernels.forward[keysValues.dtype as Precision],
    { q, kv: keysValues, tiles, out, statistics },
    uniforms,
    grid(kernels.perUnit.forward, heads.heads),
  );
  if (keysValues.dtype !== 'f32' && tape.needs(qkv)) throw new Error('attention: an f16 cache has no gradients.');
  return tape.record([qkv], out, (dOut) =>
    tape.contribute(qkv, (dQkv, add) => {
      if (add) throw new Error('attention: its input may be used only once.');
      device.run(
        kernels.queries,
        { q, kv: keysValues, tiles, out, dOut, statistics, rotations, dQkv },
        uniforms,
        grid(kernels.perUnit.queries, heads.heads),
      );
      device.run(
        kernels.keys,
        { q, kv: keysValues, tiles, dOut, statistics, rotations, dQkv },
        uniforms,
        grid(kernels.perUnit.keys, heads.kvHeads),
      );
    }),
  );
}

const kernel = defineKernel({
  label: 'attention probabilities',
  storage: { q: 'read f32', kv: 'read f32', probabilities: 'write f32' },
  uniforms: { tokens: 'u32', heads: 'u32', kvHeads: 'u32', headDim: 'u32', scale: 'f32' },
  body: `${eachThread('row', 'u.heads * u.tokens')}
  let head = row / u.tokens;
  let query = row % u.tokens;
  let kvHead = head / (u.heads / u.kvHeads);
  let qStart = (query * u.heads + head) * u.headDim;
  let out = row * u.tokens;
  var high = -3.4e38;
  for (var key = 0u; key <= query; key++) {
    let kStart = (key * 2u * u.kvHeads + kvHead) * u.headDim;
    var score = 0.0;
    for (var c = 0u; c < u.headDim; c++) { score += q[qStart + c] * kv[kStart + c]; }
    score *= u.scale;
    probabilities[out + key] = score;
    high = max(high, score);
  }
  var total = 0.0;
  for (var key = 0u; key <= query; key++) {
    let weight = exp(probabilities[out + key] - high);
    probabilities[out + key] = weight;
    total += weight;
  }
  for (var key = 0u; key < u.tokens; key++) {
    if (key <= query) { probabilities[out + key] /= total; } else { probabilities[out + key] = 0.0; }
  }
}`,
});

/**
 * Computes the probabilities of attention of one causal sequence, which `attention` never stores, for the user to look
 * at: qkv [n, (heads + 2·kvHeads)·headDim] → p [heads, n, n], p_ij = softmax_j(q_i·k_j/√headDim) for j ≤ i, 0 beyond.
 * One thread computes a row, in a fixed order. Not differentiable.
 * @param tape without recording
 * @param index of one sequence, whose tokens lie in order
 * @param probabilities f32 [heads, n, n]; overwritten
 */
export function attentionProbabilities(
  tape: Tape,
  qkv: Tensor,
  heads: Heads,
  { places, rotations }: Pick<AttentionIndex, 'places' | 'rotations'>,
  probabilities: Tensor,
): void {
  const [tokens] = qkv.shape;
  const { headDim, kvHeads } = heads;
  const q = tape.allocate([tokens, heads.heads * headDim]);
  const kv = tape.allocate([tokens, 2 * kvHeads * headDim]);
  splitAndRotate(tape.device, { qkv, places, rotations, q, kv }, heads, 0);
  tape.device.run(
    kernel,
    { q, kv, probabilities },
    { tokens, heads: heads.heads, kvHeads, headDim, scale: headDim ** -0.5 },
    linearGrid(heads.heads * tokens),
  );
}
