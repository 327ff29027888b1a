/**
 * @file Merges an adapter into the weights that it corrects, W + (alpha / r)·B·A, on the CPU. One matrix is merged at a
 * time, so that a checkpoint can be merged while it is read.
 *
 * Products are added up in double precision and rounded to f32 once.
 */
import type { WeightArray } from '../files/safetensors.ts';
import { addProduct } from '../files/peft-adapter.ts';
import { adapterNames } from './adapter-layout.ts';
import { loraScale, type LoraConfig } from './lora-config.ts';

/** Tensors of an adapter by PEFT's names, and its configuration. */
export interface AdapterWeights {
  lora: LoraConfig;
  weights: ReadonlyMap<string, WeightArray>;
}

/** Returns a weight of the checkpoint with the adapter merged into it, or unchanged if the adapter does not correct it. */
export function mergeWeight(name: string, weight: WeightArray, { lora, weights }: AdapterWeights): WeightArray {
  const names = adapterNames(name.replace(/\.weight$/, ''));
  const [a, b] = [weights.get(names.a), weights.get(names.b)];
  if (!a || !b) return weight;
  return { shape: weight.shape, data: addProduct(weight.data, { a, b, scale: loraScale(lora) }) };
}
