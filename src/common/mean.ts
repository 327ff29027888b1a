/** @file Means in double precision, summed from the first value to the last. */

export function meanOrZero(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return values.length === 0 ? 0 : total / values.length;
}

export const meanOrNull = (values: ArrayLike<number>): number | null =>
  values.length === 0 ? null : meanOrZero(values);
