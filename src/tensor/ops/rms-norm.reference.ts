/** @file Plain RMSNorm of chosen rows: the oracle of rms-norm.ts. */

export function rmsNormReference(
  x: Float64Array,
  gain: Float64Array,
  epsilon: number,
  rows: readonly number[],
): Float64Array {
  const d = gain.length;
  return Float64Array.from(
    rows.flatMap((row) => {
      const values = [...x.subarray(row * d, (row + 1) * d)];
      const mean = values.reduce((sum, value) => sum + value * value, 0) / d;
      return values.map((value, c) => (gain[c] * value) / Math.sqrt(mean + epsilon));
    }),
  );
}
