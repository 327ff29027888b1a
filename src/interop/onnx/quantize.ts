/**
 * @file Weights in 4 bits, as ONNX Runtime's MatMulNBits reads them
 * (https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md#com.microsoft.MatMulNBits).
 *
 * Each row of a matrix [out, in] is divided into blocks of 32 neighbours. A block has one scale: its value of the
 * largest magnitude divided by −8, so that this value is exact and all 16 levels are used. A weight w becomes
 * q = round(w / scale) + 8, clipped to 0…15, and stands for (q − 8) · scale.
 */

export const BLOCK = 32;
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
