/** @file The order of reduce.ts, number by number in f32: rows in blocks of 64, stage after stage, until 128 rows are left. */
const BLOCK = 64;
const FOLD = 256;

/** out[j] = Σ_i x[i, j] of rows of `columns` elements, the last row perhaps incomplete. */
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

/** The sum of all elements. */
export function sumAllReference(x: Float32Array): number {
  const folded = new Float32Array(FOLD);
  folded.set(sumRowsReference(x, FOLD));
  return sumRowsReference(folded, 1)[0];
}
