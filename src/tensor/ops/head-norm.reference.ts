/** @file Plain RMSNorm of query and key heads, values copied: the oracle of rms-norm.ts. */
import { rmsNormReference } from './rms-norm.reference.ts';
import type { Heads } from './rotary.ts';

export function headNormReference(
  qkv: Float64Array,
  gains: { q: Float64Array; k: Float64Array },
  { heads, kvHeads, headDim }: Heads,
  epsilon: number,
): Float64Array {
  const units = heads + 2 * kvHeads;
  return Float64Array.from(
    Array.from({ length: qkv.length / headDim }, (_, unit) => {
      const x = qkv.subarray(unit * headDim, (unit + 1) * headDim);
      const head = unit % units;
      if (head >= heads + kvHeads) return [...x];
      return [...rmsNormReference(x, head < heads ? gains.q : gains.k, epsilon, [0])];
    }).flat(),
  );
}
