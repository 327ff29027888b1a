/**
 * @file Draws counter-based random numbers with Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as
 * 1, 2, 3", SC 2011). A number depends only on its seed and indices, so any stage of a run can be repeated.
 */

export const MULTIPLIER_0 = 0xd2511f53;
export const MULTIPLIER_1 = 0xcd9e8d57;
export const WEYL_0 = 0x9e3779b9;
export const WEYL_1 = 0xbb67ae85;
export const ROUNDS = 10;

/** Returns the high 32 bits of the 64-bit product of two u32. */
function multiplyHigh(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const carry = (middle & 0xffff) + aLow * bHigh;
  return (aHigh * bHigh + Math.floor(middle / 0x10000) + Math.floor(carry / 0x10000)) >>> 0;
}

/** Computes one Philox4x32-10 block of four u32, uniform over all values. */
export function philox(
  counter: readonly [number, number, number, number],
  key: readonly [number, number],
): [number, number, number, number] {
  let [c0, c1, c2, c3] = counter;
  let [k0, k1] = key;
  for (let round = 0; round < ROUNDS; round++) {
    const high0 = multiplyHigh(MULTIPLIER_0, c0);
    const low0 = Math.imul(MULTIPLIER_0, c0) >>> 0;
    const high1 = multiplyHigh(MULTIPLIER_1, c2);
    const low1 = Math.imul(MULTIPLIER_1, c2) >>> 0;
    [c0, c1, c2, c3] = [(high1 ^ c1 ^ k0) >>> 0, low1, (high0 ^ c3 ^ k1) >>> 0, low0];
    k0 = (k0 + WEYL_0) >>> 0;
    k1 = (k1 + WEYL_1) >>> 0;
  }
  return [c0, c1, c2, c3];
}

/** Maps the upper 24 bits of a u32 to [0, 1). An f32 holds the result exactly. */
export const unitInterval = (word: number): number => (word >>> 8) * 2 ** -24;

/** Stream of random numbers of one seed, stream number and index tuple. Different tuples share no Philox block. */
export class RandomStream {
  private readonly key: [number, number];
  private readonly indices: [number, number, number];
  /** Philox block of four u32 that `word` reads from. */
  private block: number[] = [];
  /** Number of u32 drawn. */
  private drawn = 0;

  /** Opens a stream at its start. @param indices up to three u32, such as epoch and task */
  constructor(seed: number, stream: number, ...indices: number[]) {
    if (indices.length > 3) throw new RangeError('A random stream has at most three indices besides seed and stream.');
    this.key = [seed >>> 0, stream >>> 0];
    this.indices = [(indices[0] ?? 0) >>> 0, (indices[1] ?? 0) >>> 0, (indices[2] ?? 0) >>> 0];
  }

  /** Returns the next u32. */
  word(): number {
    if (this.drawn % 4 === 0) this.block = philox([this.drawn / 4, ...this.indices], this.key);
    return this.block[this.drawn++ % 4];
  }

  /** Draws a number uniformly from [0, 1). */
  next(): number {
    return unitInterval(this.word());
  }

  /** Draws an integer from 0 to `bound` − 1. */
  integer(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** Draws one item. @throws RangeError if the list is empty */
  choice<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('Cannot choose from an empty list.');
    return items[this.integer(items.length)];
  }

  /** Draws an index with probability proportional to its weight. */
  weighted(weights: readonly number[]): number {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let rest = this.next() * total;
    for (let i = 0; i < weights.length; i++) {
      rest -= weights[i];
      if (rest < 0) return i;
    }
    return weights.length - 1;
  }

  /** Returns a shuffled copy (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): T[] {
    const copy = [...items];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = this.integer(i + 1);
      [copy[i], copy[j]] = [copy[j], copy[i]];
    }
    return copy;
  }

  /** Draws `count` different elements in random order. */
  sample<T>(items: readonly T[], count: number): T[] {
    if (count > items.length) throw new RangeError(`Cannot draw ${count} different elements from ${items.length}.`);
    return this.shuffle(items).slice(0, count);
  }
}
