/**
 * @file Computes rotary embedding and grouped-query causal attention of packed sequences as one differentiable op:
 * qkv [N, (heads + 2·kvHeads)·headDim] → out [N, heads·headDim].
 *
 * out_i = Σ_j softmax_j(q_i·k_j/√headDim) v_j over the keys that token i attends to. With p the softmax, g = dout:
 * dv_j = Σ_i p_ij g_i,  ds_ij = p_ij (g_i·v_j − g_i·out_i)/√headDim,  dq_i = Σ_j ds_ij k_j,  dk_j = Σ_i ds_ij q_i.
 */
import { memoised } from '../../common/once.ts';
import { linearGrid } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { forwardKernel, keysKernel, queriesKernel, TILE } from './attention-kernels.ts';
import { registersOf } from './head-layout.ts';
import { type Heads, splitAndRotate } from './rotary.ts';

/** Tensors that tell kernels which tokens attend to which; see `PackedBatch` of lm/packing.ts. */
export interface AttentionIndex {
  /** Rotary position of each token, and the row of its key and value in the cache; u32 [N, 2]. */
  places: Tensor;
  /** `tileWords` of each tile, u32 [tiles, TILE_WORDS]. */
  tiles: Tensor;
  /** Cosines and sines of the rotary angles, in the layout of `rotationTable` (rotary.ts). */
  rotations: Tensor;
}

const kernelsOf = memoised((registers: number) => ({
  forward: forwardKernel(registers),
  queries: queriesKernel(registers),
  keys: keysKernel(registers),
}));

/** Allocates a cache for the keys and values of `rows` tokens. */
export const allocateCache = (tape: Tape, rows: number, { kvHeads, headDim }: Heads): Tensor =>
  tape.allocate([rows, 2 * kvHeads * headDim]);

/**
 * Returns rotary embedding and causal attention of packed sequences, [N, heads·headDim].
 * @param kv cache of at least N rows for keys and values (`allocateCache`); default: scratch memory
 */
export function attention(tape: Tape, qkv: Tensor, heads: Heads, index: AttentionIndex, kv?: Tensor): Tensor {
  const { device } = tape;
  const [n] = qkv.shape;
  const { headDim } = heads;
  const q = tape.allocate([n, heads.heads * headDim]);
  const keysValues = kv ?? allocateCache(tape, n, heads);
  const out = tape.allocate([n, heads.heads * headDim]);
  const statistics = tape.allocate([n, heads.heads, 2]);
  const kernels = kernelsOf(registersOf(headDim));
  const { places, tiles, rotations } = index;
  const uniforms = {
    tiles: tiles.shape[0],
    heads: heads.heads,
    kvHeads: heads.kvHeads,
    scale: headDim ** -0.5,
  };
  const grid = (rowHeads: number) => linearGrid(uniforms.tiles * TILE * rowHeads);

  splitAndRotate(device, { qkv, places, rotations, q, kv: keysValues }, heads);
  device.run(kernels.forward, { q, kv: keysValues, tiles, out, statistics }, uniforms, grid(heads.heads));
  return tape.record([qkv], out, (dOut) =>
    tape.contribute(qkv, (dQkv, add) => {
      if (add) throw new Error('attention: its input may be used only once.');
      device.run(
        kernels.queries,
        { q, kv: keysValues, tiles, out, dOut, statistics, rotations, dQkv },
        uniforms,
        grid(heads.heads),
      );
      device.run(
        kernels.keys,
        { q, kv: keysValues, tiles, dOut, statistics, rotations, dQkv },
        uniforms,
        grid(heads.kvHeads),
      );
    }),
  );
}
