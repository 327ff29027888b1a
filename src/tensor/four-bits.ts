/**
 * @file Weights in 4 bits ("q4"), the numbers of GGUF's Q4_0 and of ONNX Runtime's MatMulNBits
 * (https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md#com.microsoft.MatMulNBits).
 *
 * Each row of a matrix [out, in] is divided into blocks of 32 neighbours. A block has one scale: its value of the
 * largest magnitude divided by −8, so that this value is exact and all 16 levels are used. A weight w becomes
 * q = round(w / scale) + 8, clipped to 0…15, and stands for (q − 8) · scale. Weights that were rounded so once keep their value.
 *
 * On the GPU a matrix lies transposed, [k, n]: first its levels, eight neighbours of a row in a u32, the first in the lowest
 * bits; then its scales in f16, [k / 32, n]. k is a multiple of 32, and n of 16, so that both parts can be bound.
 */
import { halfValue, packHalves } from './half.ts';

export const BLOCK = 32;
/** Levels in a word. */
const IN_WORD = 8;
const ZERO_POINT = 8;
const HIGHEST = 15;

export interface Quantized {
  /** [out, blocks, 16]: two weights a byte, the first in the low half; a last block is filled up with zeros. */
  blocks: Uint8Array<ArrayBuffer>;
  /** [out, blocks]. */
  scales: Float32Array<ArrayBuffer>;
}

export const blocksOf = (columns: number): number => Math.ceil(columns / BLOCK);

export function quantize(matrix: Float32Array, rows: number, columns: number): Quantized {
  const count = blocksOf(columns);
  const scales = new Float32Array(rows * count);
  const blocks = new Uint8Array((rows * count * BLOCK) / 2).fill(ZERO_POINT | (ZERO_POINT << 4));
  for (let row = 0; row < rows; row++)
    for (let block = 0; block < count; block++) {
      const start = row * columns + block * BLOCK;
      const end = Math.min(start + BLOCK, (row + 1) * columns);
      let largest = 0;
      for (let i = start; i < end; i++) if (Math.abs(matrix[i]) > Math.abs(largest)) largest = matrix[i];
      if (largest === 0) continue;
      const index = row * count + block;
      scales[index] = largest / -ZERO_POINT;
      const scale = scales[index];
      // A scale too small for f32: the block is zeros.
      if (scale === 0) continue;
      for (let i = start; i < end; i++) {
        const level = Math.min(HIGHEST, Math.max(0, Math.round(matrix[i] / scale) + ZERO_POINT));
        const byte = index * (BLOCK / 2) + ((i - start) >> 1);
        blocks[byte] = (i - start) % 2 === 0 ? (blocks[byte] & 0xf0) | level : (blocks[byte] & 0x0f) | (level << 4);
      }
    }
  return { blocks, scales };
}

/** The level of weight i, of rows that are whole blocks. */
const levelOf = (blocks: Uint8Array, i: number): number => (blocks[i >> 1] >> (4 * (i % 2))) & HIGHEST;

/** Some rows of a matrix [out, in] as the GPU places them: of each column of levels or scales, the words of all rows. */
export interface PackedRows {
  /** [rows / 8, in] */
  levels: Uint32Array<ArrayBuffer>;
  /** [rows / 2, in / 32]: two f16 a word, the first row in the lower half. */
  scales: Uint32Array<ArrayBuffer>;
}

/** @param matrix [rows, columns], rows a multiple of 8, columns of 32 */
export function packFourBits(matrix: Float32Array, rows: number, columns: number): PackedRows {
  const { blocks, scales } = quantize(matrix, rows, columns);
  const levels = new Uint32Array((rows / IN_WORD) * columns);
  for (let row = 0; row < rows; row++)
    for (let i = 0; i < columns; i++) {
      const level = levelOf(blocks, row * columns + i);
      levels[Math.floor(row / IN_WORD) * columns + i] |= level << (4 * (row % IN_WORD));
    }
  const count = columns / BLOCK;
  const pairs = Float32Array.from(
    scales,
    (_, i) => scales[(2 * Math.floor(i / (2 * count)) + (i % 2)) * count + (Math.floor(i / 2) % count)],
  );
  return { levels, scales: packHalves(pairs) };
}

/** @param words of a matrix [k, n], as they lie on the GPU */
export function unpackFourBits(words: Uint32Array, [k, n]: readonly number[]): Float32Array<ArrayBuffer> {
  const scales = new Uint16Array(words.buffer, words.byteOffset + (k * n) / 2, (k / BLOCK) * n);
  return Float32Array.from({ length: k * n }, (_, i) => {
    const level = (words[Math.floor(i / IN_WORD)] >>> (4 * (i % IN_WORD))) & HIGHEST;
    return (level - ZERO_POINT) * halfValue(scales[Math.floor(i / n / BLOCK) * n + (i % n)]);
  });
}

/** A matrix [rows, columns] as 4 bits hold it. */
export function roundedToFourBits(matrix: Float32Array, rows: number, columns: number): Float32Array<ArrayBuffer> {
  const { blocks, scales } = quantize(matrix, rows, columns);
  const halves = new Uint16Array(packHalves(scales).buffer);
  return Float32Array.from(
    matrix,
    (_, i) => (levelOf(blocks, i) - ZERO_POINT) * halfValue(halves[Math.floor(i / BLOCK)]),
  );
}

/** WGSL: elements 4i to 4i + 3 of such a matrix in buffer `b`, whose rows have 4·`u.n4` elements. The products are exact. */
export const FROM_FOUR_BITS = `
fn fromFourBits(i: u32) -> vec4f {
  let levels = (vec4u(b[i / 2u]) >> (vec4u(0u, 4u, 8u, 12u) + 16u * (i % 2u))) & vec4u(${HIGHEST}u);
  let scale = u.k * u.n4 / 2u + (i / u.n4 / ${BLOCK}u * u.n4 + i % u.n4) * 2u;
  return (vec4f(levels) - ${ZERO_POINT}.0) * vec4f(unpack2x16float(b[scale]), unpack2x16float(b[scale + 1u]));
}`;
