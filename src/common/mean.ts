/** @file Computes means, groups and quantiles. Means sum double-precision values in order. */
import { gammaln } from 'simple-statistics';

/**
 * Computes the regularised incomplete beta function I_x(a, b) for 0 < x < 1 by Lentz's continued fraction (DLMF 8.17.22;
 * Press et al., Numerical Recipes, §6.4).
 */
function incompleteBeta(x: number, a: number, b: number): number {
  // The fraction converges quickly below the mean. Above the mean, compute the other tail.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  let [c, d] = [1, 1 / (1 - ((a + b) * x) / (a + 1))];
  let fraction = d;
  for (let m = 1, factor = 0; m < 1000 && Math.abs(factor - 1) > Number.EPSILON; m++) {
    factor = 1;
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / (1 + term * d);
      c = 1 + term / c;
      factor *= c * d;
    }
    fraction *= factor;
  }
  return front * fraction;
}

/** Returns the x for which I_x(a, b) = `probability`, by bisection. */
export function betaQuantile(probability: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  // The loop ends when no double lies between `low` and `high`.
  for (let x = 0.5; x > low && x < high; x = (low + high) / 2)
    if (incompleteBeta(x, a, b) < probability) low = x;
    else high = x;
  return high;
}

/**
 * Returns a quantile of Student's t distribution, from ν / (ν + t²) ~ Beta(ν/2, ½).
 * @param probability at least ½
 */
export function studentQuantile(probability: number, degreesOfFreedom: number): number {
  const x = betaQuantile(2 * (1 - probability), degreesOfFreedom / 2, 0.5);
  return Math.sqrt((degreesOfFreedom * (1 - x)) / x);
}

export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export function meanOrZero(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return values.length === 0 ? 0 : total / values.length;
}

export const meanOrNull = (values: ArrayLike<number>): number | null =>
  values.length === 0 ? null : meanOrZero(values);
