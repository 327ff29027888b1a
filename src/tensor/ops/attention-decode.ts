/**
 * @file One decoding step of attention in one dispatch: each row is the newest token of a sequence. Its queries and keys
 * are normalised head by head (where the model does so, rms-norm.ts) and rotated (rotary.ts), its key and value are
 * written into the cache, and its queries attend to the cache and to the token itself.
 *
 * A unit is one query head of one row. The units that share a key head all compute that key, and the first of them writes
 * it. So none waits for another, and none reads from the cache what this dispatch writes there. Numbers are those of
 * headNorm, splitAndRotate and the forward kernel of attention-kernels.ts one after the other, bit for bit.
 */
import { memoised } from '../../common/once.ts';
import { defineKernel, ENTRY, times } from '../kernel.ts';
import { rowGrid } from '../lanes.ts';
import { profiles, type KernelStyle } from '../profile.ts';
import type { Tape } from '../tape.ts';
import type { Precision, Tensor } from '../tensor.ts';
import { UNSEEN, visit } from './attention-kernels.ts';
import type { AttentionIndex } from './attention.ts';
import {
  at,
  cached,
  dot,
  headLayout,
  load,
  loadCached,
  packed,
  rotation,
  unpacked,
  ZERO,
  zeros,
  type HeadLayout,
} from './head-layout.ts';
import type { HeadGains } from './rms-norm.ts';
import { normed, normScale, withSquare } from './norm-and-gate.ts';
import { rotated, type Heads } from './rotary.ts';

interface DecodeVariant extends HeadLayout {
  kv: Precision;
  norm: boolean;
}

/** `target` = the head whose first channel of this lane is at `base`, normalised and rotated. */
function preparedHead(target: string, base: string, gain: string, variant: DecodeVariant): string {
  const { registers: all, norm } = variant;
  const half = all / 2;
  const raw = `${target}Raw`;
  const normalised = norm
    ? `var ${raw}Squares = ${variant.lanes.element}(zero);
    ${times(all, (r) => `${raw}Squares = ${withSquare(`${raw}Squares`, `${raw}_${r}`)};`)}
    let ${raw}Scale = ${normScale(`laneSum(${raw}Squares, lane)`, 'u.headDim')};
    ${times(all, (r) => `let ${target}In_${r} = ${normed(`${gain}[${at('0u', r, variant)}]`, `${raw}_${r}`, `${raw}Scale`)};`)}`
    : times(all, (r) => `let ${target}In_${r} = ${raw}_${r};`);
  return `${load(raw, 'qkv', base, variant)}
  ${normalised}
  ${times(half, (r) => {
    const turned = rotated(`${target}In_${r}`, `${target}In_${r + half}`, `cosine_${r}`, `sine_${r}`);
    return `let ${target}_${r} = ${turned.first}; let ${target}_${r + half} = ${turned.second};`;
  })}`;
}

/** Writes a head of keys or values into the cache, and defines `target` as what a reader of the cache would get. */
function storeCached(target: string, source: string, base: string, variant: DecodeVariant): string {
  const { registers, elements, kv } = variant;
  const store = (r: number, perHead: number, value: string) =>
    `if (writes) { kv[${at(`${base} * ${perHead}u`, r, variant)}] = ${value}; }`;
  return kv === 'f32'
    ? times(
        registers,
        (r) => `let ${target}_${r} = ${source}_${r};
    ${store(r, elements, `${target}_${r}`)}`,
      )
    : times(
        registers / 2,
        (r) => `let ${target}_word${r} = ${packed(source, r, variant)};
    ${store(r, elements / 2, `${target}_word${r}`)}
    ${unpacked(target, r, variant)}`,
      );
}

const visitKey = (variant: DecodeVariant) => `${dot('score', 'q', 'k', variant)}
    ${visit(0, variant)}`;

