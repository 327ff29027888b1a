/**
 * @file Grouped-query causal attention over packed sequences, WGSL, one source for every lane count and head dimension.
 *
 * A *unit* (one thread, or a quad; head-layout.ts) owns neighbouring queries of one head (in the gradient of keys and values:
 * neighbouring keys of one key head), so that it loads a key once for all of them. Scores are never stored: the backward pass
 * recomputes them from the log-sum-exp (Dao et al., "FlashAttention", 2022).
 *
 * Keys are visited in the same order whatever the unit, so that decoding one query at a time gives the same bits.
 */
import { defineKernel, ENTRY, times } from '../kernel.ts';
import { QUAD } from '../lanes.ts';
import type { Precision } from '../tensor.ts';
import { at, cached, dot, type HeadLayout, load, loadCached, loadOther, rotation, ZERO, zeros } from './head-layout.ts';
import { rotated } from './rotary.ts';

/** Most tokens of a tile of a packed batch. */
export const TILE = 8;

/** u32 words of a tile on the GPU: two vec4u. */
export const TILE_WORDS = 8;

/**
 * Neighbouring tokens of one prompt or of one completion. The token at position p attends to the keys of its prompt,
 * rows [promptStart, promptEnd), and to [ownStart, ownStart + p − (promptEnd − promptStart)], the keys before its own in
 * its completion and its own. For tokens of a prompt the first range is empty, and ownStart is where the prompt starts.
 */
export interface AttentionTile {
  /** Index of the first token among the queries. */
  first: number;
  /** Tokens, at most TILE. */
  count: number;
  /** End of the queries that attend to these tokens; read by the backward pass. */
  attendedUntil: number;
  /** Position of the first token in its sequence. */
  position: number;
  promptStart: number;
  promptEnd: number;
  ownStart: number;
}

/** A tile as the kernels read it. */
export const tileWords = (tile: AttentionTile): number[] => [
  tile.first,
  tile.count,
  tile.attendedUntil,
  tile.position,
  tile.promptStart,
  tile.promptEnd,
  tile.ownStart,
  // Unused: fills the second vec4u.
  0,
];

/**
 * Score of a key that a query does not attend to: its probability is exactly 0. There is no branch around it, because on
 * a software adapter a branch blends every register that it writes. All queries of a unit attend to its first key.
 */
export const UNSEEN = '-1e30';

interface AttentionVariant extends HeadLayout {
  /** Queries or keys of one thread, or of the threads that share a head. */
  perThread: number;
}

/** Queries or keys of one unit; divides TILE. */
export const perUnit = ({ perThread, isShared }: AttentionVariant): number => perThread * (isShared ? QUAD.count : 1);

/** A list of WGSL, one for each query or key of the thread. */
const eachOwn = ({ perThread }: AttentionVariant, emit: (i: number) => string) => times(perThread, emit);

/**
 * Places a unit: `first` is the row of its first query or key, `count` how many it has, and `row<i>` the row of the thread's own
 * number i, which stands at `place<i>` of the unit; those beyond the last are the last again. A tile is two vec4u; see `tileWords`.
 */
function placement(variant: AttentionVariant, heads: string): string {
  const most = perUnit(variant);
  const units = TILE / most;
  return `${ENTRY}
  let unit = rowOf(workgroup, groups, local);
  let lane = laneOf(local);
  ${ZERO}
  let head = unit % ${heads};
  let part = unit / ${heads};
  if (part >= u.tiles * ${units}u) { return; }
  let tile = tiles[part / ${units}u * 2u];
  let range = tiles[part / ${units}u * 2u + 1u];
  let skipped = (part % ${units}u) * ${most}u;
  if (skipped >= tile.y) { return; }
  let first = tile.x + skipped;
  let count = min(${most}u, tile.y - skipped);
  ${eachOwn(variant, (i) => `let place${i} = ${variant.isShared ? `${i * QUAD.count}u + lane` : `${i}u`}; let row${i} = first + min(place${i}, count - 1u);`)}`;
}

/**
 * One more `score` of a running softmax, with its value `v`: `p` weighs it, and `shrink` what was added up before. One of the
 * two exponentials is exp(0), so only the other is computed.
 * @param i of the query: `high<i>` is its highest score before, `sum<i>` and `o<i>` are what was added up
 */
