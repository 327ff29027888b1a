/**
 * @file Reads quantised number formats of GGUF. A row is cut into blocks of 32 or 256 weights. A block holds small integers
 * q, and the scale d and offset that turn them into weights.
 *
 * Layouts follow ggml (https://github.com/ggml-org/ggml/blob/master/src/ggml-common.h, `block_q4_0` to `block_q6_K`).
 * Products of these few bits are exact in f64, so a weight is rounded to f32 once, as in Python's `gguf`.
 */
import { halfValue } from '../../tensor/packed-numbers.ts';

interface BlockFormat {
  values: number;
  bytes: number;
  /** Writes the weights of the block that begins at byte `at` to `weights`, from index `to` on. */
  read(block: DataView, at: number, weights: Float32Array, to: number): void;
}

const half = (block: DataView, at: number): number => halfValue(block.getUint16(at, true));

/** Weights of the 16 possible 4-bit values in the current block. */
const choices = new Float32Array(16);

/** Reads 32 weights of 4 bits. Byte i holds weight i in its lower bits, and weight i + 16 in its upper bits. */
function readNibbles(block: DataView, at: number, weights: Float32Array, to: number): void {
  for (let i = 0; i < 16; i++) {
    const byte = block.getUint8(at + i);
    weights[to + i] = choices[byte & 15];
    weights[to + i + 16] = choices[byte >> 4];
  }
}

function readQ4_0(block: DataView, at: number, weights: Float32Array, to: number): void {
  const d = half(block, at);
  for (let q = 0; q < 16; q++) choices[q] = d * (q - 8);
  readNibbles(block, at + 2, weights, to);
}

function readQ4_1(block: DataView, at: number, weights: Float32Array, to: number): void {
  const [d, offset] = [half(block, at), half(block, at + 2)];
  for (let q = 0; q < 16; q++) choices[q] = d * q + offset;
  readNibbles(block, at + 4, weights, to);
}

function readQ8_0(block: DataView, at: number, weights: Float32Array, to: number): void {
  const d = half(block, at);
  for (let i = 0; i < 32; i++) weights[to + i] = d * block.getInt8(at + 2 + i);
}

/** Reads 32 weights of 5 bits: a 32-bit word of their fifth bits, then their lower four bits. */
function readFives(
  block: DataView,
  at: number,
  weights: Float32Array,
  to: number,
  weight: (q: number) => number,
): void {
  const high = block.getUint32(at, true);
  for (let i = 0; i < 32; i++) {
    const low = block.getUint8(at + 4 + (i & 15)) >> (i < 16 ? 0 : 4);
    weights[to + i] = weight((low & 15) | (((high >>> i) & 1) << 4));
  }
}

function readQ5_0(block: DataView, at: number, weights: Float32Array, to: number): void {
  const d = half(block, at);
  readFives(block, at + 2, weights, to, (q) => d * (q - 16));
}

function readQ5_1(block: DataView, at: number, weights: Float32Array, to: number): void {
  const [d, offset] = [half(block, at), half(block, at + 2)];
  readFives(block, at + 4, weights, to, (q) => d * q + offset);
}

/**
 * Reads f16 d and dMin, eight pairs of a 6-bit scale and offset in 12 bytes, then 256 weights of 4 bits in eight parts.
 * @param fifth first byte of the fifth bits, one bit of each byte for each part; default: none
 */
function readParts(block: DataView, at: number, weights: Float32Array, to: number, fifth?: number): void {
  const [d, dMin] = [half(block, at), half(block, at + 2)];
  const packed = (i: number) => block.getUint8(at + 4 + i);
  const first = fifth === undefined ? at + 16 : fifth + 32;
  for (let part = 0; part < 8; part++) {
    const low = part < 4;
    const scale = low ? packed(part) & 63 : (packed(part + 4) & 15) | ((packed(part - 4) >> 6) << 4);
    const offset = low ? packed(part + 4) & 63 : (packed(part + 4) >> 4) | ((packed(part) >> 6) << 4);
    for (let i = 0; i < 32; i++) {
      const byte = block.getUint8(first + (part >> 1) * 32 + i);
      const high = fifth === undefined ? 0 : ((block.getUint8(fifth + i) >> part) & 1) << 4;
      weights[to + part * 32 + i] = d * scale * ((part % 2 ? byte >> 4 : byte & 15) | high) - dMin * offset;
    }
  }
}
const readQ5K: BlockFormat['read'] = (block, at, weights, to) => readParts(block, at, weights, to, at + 16);

/** Reads 256 weights of 6 bits (lower four bits, then upper two), sixteen scales of 8 bits, and f16 d. */
function readQ6K(block: DataView, at: number, weights: Float32Array, to: number): void {
  const d = half(block, at + 208);
  for (let i = 0; i < 256; i++) {
    const [side, part, column] = [i >> 7, (i >> 5) & 3, i & 31];
    const lower = block.getUint8(at + side * 64 + (part & 1) * 32 + column) >> (part < 2 ? 0 : 4);
    const upper = block.getUint8(at + 128 + side * 32 + column) >> (2 * part);
    const scale = block.getInt8(at + 192 + (i >> 4));
    weights[to + i] = d * scale * (((lower & 15) | ((upper & 3) << 4)) - 32);
  }
}

export const QUANTISED_BLOCKS = {
  Q4_0: { values: 32, bytes: 18, read: readQ4_0 },
  Q4_1: { values: 32, bytes: 20, read: readQ4_1 },
  Q5_0: { values: 32, bytes: 22, read: readQ5_0 },
  Q5_1: { values: 32, bytes: 24, read: readQ5_1 },
  Q8_0: { values: 32, bytes: 34, read: readQ8_0 },
  Q4_K: { values: 256, bytes: 144, read: (block, at, weights, to) => readParts(block, at, weights, to) },
  Q5_K: { values: 256, bytes: 176, read: readQ5K },
  Q6_K: { values: 256, bytes: 210, read: readQ6K },
} satisfies Record<string, BlockFormat>;

export type QuantisedDtype = keyof typeof QUANTISED_BLOCKS;

/** Returns the weights of whole blocks, with the same bits as Python's `gguf`. */
export function dequantised(dtype: QuantisedDtype, data: Uint8Array): Float32Array<ArrayBuffer> {
  const { values, bytes, read }: BlockFormat = QUANTISED_BLOCKS[dtype];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const blocks = data.byteLength / bytes;
  const weights = new Float32Array(blocks * values);
  for (let block = 0; block < blocks; block++) read(view, block * bytes, weights, block * values);
  return weights;
}