const decodeKernel = (variant: DecodeVariant) => {
  const { lanes, registers, elements, kv, norm } = variant;
  return defineKernel({
    label: `attention of a decoding step${norm ? ', normalised heads' : ''}${kv === 'f32' ? '' : ', f16 cache'}`,
    storage: {
      qkv: `read ${lanes.element}`,
      qGain: `read ${lanes.element}`,
      kGain: `read ${lanes.element}`,
      rotations: `read ${lanes.element}`,
      tiles: 'read vec4u',
      kv: `write ${cached(variant, kv)}`,
      out: `write ${lanes.element}`,
    },
    /** `appended`: tokens decoded since the tiles were written; `scale`: 1/√headDim. */
    uniforms: {
      rows: 'u32',
      heads: 'u32',
      kvHeads: 'u32',
      scale: 'f32',
      appended: 'u32',
      headDim: 'u32',
      epsilon: 'f32',
    },
    directives: lanes.directives,
    body: `${lanes.functions}${ENTRY}
  let unit = rowOf(workgroup, groups, local);
  let lane = laneOf(local);
  let head = unit % u.heads;
  ${ZERO}
  if (unit / u.heads >= u.rows) { return; }
  let tile = tiles[unit / u.heads * 2u];
  let range = tiles[unit / u.heads * 2u + 1u];
  let row = tile.x;
  let position = tile.w + u.appended;
  let promptLength = range.y - range.x;
  let share = u.heads / u.kvHeads;
  let kvHead = head / share;
  let writes = head % share == 0u;
  ${times(registers / 2, (r) => rotation(r, 'position', variant))}
  let rowHeads = row * (u.heads + 2u * u.kvHeads);
  let queryBase = (rowHeads + head) * ${elements}u;
  let keyBase = (rowHeads + u.heads + kvHead) * ${elements}u;
  let valueBase = keyBase + u.kvHeads * ${elements}u;
  ${preparedHead('query', 'queryBase', 'qGain', variant)}
  ${preparedHead('newKey', 'keyBase', 'kGain', variant)}
  ${load('newValue', 'qkv', 'valueBase', variant)}
  ${times(registers, (r) => `let q_${r} = query_${r} * u.scale;`)}
  ${zeros('o0', variant)}
  var high0 = ${UNSEEN};
  var sum0 = 0.0;
  for (var t = 0u; t < position; t++) {
    let j = select(range.z + t - promptLength, range.x + t, t < promptLength);
    let key = j * 2u * u.kvHeads + kvHead;
    let value = key + u.kvHeads;
    ${loadCached('k', 'key', variant, kv)}
    ${loadCached('v', 'value', variant, kv)}
    ${visitKey(variant)}
  }
  {
    let key = (range.z + position - promptLength) * 2u * u.kvHeads + kvHead;
    let value = key + u.kvHeads;
    ${storeCached('k', 'newKey', 'key', variant)}
    ${storeCached('v', 'newValue', 'value', variant)}
    ${visitKey(variant)}
  }
  let base = (row * u.heads + head) * ${elements}u;
  ${times(registers, (r) => `out[${at('base', r, variant)}] = o0_${r} / sum0;`)}
}`,
  });
};

const kernelOf = memoised((kernelStyle: KernelStyle, headDim: number, kv: Precision, norm: boolean) =>
  decodeKernel({ ...headLayout(profiles[kernelStyle], 'decoding', headDim), kv, norm }),
);

/**
 * @param qkv [rows, (heads + 2·kvHeads)·headDim], as the projection gives it
 * @param index one tile for each row; its tiles as they were when `appended` was 0
 * @param kv the cache; the row of each token is written
 * @param appended tokens decoded since
 * @returns [rows, heads·headDim]
 */
export function attendToCache(
  tape: Tape,
  qkv: Tensor,
  { heads, kvHeads, headDim }: Heads,
  { tiles, rotations }: Pick<AttentionIndex, 'tiles' | 'rotations'>,
  kv: Tensor,
  appended: number,
  gains?: HeadGains,
): Tensor {
  const { device } = tape;
  const [rows] = qkv.shape;
  const out = tape.allocate([rows, heads * headDim]);
  const { kernelStyle } = device.profile;
  device.run(
    kernelOf(kernelStyle, headDim, kv.dtype as Precision, gains !== undefined),
    { qkv, qGain: gains?.q, kGain: gains?.k, rotations, tiles, kv, out },
    { rows, heads, kvHeads, scale: headDim ** -0.5, appended, headDim, epsilon: gains?.epsilon ?? 0 },
    rowGrid(rows * heads, headLayout(device.profile, 'decoding', headDim).lanes),
  );
  return out;
}
