/**
 * @file Adds f32 numbers in the order of reduce.ts: stages add blocks of 64 rows, and the last one at most 128 rows.
 */
const BLOCK = 64;
const FOLD = 256;

/** Returns Σ_i x[i, j] for rows of `columns` elements. The last row may be incomplete. */
export function sumRowsReference(x: Float32Array, columns: number): Float32Array {
  const rows = Math.ceil(x.length / columns);
  const block = rows > 2 * BLOCK ? BLOCK : rows;
  const sums = new Float32Array(Math.ceil(rows / block) * columns);
  x.forEach((value, e) => {
    const target = Math.floor(e / (block * columns)) * columns + (e % columns);
    sums[target] = Math.fround(sums[target] + value);
  });
  return sums.length === columns ? sums : sumRowsReference(sums, columns);
}

export function sumAllReference(x: Float32Array): number {
  const folded = new Float32Array(FOLD);
  folded.set(sumRowsReference(x, FOLD));
  return sumRowsReference(folded, 1)[0];
}
