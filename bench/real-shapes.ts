/**
 * @file Checkpoints of the exact shapes of published models, with random weights: speed and memory do not depend on what
 * the numbers are. They are made from a seed when they are needed, and never kept.
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parameterShapes, parseModelConfig, type ModelConfig } from '../src/lm/config.ts';
import { RandomStream } from '../src/random/random-stream.ts';
import { halfBits } from '../src/tensor/half.ts';

/** The fields of their config.json that say what is computed. */
const CONFIGS = {
  'SmolLM2-135M': {
    model_type: 'llama',
    vocab_size: 49152,
    hidden_size: 576,
    num_hidden_layers: 30,
    num_attention_heads: 9,
    num_key_value_heads: 3,
    intermediate_size: 1536,
    max_position_embeddings: 8192,
    rms_norm_eps: 1e-5,
    rope_theta: 100000,
    tie_word_embeddings: true,
    eos_token_id: 0,
  },
  'Qwen2.5-0.5B': {
    model_type: 'qwen2',
    vocab_size: 151936,
    hidden_size: 896,
    num_hidden_layers: 24,
    num_attention_heads: 14,
    num_key_value_heads: 2,
    intermediate_size: 4864,
    max_position_embeddings: 32768,
    rms_norm_eps: 1e-6,
    rope_theta: 1000000,
    tie_word_embeddings: true,
    eos_token_id: 151643,
  },
};

export type RealModel = keyof typeof CONFIGS;
export const realModels = Object.keys(CONFIGS) as RealModel[];

const SEED = 1;
const STREAM = 0x4ea1;
const HALF_BYTES = 2;
/** Values between the smallest and the largest weight of a tensor. */
const LEVELS = 2 ** 16;

/**
 * Writes `config.json` and `model.safetensors` in f16; tensors one by one, so that memory holds one.
 * @returns the model's configuration, and the bytes of its weights
 */
export function writeRealModel(name: RealModel, folder: string): { config: ModelConfig; bytes: number } {
  const config = parseModelConfig(CONFIGS[name]);
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
  writeFileSync(join(folder, 'config.json'), JSON.stringify(CONFIGS[name]));
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
  const random = new RandomStream(SEED, STREAM, index);
  // A word has two values.
  const halves = new Uint16Array(size + (size % 2));
  for (let i = 0; i < size; i += 2) {
    const word = random.word();
    halves[i] = values[word & 0xffff];
    halves[i + 1] = values[word >>> 16];
  }
  return halves.slice(0, size);
}
