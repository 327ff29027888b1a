/**
 * @file Converts between Hugging Face's parameters and the engine's.
 *
 * The engine stores every matrix transposed, [in, out], because products load neighbouring outputs fastest. It fuses q,
 * k, v into one matrix and gate, up into another, so that one product replaces three, or two. It pads the vocabulary to
 * a multiple of 4 with zeros. No op treats this padding as logits.
 */
import { CodedError } from '../common/coded-error.ts';
import { packHalves, unpackHalves } from '../tensor/packed-numbers.ts';
import { placeTransposed } from '../tensor/ops/transpose.ts';
import { layOut, ParameterSet, type ParameterLayout } from '../tensor/parameters.ts';
import { bytesOf, ELEMENT_BYTES, type Precision, sizeOf } from '../tensor/tensor.ts';
import { inLayer, layerTensors, parameterShapes, type LayerParameter, type ModelConfig } from './files/config.ts';
import { refuseBeyondHalf } from './finite-weights.ts';
import type { WeightArray } from './files/safetensors.ts';
import { rowsInPairs, type WeightBlock } from './files/weight-source.ts';

/** Place of a file's tensor: columns [column, column + out) of a fused, transposed matrix, or of a fused vector. */
export interface Placement {
  fused: string;
  column: number;
}

/** Maps the name of each tensor in a file to its shape, and to its place in the fused parameters. */
export interface PlacedWeights {
  shapes: ReadonlyMap<string, readonly number[]>;
  places: ReadonlyMap<string, Placement>;
}

const VOCABULARY_MULTIPLE = 4;

export const paddedVocabulary = (config: ModelConfig): number =>
  Math.ceil(config.vocabSize / VOCABULARY_MULTIPLE) * VOCABULARY_MULTIPLE;

/** Matrices of a layer as the engine fuses them. */
export type FusedMatrix = Extract<LayerParameter, 'qkv' | 'attentionOut' | 'gateUp' | 'down'>;

export const names = {
  embedding: 'embedding',
  head: (config: ModelConfig) => (config.tieWordEmbeddings ? 'embedding' : 'head'),
  finalNorm: 'norm',
  layer: (layer: number): Record<LayerParameter, string> => ({
    attentionNorm: `${layer}.attention.norm`,
    qkv: `${layer}.attention.qkv`,
    qkvBias: `${layer}.attention.bias`,
    qNorm: `${layer}.attention.qNorm`,
    kNorm: `${layer}.attention.kNorm`,
    attentionOut: `${layer}.attention.out`,
    mlpNorm: `${layer}.mlp.norm`,
    gateUp: `${layer}.mlp.gateUp`,
    down: `${layer}.mlp.down`,
  }),
};

/** Returns the place of every Hugging Face parameter. */
function placements(config: ModelConfig): Map<string, Placement> {
  const places = new Map<string, Placement>([
    ['model.embed_tokens.weight', { fused: names.embedding, column: 0 }],
    ['model.norm.weight', { fused: names.finalNorm, column: 0 }],
    ['lm_head.weight', { fused: 'head', column: 0 }],
  ]);
  for (let layer = 0; layer < config.layers; layer++)
    for (const { name, parameter, column } of layerTensors(config))
      places.set(inLayer(layer, name), { fused: names.layer(layer)[parameter], column });
  return places;
}

/** Computes the memory layout of the parameters. Norms and biases are always f32. */
export function parameterLayout(
  config: ModelConfig,
  maxSegmentBytes: number,
  precision: Precision = 'f32',
): ParameterLayout {
  const { hiddenSize: d } = config;
  const vocabulary = paddedVocabulary(config);
  const fused = new Map<LayerParameter, number[]>();
  for (const { shape, parameter, column } of layerTensors(config)) {
    const [out, ...inner] = shape;
    fused.set(parameter, [...inner, column + out]);
  }
  const shapes: [string, number[]][] = [[names.embedding, [d, vocabulary]]];
  for (let layer = 0; layer < config.layers; layer++)
    for (const [parameter, shape] of fused) shapes.push([names.layer(layer)[parameter], shape]);
  shapes.push([names.finalNorm, [d]]);
  if (!config.tieWordEmbeddings) shapes.push(['head', [d, vocabulary]]);
  return layOut(
    shapes.map(([name, shape]) => [name, shape, shape.length === 1 ? 'f32' : precision]),
    maxSegmentBytes,
  );
}

/** Throws CodedError `unsupported-size` if a size is not a multiple of what the kernels need. */
export function refuseSizes({ hiddenSize, intermediateSize, headDim }: ModelConfig): void {
  for (const [size, value, multiple] of [
    ['hiddenSize', hiddenSize, 4],
    ['intermediateSize', intermediateSize, 4],
    ['headDim', headDim, 8],
  ] as const)
    if (value % multiple !== 0) throw new CodedError('unsupported-size', { size, value, multiple });
}