export const visit = (i: number, { registers, lanes: { element } }: HeadLayout) => `
    let isHighest = score > high${i};
    let lower = exp(-abs(score - high${i}));
    let shrink = select(1.0, lower, isHighest);
    let p = select(lower, 1.0, isHighest);
    high${i} = max(high${i}, score);
    sum${i} = fma(sum${i}, shrink, p);
    ${times(registers, (r) => `o${i}_${r} = fma(o${i}_${r}, ${element}(shrink), p * v_${r});`)}`;

/** Stores a gradient of rotated channels, turned back by the same angle: x = R(−θ)·x′ (see rotary.ts). */
const storeUnrotated = (name: string, buffer: string, base: string, row: string, variant: AttentionVariant) => {
  const half = variant.registers / 2;
  return times(half, (r) => {
    const turned = rotated(`${name}_${r}`, `${name}_${r + half}`, `cosine_${r}`, `-sine_${r}`);
    return `{
    ${rotation(r, `(tile.w + ${row} - tile.x)`, variant)}
    ${buffer}[${at(base, r, variant)}] = ${turned.first};
    ${buffer}[${at(base, r + half, variant)}] = ${turned.second};
  }`;
  });
};

const uniforms = {
  tiles: 'u32',
  heads: 'u32',
  kvHeads: 'u32',
  /** 1/√headDim. */
  scale: 'f32',
} as const;

/** Visits the keys of the unit's queries, `body` for each key row `j`: query i attends to the first `seen<i>` of them. */
const forKeys = (variant: AttentionVariant, body: string) => `
  let promptLength = range.y - range.x;
  ${eachOwn(variant, (i) => `let seen${i} = tile.w + row${i} - tile.x + 1u;`)}
  let total = tile.w + skipped + count;
  let kvHead = head / (u.heads / u.kvHeads);
  for (var t = 0u; t < total; t++) {
    let j = select(range.z + t - promptLength, range.x + t, t < promptLength);
    let key = j * 2u * u.kvHeads + kvHead;
    let value = key + u.kvHeads;
    ${body}
  }`;

/**
 * Also writes statistics [N, heads, 2]: the log-sum-exp of the scores, then room for the backward pass.
 * @param kv the numbers of the key-value buffer
 */
export const forwardKernel = (variant: AttentionVariant, kv: Precision) =>
  defineKernel({
    label: `attention${kv === 'f32' ? '' : ', f16 cache'}`,
    storage: {
      q: `read ${variant.lanes.element}`,
      kv: `read ${cached(variant, kv)}`,
      tiles: 'read vec4u',
      out: `write ${variant.lanes.element}`,
      statistics: 'write f32',
    },
    uniforms,
    directives: variant.lanes.directives,
    body: `${variant.lanes.functions}${placement(variant, 'u.heads')}
  ${eachOwn(variant, (i) => load(`q${i}`, 'q', `(row${i} * u.heads + head) * ${variant.elements}u`, variant, ' * u.scale'))}
  ${eachOwn(variant, (i) => `${zeros(`o${i}`, variant)} var high${i} = ${UNSEEN}; var sum${i} = 0.0;`)}
  ${forKeys(
    variant,
    `${loadCached('k', 'key', variant, kv)}
    ${eachOwn(variant, (i) => dot(`s${i}`, `q${i}`, 'k', variant))}
    ${loadCached('v', 'value', variant, kv)}
    ${eachOwn(
      variant,
      (i) => `{
      let score = select(${UNSEEN}, s${i}, t < seen${i});
      ${visit(i, variant)}
    }`,
    )}`,
  )}
  ${eachOwn(
    variant,
    (i) => `if (place${i} < count) {
    let base = (row${i} * u.heads + head) * ${variant.elements}u;
    ${times(variant.registers, (r) => `out[${at('base', r, variant)}] = o${i}_${r} / sum${i};`)}
    statistics[(row${i} * u.heads + head) * 2u] = high${i} + log(sum${i});
  }`,
  )}
}`,
  });

const backwardStorage = ({ lanes: { element } }: AttentionVariant) =>
  ({
    q: `read ${element}`,
    kv: `read ${element}`,
    tiles: 'read vec4u',
    dOut: `read ${element}`,
    rotations: `read ${element}`,
    dQkv: `write ${element}`,
  }) as const;

