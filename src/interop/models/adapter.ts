/**
 * @file A low-rank adapter (LoRA, arXiv 2106.09685) under PEFT's names, and the weights that a model has with it merged:
 * W + (alpha / r)·B·A.
 */
import { CodedError } from '../../common/coded-error.ts';
import type { WeightArray } from '../../lm/safetensors.ts';
import type { WeightReader } from '../onnx/decoder-weights.ts';

export interface LoraAdapter {
  /** r. */
  rank: number;
  alpha: number;
  /** Names of the modules it changes, as in PEFT's `target_modules`: q_proj, gate_proj, … */
  targets: readonly string[];
  /** `base_model.model.model.layers.N.self_attn.q_proj.lora_A.weight` [r, in] and `…lora_B.weight` [out, r]. */
  tensors: ReadonlyMap<string, WeightArray>;
}

const PREFIX = 'base_model.model.';

/** PEFT's names of the two matrices that change a weight of the base, `model.layers.0.self_attn.q_proj.weight`. */
export const adapterNames = (weight: string): { a: string; b: string } => {
  const module = PREFIX + weight.replace(/\.weight$/, '');
  return { a: `${module}.lora_A.weight`, b: `${module}.lora_B.weight` };
};

/** Weights of a base with an adapter merged into them; sums are in f64 and rounded once. */
export function mergedWeights(base: WeightReader, { rank, alpha, tensors }: LoraAdapter): WeightReader {
  const scale = alpha / rank;
  return {
    async read(name) {
      const weights = await base.read(name);
      const { a: aName, b: bName } = adapterNames(name);
      const a = tensors.get(aName);
      const b = tensors.get(bName);
      if (!a || !b) return weights;
      const inner = a.shape[1];
      const outer = b.shape[0];
      if (weights.length !== inner * outer)
        throw new CodedError(
          'adapter-mismatch',
          `The adapter changes ${name} as a matrix of ${outer} × ${inner}, but that of the base has ${weights.length} elements. Use the base that the adapter was trained on.`,
          { weight: name, rows: outer, columns: inner, elements: weights.length },
        );
      const merged = new Float32Array(weights.length);
      for (let o = 0; o < outer; o++)
        for (let i = 0; i < inner; i++) {
          let change = 0;
          for (let r = 0; r < rank; r++) change += b.data[o * rank + r] * a.data[r * inner + i];
          merged[o * inner + i] = weights[o * inner + i] + scale * change;
        }
      return merged;
    },
  };
}
