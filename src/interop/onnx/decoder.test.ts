/** @file The exported graph on ONNX Runtime against PyTorch (fixtures in double precision) and our engine. */
import { describe, expect, it } from 'vitest';
import { initialWeights } from '../../lm/initialize.ts';
import type { ModelConfig } from '../../lm/files/config.ts';
import { families, readFixture } from '../../lm/testing/fixture.ts';
import type { WeightArray } from '../../lm/files/safetensors.ts';
import { relativeError } from '../../tensor/testing/relative-error.ts';
import { decoderGraph, defaultVariant, type Variant, VARIANTS } from './decoder.ts';
import { type Precision, PRECISIONS } from './decoder-weights.ts';
import { onnxFiles, type OnnxFileOptions } from './files.ts';
import { BLOCK, blocksOf, quantize } from '../../tensor/four-bits.ts';
import { runGraph } from './testing/run-graph.ts';
import { smallConfig } from '../../lm/testing/small-model.ts';

/** f32 sums in another order than PyTorch's. */
const F32 = 1e-5;
/** f16 keeps 11 bits, and some sums are rounded to it: about 2^-11 a rounding, over two layers. */
const F16 = 5e-3;

const open = (
  config: ModelConfig,
  weights: ReadonlyMap<string, WeightArray>,
  precision: Precision,
  variant: Variant,
  options: OnnxFileOptions = {},
) => {
  const reader = { read: async (name: string) => weights.get(name)!.data };
  return runGraph(onnxFiles(decoderGraph(config, reader, { precision, variant }), 'model.onnx', options), config);
};

/** A model whose heads the fused attention takes on the CPU. */
const config = (family: ModelConfig['family'], tied: boolean): ModelConfig => ({
  ...smallConfig,
  family,
  vocabSize: 61,
  hiddenSize: 48,
  headDim: 16,
  intermediateSize: 96,
  tieWordEmbeddings: tied,
  qkvBias: family === 'qwen2',
  qkNorm: family === 'qwen3',
  maxPositions: 32,
});

/** Random weights, biases and norms included: initial ones leave biases at 0 and norms at 1. */
function randomWeights(shape: ModelConfig): Map<string, WeightArray> {
  const weights = initialWeights(shape, 5);
  let i = 0;
  for (const [name, { data }] of weights)
    if (/norm|bias/.test(name)) data.forEach((value, j) => (data[j] = value + 0.3 * Math.sin(++i * 1.7)));
  return weights;
}

const IDS = [3, 7, 1, 4, 60, 22, 9, 40];

describe.each(families)('%s', (family) => {
  it('computes what PyTorch computes', async () => {
    const { model, expected, cases } = await readFixture(family);
    const graph = await open(model.config, model.weights, 'f32', defaultVariant(model.config));
    const { sequences } = cases['cross-entropy-completion'];
    for (const [i, { prompt, completion }] of sequences.entries()) {
      const { logits } = await graph.run([...prompt, ...completion]);
      expect(relativeError(logits, expected.read(`logits/${i}`).data)).toBeLessThan(F32);
    }
    await graph.release();
  });

  it.each(PRECISIONS)('computes the same fused and portable, with and without the cache, in %s', async (precision) => {
    const shape = config(family, family !== 'llama');
    const weights = randomWeights(shape);
    const results: Float32Array[] = [];
    for (const variant of VARIANTS) {
      const graph = await open(shape, weights, precision, variant);
      const whole = (await graph.run(IDS)).logits;
      let past = await graph.run(IDS.slice(0, 3), { keep: 1 });
      expect(past.logits.length).toBe(shape.vocabSize);
      for (let i = 3; i < IDS.length; i++) {
        const row = whole.subarray((i - 1) * shape.vocabSize, i * shape.vocabSize);
        expect(relativeError(past.logits, row)).toBeLessThan(precision === 'f16' ? F16 : F32);
        past = await graph.run([IDS[i]], { past, keep: 1 });
      }
      results.push(whole);
      await graph.release();
    }
    expect(relativeError(results[0], results[1])).toBeLessThan(precision === 'f16' ? F16 : F32);
  });
});

describe('precisions', () => {
  const shape = config('qwen3', true);
  const weights = randomWeights(shape);
  const logits = async (precision: Precision, from: ReadonlyMap<string, WeightArray>, options?: OnnxFileOptions) => {
    const graph = await open(shape, from, precision, 'fused', options);
    const result = (await graph.run(IDS)).logits;
    await graph.release();
    return result;
  };

  it('f16 is near f32', async () => {
    const error = relativeError(await logits('f16', weights), await logits('f32', weights));
    expect(error).toBeLessThan(F16);
    expect(error).toBeGreaterThan(0);
  });

  it('4 bits compute what f32 computes with the rounded weights', async () => {
    const rounded = new Map(
      [...weights].map(([name, { shape: size, data }]) => [
        name,
        { shape: size, data: size.length === 2 ? roundedTo4Bits(data, size[0], size[1]) : data },
      ]),
    );
    const quantized = await logits('q4', weights);
    expect(relativeError(quantized, await logits('f32', rounded))).toBeLessThan(F32);
    expect(relativeError(quantized, await logits('f32', weights))).toBeGreaterThan(1e-2);
  });

  it('weights in several files beside the model are the same weights', async () => {
    const external = { inlineBytes: 0, partBytes: 20_000 };
    for (const precision of PRECISIONS)
      expect(await logits(precision, weights, external)).toEqual(await logits(precision, weights));
  });
});

it('the portable variant takes padding on the left as no tokens', async () => {
  const shape = config('llama', true);
  const graph = await open(shape, randomWeights(shape), 'f32', 'portable');
  const alone = (await graph.run(IDS)).logits;
  const padded = (await graph.run([0, 0, ...IDS], { mask: [0, 0, ...IDS.map(() => 1)] })).logits;
  expect(relativeError(padded.subarray(2 * shape.vocabSize), alone)).toBeLessThan(F32);
  await graph.release();
});

/** The values of the blocks and scales, computed from their bytes. */
function roundedTo4Bits(matrix: Float32Array, rows: number, columns: number): Float32Array<ArrayBuffer> {
  const { blocks, scales } = quantize(matrix, rows, columns);
  return Float32Array.from(matrix, (_, i) => {
    const row = Math.floor(i / columns);
    const column = i % columns;
    const block = row * blocksOf(columns) + Math.floor(column / BLOCK);
    const byte = blocks[block * (BLOCK / 2) + Math.floor((column % BLOCK) / 2)];
    return ((column % 2 === 0 ? byte & 15 : byte >> 4) - 8) * scales[block];
  });
}
