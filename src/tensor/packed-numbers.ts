/**
 * @file Packs numbers into fewer bits, on the host and in WGSL: IEEE 754 half precision, and four bits with a scale for
 * each block.
 *
 * IEEE 754 binary16 ("f16") has 1 sign bit, 5 exponent bits with bias 15, and 10 fraction bits. The host converts from
 * and to f32, so that the same weights give the same bits on every adapter (WGSL leaves the rounding of `pack2x16float`
 * open). On the GPU two neighbouring elements share a u32, the first in the lower half, as `unpack2x16float` reads
 * them.
 *
 * The format of 4 bits ("q4") has the numbers of GGUF's Q4_0 and of ONNX Runtime's MatMulNBits
 * (https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md#com.microsoft.MatMulNBits). Each row of
 * a matrix [out, in] is divided into blocks of 32 neighbours. A block's scale is its value of the largest magnitude
 * divided by −8, so that this value is level 0 and all 16 levels are used. A weight w becomes q = round(w / scale) + 8,
 * clipped to 0…15, and stands for (q − 8) · scale. Rounding a second time changes nothing.
 *
 * On the GPU a matrix lies transposed, [k, n]. First come its levels, eight neighbours of a row in a u32, the first in
 * the lowest bits. Its scales follow in f16, [k / 32, n]. k is a multiple of 32 and n of 16, so that both can be bound.
 */

/** The largest finite f16. */
export const LARGEST_HALF = 65504;
/** The smallest magnitude that rounds to infinity: halfway between the largest finite f16 and 2¹⁶. */
const OVERFLOW = 65520;
/** The smallest normal f16. Smaller f16 are multiples of 2⁻²⁴. */
const SMALLEST_NORMAL = 2 ** -14;

const float = new Float32Array(1);
const word = new Uint32Array(float.buffer);

/** Rounds a number to f32, then to the nearest f16, ties to even, and returns its bits. Beyond the range is infinity. */
export function halfBits(value: number): number {
  float[0] = value;
  const bits = word[0];
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = Math.abs(float[0]);
  if (magnitude !== magnitude) return sign | 0x7e00;
  if (magnitude >= OVERFLOW) return sign | 0x7c00;
  // The product is exact, because it only moves the exponent.
  if (magnitude < SMALLEST_NORMAL) return sign | roundHalfEven(magnitude * 2 ** 24);
  // The exponent moves from bias 127 to bias 15; the fraction loses 13 bits, and a carry raises the exponent as it must.
  const shifted = (bits & 0x7fffffff) - ((127 - 15) << 23);
  return sign | ((shifted + 0xfff + ((shifted >>> 13) & 1)) >>> 13);
}

/** Rounds a number from 0 to 1024 to the nearest whole number, ties to even. */
function roundHalfEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  return floor + Number(rest > 0.5 || (rest === 0.5 && floor % 2 === 1));
}

/** Returns the value of an f16 given by its bits. */
export function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** WGSL: converts four neighbouring f16 to f32 exactly. */
export const FROM_HALVES = `
fn fromHalves(pair: vec2u) -> vec4f { return vec4f(unpack2x16float(pair.x), unpack2x16float(pair.y)); }`;

/** Packs numbers as f16, two in a u32; an odd last one is alone in its word. */
export function packHalves(values: ArrayLike<number>): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(values.length / 2));
  const halves = new Uint16Array(words.buffer);
  for (let i = 0; i < values.length; i++) halves[i] = halfBits(values[i]);
  return words;
}

/** Unpacks the first `length` numbers of packed f16. */
export function unpackHalves(words: Uint32Array, length = 2 * words.length): Float32Array<ArrayBuffer> {
  const halves = new Uint16Array(words.buffer, words.byteOffset, length);
  return Float32Array.from(halves, halfValue);
}

/** Number of neighbours that share a scale. */
export const BLOCK = 32;
/** Number of levels in a word. */
const IN_WORD = 8;
const ZERO_POINT = 8;
const HIGHEST = 15;

interface Quantized {
  /** [out, blocks, 16]: two weights a byte, the first in the low half; a last block is filled up with zeros. */
  blocks: Uint8Array<ArrayBuffer>;
  /** [out, blocks]. */
  scales: Float32Array<ArrayBuffer>;
}

const blocksOf = (columns: number): number => Math.ceil(columns / BLOCK);

function quantize(matrix: Float32Array, rows: number, columns: number): Quantized {
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
      // The scale is too small for f32, so the block stays zero.
      if (scale === 0) continue;
      for (let i = start; i < end; i++) {
        const level = Math.min(HIGHEST, Math.max(0, Math.round(matrix[i] / scale) + ZERO_POINT));
        const byte = index * (BLOCK / 2) + ((i - start) >> 1);
        blocks[byte] = (i - start) % 2 === 0 ? (blocks[byte] & 0xf0) | level : (blocks[byte] & 0x0f) | (level << 4);
      }
    }
  return { blocks, scales };
}

/** Returns the level of weight i, if rows are whole blocks. */
const levelOf = (blocks: Uint8Array, i: number): number => (blocks[i >> 1] >> (4 * (i % 2))) & HIGHEST;

/** Rows of a matrix [out, in], packed into words that are transposed on the GPU (`placeFourBits`). */
interface PackedRows {
  /** [rows / 8, in]: the levels of eight rows in a word, the first row in the lowest bits. */
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

/** @param words a matrix [k, n] as it lies on the GPU */
export function unpackFourBits(words: Uint32Array, [k, n]: readonly number[]): Float32Array<ArrayBuffer> {
  const scales = new Uint16Array(words.buffer, words.byteOffset + (k * n) / 2, (k / BLOCK) * n);
  return Float32Array.from({ length: k * n }, (_, i) => {
    const level = (words[Math.floor(i / IN_WORD)] >>> (4 * (i % IN_WORD))) & HIGHEST;
    return (level - ZERO_POINT) * halfValue(scales[Math.floor(i / n / BLOCK) * n + (i % n)]);
  });
}

/** Returns a matrix [rows, columns] rounded to 4 bits. */
export function roundedToFourBits(matrix: Float32Array, rows: number, columns: number): Float32Array<ArrayBuffer> {
  const { blocks, scales } = quantize(matrix, rows, columns);
  const halves = new Uint16Array(packHalves(scales).buffer);
  return Float32Array.from(
    matrix,
    (_, i) => (levelOf(blocks, i) - ZERO_POINT) * halfValue(halves[Math.floor(i / BLOCK)]),
  );
}

/** WGSL: elements 4i to 4i + 3 of a q4 matrix in buffer `b`, whose rows have 4·`u.n4` elements. The products are exact. */
export const FROM_FOUR_BITS = `
fn fromFourBits(i: u32) -> vec4f {
  let levels = (vec4u(b[i / 2u]) >> (vec4u(0u, 4u, 8u, 12u) + 16u * (i % 2u))) & vec4u(${HIGHEST}u);
  let scale = u.k * u.n4 / 2u + (i / u.n4 / ${BLOCK}u * u.n4 + i % u.n4) * 2u;
  return (vec4f(levels) - ${ZERO_POINT}.0) * vec4f(unpack2x16float(b[scale]), unpack2x16float(b[scale + 1u]));
}`;
