/**
 * @file Defines the WGSL kernels of grouped-query causal attention over packed sequences.
 *
 * A thread computes one query of one head. In the gradient of keys and values, it computes one key of one key head.
 * Scores are not stored. The backward pass recomputes them from the log-sum-exp (Dao et al., "FlashAttention", 2022).
 *
 * A query visits keys in ascending order, so that decoding one query at a time gives the same bits.
 */
import { defineKernel, eachThread, times } from '../kernel.ts';
import { dot, load, loadCached, rotation, SUM_OF_PARTS, ZERO, zeros } from './head-layout.ts';
import { rotated } from './rotary.ts';

/** Largest number of tokens in a tile of a packed batch. */
export const TILE = 8;

/** Number of u32 words of a tile on the GPU: two vec4u. */
export const TILE_WORDS = 8;

/**
 * Neighbouring tokens of one prompt or of one completion. The token at position p attends to two ranges of keys:
 * - the prompt, rows [promptStart, promptEnd);
 * - the completion up to the token, rows [ownStart, ownStart + p − (promptEnd − promptStart)].
 *
 * For tokens of a prompt the first range is empty, and ownStart is the start of the prompt.
 */
export interface AttentionTile {
  /** Index of the first token among the queries. */
  first: number;
  /** Number of tokens, at most TILE. */
  count: number;
  /** Index after the last query that attends to the tile's tokens. Only the backward pass reads this field. */
  attendedUntil: number;
  /** Position of the first token in its sequence. */
  position: number;
  promptStart: number;
  promptEnd: number;
  ownStart: number;
}

/** Returns the u32 words of a tile, in the order that the kernels read. */
export const tileWords = (tile: AttentionTile): number[] => [
  tile.first,
  tile.count,
  tile.attendedUntil,
  tile.position,
  tile.promptStart,
  tile.promptEnd,
  tile.ownStart,
  // No kernel reads the last word, which fills the second vec4u.
  0,
];

/** WGSL: a number below every score. */
export const NO_SCORE = '-1e30';

/** WGSL: start of a kernel. Sets `row` to the index of the thread's query or key. A tile is two vec4u (`tileWords`). */
const placement = (heads: string) => `${SUM_OF_PARTS}${eachThread('unit', `u.tiles * ${TILE}u * ${heads}`)}
  ${ZERO}
  let head = unit % ${heads};
  let part = unit / ${heads};
  let tile = tiles[part / ${TILE}u * 2u];
  let range = tiles[part / ${TILE}u * 2u + 1u];
  let inTile = part % ${TILE}u;
  if (inTile >= tile.y) { return; }
  let row = tile.x + inTile;
  let position = tile.w + inTile;`;

/**
 * WGSL: adds the value `v` of a key with this `score` to a running softmax. `high` is the highest score so far, `sum`
 * the sum of the weights, and `o` the weighted sum of the values. `p` is the weight of `v`, and `shrink` scales both
 * sums. Either `p` or `shrink` is exp(0) = 1, so only the other is computed. A branch would be slower, because a
 * software adapter blends every register that a branch writes.
 */
export const visit = (registers: number) => `
    let isHighest = score > high;
    let lower = exp(-abs(score - high));
    let shrink = select(1.0, lower, isHighest);
    let p = select(lower, 1.0, isHighest);
    high = max(high, score);
    sum = fma(sum, shrink, p);
    ${times(registers, (r) => `o_${r} = fma(o_${r}, vec4f(shrink), p * v_${r});`)}`;

/** WGSL: rotates the gradient of rotated channels back, x = R(−θ)·x′ (rotary.ts), and stores it. */
const storeUnrotated = (name: string, base: string, registers: number) => {
  const half = registers / 2;
  return times(half, (r) => {
    const turned = rotated(`${name}_${r}`, `${name}_${r + half}`, `cosine_${r}`, `-sine_${r}`);
    return `${rotation(r, 'position', registers)}
    dQkv[${base} + ${r}u] = ${turned.first};
    dQkv[${base} + ${r + half}u] = ${turned.second};`;
  });
};

const uniforms = {
  tiles: 'u32',
  heads: 'u32',
  kvHeads: 'u32',
  /** Factor of the scores, 1/√headDim. */
  scale: 'f32',
} as const;

/** WGSL: runs `body` for each key row `j` of the thread's query. */
const forKeys = (body: string) => `
  let promptLength = range.y - range.x;
  let kvHead = head / (u.heads / u.kvHeads);
  for (var t = 0u; t <= position; t++) {
    let j = select(range.z + t - promptLength, range.x + t, t < promptLength);
    let key = j * 2u * u.kvHeads + kvHead;
    let value = key + u.kvHeads;
    ${body}
  }`;

