/**
 * Returns max |actual − expected| / max |expected|. The result is 0 if all values are equal, and infinite if lengths
 * differ or a value is not finite.
 */
export function relativeError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Infinity;
  let difference = 0;
  let scale = 0;
  for (let i = 0; i < expected.length; i++) {
    if (!Number.isFinite(actual[i]) || !Number.isFinite(expected[i])) return Infinity;
    difference = Math.max(difference, Math.abs(actual[i] - expected[i]));
    scale = Math.max(scale, Math.abs(expected[i]));
  }
  return difference === 0 ? 0 : difference / scale;
}
