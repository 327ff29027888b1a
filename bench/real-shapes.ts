/**
 * @file Checkpoints of the exact shapes of published models, with random weights: speed and memory do not depend on what
 * the numbers are. They are made from a seed when they are needed, and never kept.
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parameterShapes, parseModelConfig, type ModelConfig } from '../src/lm/files/config.ts';
import { RandomStream } from '../src/random/random-stream.ts';
import { streams } from '../src/random/streams.ts';
import { halfBits } from '../src/tensor/half.ts';
import type { PublishedModel } from './published-configs.ts';

/** The ones that are measured: larger ones take hours on a software adapter. */
export const realModels = ['SmolLM2-135M', 'Qwen2.5-0.5B'] as const satisfies PublishedModel[];

const SEED = 1;
const HALF_BYTES = 2;
/** Values between the smallest and the largest weight of a tensor. */
const LEVELS = 2 ** 16;

/**
 * Writes `config.json` and `model.safetensors` in f16; tensors one by one, so that memory holds one.
 * @returns the model's configuration, and the bytes of its weights
 */
export function writeRealModel(published: object, folder: string): { config: ModelConfig; bytes: number } {
  const config = parseModelConfig(published);
  const shapes = [...parameterShapes(config)].map(([tensor, shape]) => ({
    tensor,
    shape,
    size: shape.reduce((product, extent) => product * extent, 1),
  }));
  let end = 0;
  const header = Object.fromEntries(
    shapes.map(({ tensor, shape, size }) => {
      const start = end;
      end += size * HALF_BYTES;
      return [tensor, { dtype: 'F16', shape, data_offsets: [start, end] }];
    }),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), JSON.stringify(published));
  const file = openSync(join(folder, 'model.safetensors'), 'w');
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(text.length), true);
  writeSync(file, length);
  writeSync(file, text);
  shapes.forEach((shape, index) => {
    const bytes = new Uint8Array(randomHalves(shape, index).buffer);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, Math.min(2 ** 28, bytes.length - at));
  });
  closeSync(file);
  return { config, bytes: end };
}

/** Uniform with standard deviation fan_in^−½, which keeps the scale of activations; norms are 1. */
function randomHalves({ tensor, shape, size }: { tensor: string; shape: number[]; size: number }, index: number) {
  if (tensor.includes('norm')) return new Uint16Array(size).fill(halfBits(1));
  const largest = Math.sqrt(3 / shape[shape.length - 1]);
  const values = Uint16Array.from({ length: LEVELS }, (_, i) => halfBits(largest * ((2 * i + 1) / LEVELS - 1)));
  const random = new RandomStream(SEED, streams.benchWeights, index);
  // A word has two values.
  const halves = new Uint16Array(size + (size % 2));
  for (let i = 0; i < size; i += 2) {
    const word = random.word();
    halves[i] = values[word & 0xffff];
    halves[i + 1] = values[word >>> 16];
  }
  return halves.slice(0, size);
}
