/**
 * @file Computes a decoding step of attention in one dispatch. Each row is the newest token of a sequence. Query and
 * key heads are normalised if the model does so (rms-norm.ts) and rotated (rotary.ts). The token's keys and values are
 * written into the cache. Its queries attend to the cache and to the token itself.
 *
 * One thread computes one query head of one row. All query heads that share a key head compute the new key, and the
 * first one writes it. So no thread waits for another or reads from the cache what this dispatch writes. The result has
 * the same bits as headNorm, splitAndRotate and the forward kernel of attention-kernels.ts.
 */
import { memoised } from '../../common/once.ts';
import { defineKernel, eachThread, linearGrid, times } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { NO_SCORE, visit } from './attention-kernels.ts';
import type { AttentionIndex } from './attention.ts';
import { dot, load, loadCached, registersOf, rotation, SUM_OF_PARTS, ZERO, zeros } from './head-layout.ts';
import type { HeadGains } from './rms-norm.ts';
import { normed, normScale, withSquare } from './norm-and-gate.ts';
import { rotated, type Heads } from './rotary.ts';

/** Number of registers of a head (head-layout.ts), and whether heads are normalised. */
interface DecodeVariant {
  registers: number;
  norm: boolean;
}

/** WGSL: loads the head at `base` into the registers of `target`, normalised and rotated. */
function preparedHead(target: string, base: string, gain: string, { registers, norm }: DecodeVariant): string {
  const half = registers / 2;
  const raw = `${target}Raw`;
  const normalised = norm
    ? `var ${raw}Squares = vec4f(zero);
    ${times(registers, (r) => `${raw}Squares = ${withSquare(`${raw}Squares`, `${raw}_${r}`)};`)}
    let ${raw}Scale = ${normScale(`sumOfParts(${raw}Squares)`, 'u.headDim')};
    ${times(registers, (r) => `let ${target}In_${r} = ${normed(`${gain}[${r}]`, `${raw}_${r}`, `${raw}Scale`)};`)}`
    : times(registers, (r) => `let ${target}In_${r} = ${raw}_${r};`);
  return `${load(raw, 'qkv', base, registers)}
  ${normalised}
  ${times(half, (r) => {
    const turned = rotated(`${target}In_${r}`, `${target}In_${r + half}`, `cosine_${r}`, `sine_${r}`);
    return `let ${target}_${r} = ${turned.first}; let ${target}_${r + half} = ${turned.second};`;
  })}`;
}

/** WGSL: copies a key or value into the registers of `target` and, if `writes` is true, into the cache. */
const storeCached = (target: string, source: string, base: string, registers: number): string =>
  times(
    registers,
    (r) => `let ${target}_${r} = ${source}_${r};
    if (writes) { kv[${base} * ${registers}u + ${r}u] = ${target}_${r}; }
    `,
  );

const decodeKernel = (variant: DecodeVariant) => {
  const { registers, norm } = variant;
  const visitKey = `${dot('score', 'q', 'k', registers)}
    ${visit(registers)}`;
  return defineKernel({
    label: `attention of a decoding step${norm ? ', normalised heads' : ''}`,
    storage: {
      qkv: 'read vec4f',
      qGain: 'read vec4f',
      kGain: 'read vec4f',
      rotations: 'read vec4f',
      tiles: 'read vec4u',
      kv: 'write vec4f',
      out: 'write vec4f',
    },
    /** `appended` is the number of tokens decoded since the tiles were written. `scale` is 1/√headDim. */
    uniforms: {
      rows: 'u32',
      heads: 'u32',
      kvHeads: 'u32',
      scale: 'f32',
      appended: 'u32',
      headDim: 'u32',
      epsilon: 'f32',
    },
    body: `${SUM_OF_PARTS}${eachThread('unit', 'u.rows * u.heads')}
  let head = unit % u.heads;
  ${ZERO}
  let tile = tiles[unit / u.heads * 2u];
  let range = tiles[unit / u.heads * 2u + 1u];
  let row = tile.x;
  let position = tile.w + u.appended;
  let promptLength = range.y - range.x;
  let share = u.heads / u.kvHeads;
  let kvHead = head / share;
  let writes = head % share == 0u;
  ${times(registers / 2, (r) => rotation(r, 'position', registers))}
  let rowHeads = row * (u.heads + 2u * u.kvHeads);
  let queryBase = (rowHeads + head) * ${registers}u;
  let keyBase = (rowHeads + u.heads + kvHead) * ${registers}u;
  let valueBase = keyBase + u.kvHeads * ${registers}u;
  ${preparedHead('query', 'queryBase', 'qGain', variant)}
  ${preparedHead('newKey', 'keyBase', 'kGain', variant)}
  ${load('newValue', 'qkv', 'valueBase', registers)}
  ${times(registers, (r) => `let q_${r} = query_${r} * u.scale;`)}
  ${zeros('o', registers)}
  var high = ${NO_SCORE};
  var sum = 0.0;
  for (var t = 0u; t < position; t++) {
    let j = select(range.z + t - promptLength, range.x + t, t < promptLength);
    let key = j * 2u * u.kvHeads + kvHead;
    let value = key + u.kvHeads;
    ${loadCached('k', 'key', registers)}
    ${loadCached('v', 'value', registers)}
    ${visitKey}
  }
  {
    let key = (range.z + position - promptLength) * 2u * u.kvHeads + kvHead;
    let value = key + u.kvHeads;
    ${storeCached('k', 'newKey', 'key', registers)}
    ${storeCached('v', 'newValue', 'value', registers)}
    ${visitKey}
  }
  let base = (row * u.heads + head) * ${registers}u;
  ${times(registers, (r) => `out[base + ${r}u] = o_${r} / sum;`)}
}`,
  });
};

const kernelOf = memoised(decodeKernel);

/**
 * Computes a decoding step of attention, and appends the new keys and values to the cache.
 * @param qkv output of the projection, [rows, (heads + 2·kvHeads)·headDim]
 * @param index one tile for each row, with the position of its first decoded token
 * @param kv cache, [rows, 2·kvHeads·headDim] (`allocateCache`)
 * @param appended number of tokens decoded since `index` was made
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
  device.run(
    kernelOf({ registers: registersOf(headDim), norm: gains !== undefined }),
    { qkv, qGain: gains?.q, kGain: gains?.k, rotations, tiles, kv, out },
    { rows, heads, kvHeads, scale: headDim ** -0.5, appended, headDim, epsilon: gains?.epsilon ?? 0 },
    linearGrid(rows * heads),
  );
  return out;
}
