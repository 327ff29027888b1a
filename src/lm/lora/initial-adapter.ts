/**
 * @file Draws the adapter that a run starts with, as in PEFT. B is zero, so that the model computes what its base computes.
 * A is uniform in ±in^(−½), which is Kaiming's initialisation with a = √5. A number depends only on the seed, the player,
 * the tensor's index and the number's position in the tensor.
 */
import { RandomStream } from '../../random/random-stream.ts';
import { streams } from '../../random/streams.ts';
import type { ModelConfig } from '../files/config.ts';
import type { WeightArray } from '../files/safetensors.ts';
import { adapterShapes } from './adapter-layout.ts';
import type { LoraConfig } from './lora-config.ts';

/** Draws every tensor of an adapter. @param player u32 that distinguishes two adapters with the same seed */
export function initialAdapter(
  config: ModelConfig,
  lora: LoraConfig,
  seed: number,
  player: number,
): Map<string, WeightArray> {
  const weights = new Map<string, WeightArray>();
  for (const [name, shape] of adapterShapes(config, lora)) {
    const [rows, columns] = shape;
    const data = new Float32Array(rows * columns);
    if (name.endsWith('.lora_A.weight')) {
      const random = new RandomStream(seed, streams.initialAdapter, player, weights.size);
      const bound = columns ** -0.5;
      for (let i = 0; i < data.length; i++) data[i] = bound * (2 * random.next() - 1);
    }
    weights.set(name, { shape, data });
  }
  return weights;
}
