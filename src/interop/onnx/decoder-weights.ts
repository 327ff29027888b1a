/**
 * @file The weights of a decoder as constants of its graph, in the precision of the export: f32, f16, or 4 bits for every
 * matrix. A matrix of a Hugging Face file is [out, in]; a product takes it as [in, out], MatMulNBits as it is.
 */
import { storedBytes } from '../../lm/files/safetensors.ts';
import type { OnnxGraph } from './graph.ts';
import { BLOCK, blocksOf, quantize } from '../../tensor/four-bits.ts';

/** Parameters by their Hugging Face names, read when they are needed. */
export interface WeightReader {
  /** Row-major, f32. */
  read(name: string): Promise<Float32Array<ArrayBuffer>>;
}

/** f32; f16 for weights, activations and cache; 4 bits for matrices and f32 for everything else. */
export const PRECISIONS = ['f32', 'f16', 'q4'] as const;
export type Precision = (typeof PRECISIONS)[number];

const CONTRIB = { domain: 'com.microsoft' } as const;

export class DecoderWeights {
  /** The type of activations, cache and small weights. */
  readonly type: 'float' | 'float16';

  constructor(
    private readonly graph: OnnxGraph,
    private readonly source: WeightReader,
    private readonly precision: Precision,
  ) {
    this.type = precision === 'f16' ? 'float16' : 'float';
  }

  /** @throws CodedError `beyond-f16` while it is written */
  constant(name: string, shape: readonly number[], values: () => Promise<Float32Array> | Float32Array): string {
    const dtype = this.type === 'float16' ? 'F16' : 'F32';
    return this.graph.weight(name, this.type, shape, async () => storedBytes(name, await values(), dtype));
  }

  vector(name: string, length: number): string {
    return this.constant(name, [length], () => this.source.read(name));
  }

  /** x [batch, length, columns] · Wᵀ, where W is stored as [rows, columns]. */
  linear(x: string, name: string, [rows, columns]: readonly [number, number], bias?: string): string {
    const product =
      this.precision === 'q4'
        ? this.productOf4Bits(x, name, [rows, columns])
        : this.graph.node('MatMul', [
            x,
            this.constant(name, [columns, rows], async () => transpose(await this.source.read(name), rows, columns)),
          ]);
    return bias ? this.graph.node('Add', [product, this.vector(bias, rows)]) : product;
  }

  embedding(ids: string, name: string, [rows, columns]: readonly [number, number]): string {
    if (this.precision !== 'q4') return this.graph.node('Gather', [this.table(name, [rows, columns]), ids]);
    const [blocks, scales] = this.quantized(name, [rows, columns]);
    const flat = this.graph.node('Reshape', [blocks, this.graph.int64([rows, (blocksOf(columns) * BLOCK) / 2])]);
    const found = this.graph.node('GatherBlockQuantized', [flat, ids, scales], {
      ...CONTRIB,
      attributes: {
        bits: { int: 4 },
        block_size: { int: BLOCK },
        gather_axis: { int: 0 },
        quantize_axis: { int: 1 },
      },
    });
    // Without the zeros that fill the last block up.
    const [begin, end, axis] = [0, columns, 2].map((value) => this.graph.int64([value]));
    return columns % BLOCK === 0 ? found : this.graph.node('Slice', [found, begin, end, axis]);
  }

  /** x [tokens, columns] · Wᵀ with the table of an embedding, which is stored once. */
  tiedHead(x: string, name: string, shape: readonly [number, number]): string {
    if (this.precision === 'q4') return this.productOf4Bits(x, name, shape);
    return this.graph.node('Gemm', [x, this.table(name, shape)], { attributes: { transB: { int: 1 } } });
  }

  private productOf4Bits(x: string, name: string, [rows, columns]: readonly [number, number]): string {
    return this.graph.node('MatMulNBits', [x, ...this.quantized(name, [rows, columns])], {
      ...CONTRIB,
      attributes: { K: { int: columns }, N: { int: rows }, bits: { int: 4 }, block_size: { int: BLOCK } },
    });
  }

  /** Blocks and scales of a matrix, stored once however often it is used. */
  private quantized(name: string, [rows, columns]: readonly [number, number]): [string, string] {
    const blocks = `${name}.blocks`;
    const scales = `${name}.scales`;
    if (this.isStored(blocks)) return [blocks, scales];
    const read = async () => quantize(await this.source.read(name), rows, columns);
    const count = blocksOf(columns);
    this.graph.weight(blocks, 'uint8', [rows, count, BLOCK / 2], async () => (await read()).blocks);
    this.graph.weight(scales, 'float', [rows, count], async () => storedBytes(scales, (await read()).scales, 'F32'));
    return [blocks, scales];
  }

  private table(name: string, shape: readonly number[]): string {
    return this.isStored(name) ? name : this.constant(name, shape, () => this.source.read(name));
  }

  private isStored(name: string): boolean {
    return this.graph.initializers.some((initializer) => initializer.name === name);
  }
}

function transpose(matrix: Float32Array, rows: number, columns: number): Float32Array {
  const transposed = new Float32Array(matrix.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) transposed[column * rows + row] = matrix[row * columns + column];
  return transposed;
}