/** Writes all weights of a checkpoint into a parameter set. @throws CodedError `beyond-f16` */
export const importWeights = (
  config: ModelConfig,
  parameters: ParameterSet,
  weights: ReadonlyMap<string, WeightArray>,
): void => importPlaced(placedCheckpoint(config), parameters, weights);

/** Reads back parameter sets: weights, or an optimizer's moments. This is the inverse of `importWeights`. */
export const exportWeights = (
  config: ModelConfig,
  sets: readonly ParameterSet[],
): Promise<Map<string, WeightArray>[]> => exportPlaced(placedCheckpoint(config), sets);

export const placedCheckpoint = (config: ModelConfig): PlacedWeights => ({
  shapes: parameterShapes(config),
  places: placements(config),
});

/** Number of elements that `importPlaced` uploads at once, well below what a device can bind. */
const BLOCK_ELEMENTS = 2 ** 22;

/** Writes tensors, each of the shape that `placed` gives it, into a parameter set. */
export function importPlaced(
  placed: PlacedWeights,
  parameters: ParameterSet,
  weights: ReadonlyMap<string, WeightArray>,
): void {
  for (const [name, { shape, data }] of weights) {
    const inner = data.length / shape[0];
    const rows = rowsInPairs(BLOCK_ELEMENTS / inner);
    for (let row = 0; row < shape[0]; row += rows)
      importBlock(placed, parameters, { name, row, data: data.subarray(row * inner, (row + rows) * inner) });
  }
}

/**
 * Writes rows of one tensor, which the GPU transposes. The first row must be even. The number of rows must be even too,
 * except at the tensor's end.
 * @throws CodedError `beyond-f16` if a weight is too large for the set's precision
 */
export function importBlock(
  { shapes, places }: PlacedWeights,
  parameters: ParameterSet,
  { name, row, data }: WeightBlock,
): void {
  const { device } = parameters;
  const { fused, column } = places.get(name)!;
  const target = parameters.get(fused);
  // The elements of a vector count as rows.
  const [, inner = 1] = shapes.get(name)!;
  const shape = [data.length / inner, inner];
  if (target.dtype !== 'f32') refuseBeyondHalf(name, data);
  const isHalf = target.dtype === 'f16';
  const block = isHalf ? device.upload(packHalves(data), shape, 'f16') : device.upload(data, shape);
  placeTransposed(device, block, target, column + row);
  device.release(block);
}

/** Parameter sets of at most this many bytes together are read in one round trip. */
const READ_TOGETHER_BYTES = 2 ** 20;

/** Returns a map for each set, keyed by the names of tensors in files. This is the inverse of `importPlaced`. */
export async function exportPlaced(
  placed: PlacedWeights,
  sets: readonly ParameterSet[],
): Promise<Map<string, WeightArray>[]> {
  const bytes = sets.reduce((sum, set) => sum + set.bytes, 0);
  const trips = bytes <= READ_TOGETHER_BYTES ? [sets] : sets.map((set) => [set]);
  const exported: Map<string, WeightArray>[] = [];
  for (const trip of trips) {
    const values = await trip[0].device.readAll(trip.flatMap(({ segments }) => segments));
    for (const { layout } of trip) exported.push(cutOutAll(placed, layout, values.splice(0, layout.segments.length)));
  }
  return exported;
}

/** Returns the tensors of a file by name, cut out of segments. @param read contents of each segment */
function cutOutAll(
  { shapes, places }: PlacedWeights,
  { segments, entries }: ParameterLayout,
  read: readonly Float32Array<ArrayBuffer>[],
): Map<string, WeightArray> {
  const values = new Map(
    [...entries].map(([name, { shape, segment, start }]) => {
      const { precision } = segments[segment];
      const begin = bytesOf(start, precision) / ELEMENT_BYTES;
      const words = read[segment].subarray(begin, begin + bytesOf(sizeOf(shape), precision) / ELEMENT_BYTES);
      return [name, asFloats(words, precision)];
    }),
  );
  const weights = new Map<string, WeightArray>();
  for (const [name, shape] of shapes) {
    const { fused, column } = places.get(name)!;
    const entry = entries.get(fused)!;
    weights.set(name, cutOut(shape, values.get(fused)!, entry.shape[1], column));
  }
  return weights;
}

/** Converts the words of a tensor to f32. */
function asFloats(read: Float32Array<ArrayBuffer>, precision: Precision): Float32Array<ArrayBuffer> {
  if (precision === 'f32') return read;
  return unpackHalves(new Uint32Array(read.buffer, read.byteOffset, read.length));
}

/** Cuts a file's tensor out of a fused tensor, and transposes a matrix back. @param width row width of `fused` */
function cutOut(
  shape: readonly number[],
  fused: Float32Array<ArrayBuffer>,
  width: number,
  column: number,
): WeightArray {
  if (shape.length === 1) return { shape: [...shape], data: fused.slice(column, column + shape[0]) };
  const [out, inner] = shape;
  const data = new Float32Array(out * inner);
  for (let o = 0; o < out; o++) for (let i = 0; i < inner; i++) data[o * inner + i] = fused[i * width + column + o];
  return { shape: [...shape], data };
}
