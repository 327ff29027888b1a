/**
 * @file An adapter merged into the weights that it corrects, W + (alpha / r)·B·A; on the host, one
 * matrix at a time, so that a checkpoint can be merged while it is read.
 *
 * Products are added up in double precision and rounded to f32 once.
 */
import type { WeightArray } from '../files/safetensors.ts';
import { adapterNames } from './adapter-layout.ts';
import { loraScale, type LoraConfig } from './lora-config.ts';

/** The tensors of an adapter by PEFT's names, with its scale. */
export interface AdapterWeights {
  lora: LoraConfig;
  weights: ReadonlyMap<string, WeightArray>;
}

/** A [r, in] and B [out, r] of one matrix, and the factor of B·A. */
export interface LowRankPair {
  a: WeightArray;
  b: WeightArray;
  scale: number;
}

/** Rows of a matrix from `first` on with the rows of scale·B·A added. */
export function addProduct(rows: Float32Array, { a, b, scale }: LowRankPair, first = 0): Float32Array<ArrayBuffer> {
  const [rank, inputs] = a.shape;
  const data = new Float32Array(rows.length);
  const row = new Float64Array(inputs);
  for (let o = 0; o < rows.length / inputs; o++) {
    row.fill(0);
    for (let k = 0; k < rank; k++) {
      const factor = scale * b.data[(first + o) * rank + k];
      for (let i = 0; i < inputs; i++) row[i] += factor * a.data[k * inputs + i];
    }
    for (let i = 0; i < inputs; i++) data[o * inputs + i] = rows[o * inputs + i] + row[i];
  }
  return data;
}

/** A weight of the checkpoint with the adapter merged into it, or as it is where the adapter leaves it alone. */
export function mergeWeight(name: string, weight: WeightArray, { lora, weights }: AdapterWeights): WeightArray {
  const names = adapterNames(name.replace(/\.weight$/, ''));
  const [a, b] = [weights.get(names.a), weights.get(names.b)];
  if (!a || !b) return weight;
  return { shape: weight.shape, data: addProduct(weight.data, { a, b, scale: loraScale(lora) }) };
}