/** dq, written unrotated into the query columns of dQkv; and delta = Σ_c dOut·out of each query into its statistics. */
export const queriesKernel = (variant: AttentionVariant) =>
  defineKernel({
    label: 'attention backward, queries',
    storage: { ...backwardStorage(variant), out: `read ${variant.lanes.element}`, statistics: 'write f32' },
    uniforms,
    directives: variant.lanes.directives,
    body: `${variant.lanes.functions}${placement(variant, 'u.heads')}
  ${eachOwn(
    variant,
    (i) => `let base${i} = (row${i} * u.heads + head) * ${variant.elements}u;
  ${load(`q${i}`, 'q', `base${i}`, variant, ' * u.scale')}
  ${load(`g${i}`, 'dOut', `base${i}`, variant)}
  ${zeros(`d${i}`, variant)}
  let logZ${i} = statistics[(row${i} * u.heads + head) * 2u];
  ${load(`y${i}`, 'out', `base${i}`, variant)}
  ${dot(`delta${i}`, `g${i}`, `y${i}`, variant)}`,
  )}
  ${forKeys(
    variant,
    `${loadCached('k', 'key', variant, 'f32')}
    ${loadCached('v', 'value', variant, 'f32')}
    ${eachOwn(
      variant,
      (i) => `{
      ${dot('s', `q${i}`, 'k', variant)}
      ${dot('dp', `g${i}`, 'v', variant)}
      let ds = exp(select(${UNSEEN}, s, t < seen${i}) - logZ${i}) * (dp - delta${i}) * u.scale;
      ${times(variant.registers, (r) => `d${i}_${r} += ds * k_${r};`)}
    }`,
    )}`,
  )}
  ${eachOwn(
    variant,
    (i) => `if (place${i} < count) {
    let base = (row${i} * (u.heads + 2u * u.kvHeads) + head) * ${variant.elements}u;
    ${storeUnrotated(`d${i}`, 'dQkv', 'base', `row${i}`, variant)}
    statistics[(row${i} * u.heads + head) * 2u + 1u] = delta${i};
  }`,
  )}
}`,
  });

/** dk (unrotated) and dv, written into their columns of dQkv: for each key a sum over its queries, in ascending order. */
export const keysKernel = (variant: AttentionVariant) =>
  defineKernel({
    label: 'attention backward, keys',
    storage: { ...backwardStorage(variant), statistics: 'read f32' },
    uniforms,
    directives: variant.lanes.directives,
    body: `${variant.lanes.functions}${placement(variant, 'u.kvHeads')}
  ${eachOwn(
    variant,
    (i) => `let base${i} = (row${i} * 2u * u.kvHeads + head) * ${variant.elements}u;
  ${load(`k${i}`, 'kv', `base${i}`, variant, ' * u.scale')}
  ${load(`v${i}`, 'kv', `base${i} + u.kvHeads * ${variant.elements}u`, variant)}
  ${zeros(`dk${i}`, variant)}
  ${zeros(`dv${i}`, variant)}`,
  )}
  let end = tile.z;
  let share = u.heads / u.kvHeads;
  for (var queryHead = head * share; queryHead < (head + 1u) * share; queryHead++) {
    for (var i = first; i < end; i++) {
      let query = i * u.heads + queryHead;
      let channel = query * ${variant.elements}u;
      ${loadOther('q', 'q', 'channel', variant)}
      ${loadOther('g', 'dOut', 'channel', variant)}
      let logZ = statistics[query * 2u];
      let delta = statistics[query * 2u + 1u];
      ${eachOwn(
        variant,
        (j) => `{
        ${dot('s', 'q', `k${j}`, variant)}
        ${dot('dp', 'g', `v${j}`, variant)}
        let p = exp(select(${UNSEEN}, s, i >= row${j}) - logZ);
        let ds = p * (dp - delta) * u.scale;
        ${times(variant.registers, (r) => `dv${j}_${r} += p * g_${r}; dk${j}_${r} += ds * q_${r};`)}
      }`,
      )}
    }
  }
  ${eachOwn(
    variant,
    (j) => `if (place${j} < count) {
    let base = (row${j} * (u.heads + 2u * u.kvHeads) + u.heads + head) * ${variant.elements}u;
    ${storeUnrotated(`dk${j}`, 'dQkv', 'base', `row${j}`, variant)}
    let valueBase = base + u.kvHeads * ${variant.elements}u;
    ${times(variant.registers, (r) => `dQkv[${at('valueBase', r, variant)}] = dv${j}_${r};`)}
  }`,
  )}
}`,
  });