/**
 * Makes the forward kernel. It also writes statistics [N, heads, 2]: the log-sum-exp of the scores, then a free element
 * for the backward pass.
 * @param registers number of registers of a head
 */
export const forwardKernel = (registers: number) =>
  defineKernel({
    label: 'attention',
    storage: {
      q: 'read vec4f',
      kv: 'read vec4f',
      tiles: 'read vec4u',
      out: 'write vec4f',
      statistics: 'write f32',
    },
    uniforms,
    body: `${placement('u.heads')}
  let base = (row * u.heads + head) * ${registers}u;
  ${load('q', 'q', 'base', registers, ' * u.scale')}
  ${zeros('o', registers)}
  var high = ${NO_SCORE};
  var sum = 0.0;
  ${forKeys(`${loadCached('k', 'key', registers)}
    ${dot('score', 'q', 'k', registers)}
    ${loadCached('v', 'value', registers)}
    ${visit(registers)}`)}
  ${times(registers, (r) => `out[base + ${r}u] = o_${r} / sum;`)}
  statistics[(row * u.heads + head) * 2u] = high + log(sum);
}`,
  });

const backwardStorage = {
  q: 'read vec4f',
  kv: 'read vec4f',
  tiles: 'read vec4u',
  dOut: 'read vec4f',
  rotations: 'read vec4f',
  dQkv: 'write vec4f',
} as const;

/** Makes the dq kernel. It writes dq (rotated back) to dQkv and each query's delta = Σ_c dOut·out to `statistics`. */
export const queriesKernel = (registers: number) =>
  defineKernel({
    label: 'attention backward, queries',
    storage: { ...backwardStorage, out: 'read vec4f', statistics: 'write f32' },
    uniforms,
    body: `${placement('u.heads')}
  let query = row * u.heads + head;
  let base = query * ${registers}u;
  ${load('q', 'q', 'base', registers, ' * u.scale')}
  ${load('g', 'dOut', 'base', registers)}
  ${zeros('d', registers)}
  let logZ = statistics[query * 2u];
  ${load('y', 'out', 'base', registers)}
  ${dot('delta', 'g', 'y', registers)}
  ${forKeys(`${loadCached('k', 'key', registers)}
    ${loadCached('v', 'value', registers)}
    ${dot('s', 'q', 'k', registers)}
    ${dot('dp', 'g', 'v', registers)}
    let ds = exp(s - logZ) * (dp - delta) * u.scale;
    ${times(registers, (r) => `d_${r} += ds * k_${r};`)}`)}
  let target_ = (row * (u.heads + 2u * u.kvHeads) + head) * ${registers}u;
  ${storeUnrotated('d', 'target_', registers)}
  statistics[query * 2u + 1u] = delta;
}`,
  });

/** Makes the kernel of dk (rotated back) and dv. It writes both into dQkv, and sums over queries in ascending order. */
export const keysKernel = (registers: number) =>
  defineKernel({
    label: 'attention backward, keys',
    storage: { ...backwardStorage, statistics: 'read f32' },
    uniforms,
    body: `${placement('u.kvHeads')}
  let base = (row * 2u * u.kvHeads + head) * ${registers}u;
  ${load('k', 'kv', 'base', registers, ' * u.scale')}
  ${load('v', 'kv', `base + u.kvHeads * ${registers}u`, registers)}
  ${zeros('dk', registers)}
  ${zeros('dv', registers)}
  let share = u.heads / u.kvHeads;
  for (var queryHead = head * share; queryHead < (head + 1u) * share; queryHead++) {
    for (var i = row; i < tile.z; i++) {
      let query = i * u.heads + queryHead;
      let channel = query * ${registers}u;
      ${load('q', 'q', 'channel', registers)}
      ${load('g', 'dOut', 'channel', registers)}
      let logZ = statistics[query * 2u];
      let delta = statistics[query * 2u + 1u];
      ${dot('s', 'q', 'k', registers)}
      ${dot('dp', 'g', 'v', registers)}
      let p = exp(s - logZ);
      let ds = p * (dp - delta) * u.scale;
      ${times(registers, (r) => `dv_${r} += p * g_${r}; dk_${r} += ds * q_${r};`)}
    }
  }
  let target_ = (row * (u.heads + 2u * u.kvHeads) + u.heads + head) * ${registers}u;
  ${storeUnrotated('dk', 'target_', registers)}
  let valueTarget = target_ + u.kvHeads * ${registers}u;
  ${times(registers, (r) => `dQkv[valueTarget + ${r}u] = dv_${r};`)}
}`,
  });
