/** @file Recognises a spike that flattens a curve: on a linear axis its usual values could not be told from 0. */
/** A typical value below this share of the largest one is about a pixel high. */
const FLAT = 1 / 25;

/**
 * @returns the size of a typical value, where the largest is so much larger that a symmetric logarithmic axis (linear below
 *   that size) shows more; undefined where no spike flattens the curve
 */
export function flattenedSize(values: readonly number[]): number | undefined {
  const sizes = values
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  if (sizes.length === 0) return undefined;
  const typical = sizes[Math.floor(sizes.length / 2)];
  const largest = sizes[sizes.length - 1];
  return typical < FLAT * largest ? typical : undefined;
}
