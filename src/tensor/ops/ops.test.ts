/**
 * @file Checks ops and their gradients at small boundary shapes against references in double precision.
 */
import { expect, it } from 'vitest';
import { Tape } from '../tape.ts';
import { checkOp, describeStyles, type OpCase } from '../testing/check-op.ts';
import { blockDiagonal, type Block } from './block-diagonal.ts';
import { embedding } from './embedding.ts';
import { map } from './map.ts';
import { matmul } from './matmul.ts';
import { matmulReference } from './matmul.reference.ts';
import { headNorm, rmsNorm } from './rms-norm.ts';
import { swiglu } from './swiglu.ts';

/** Returns y_c = g_c · x_c · (mean_c x_c² + 1e-5)^(−1/2) of the chosen rows. */
function rmsNormReference(x: Float64Array, gain: Float64Array, rows: readonly number[]): Float64Array {
  const d = gain.length;
  return Float64Array.from(
    rows.flatMap((row) => {
      const values = [...x.subarray(row * d, (row + 1) * d)];
      const mean = values.reduce((total, value) => total + value * value, 0) / d;
      return values.map((value, c) => (gain[c] * value) / Math.sqrt(mean + 1e-5));
    }),
  );
}

/** Places B's blocks of columns on a block diagonal, times 1.5. */
function blockDiagonalReference(b: Float64Array, rank: number, blocks: readonly Block[], columns: number) {
  const packed = b.length / rank;
  const out = new Float64Array(blocks.length * rank * columns);
  let start = 0;
  blocks.forEach(({ column, width }, s) => {
    for (let k = 0; k < rank; k++)
      for (let j = 0; j < width; j++) out[(s * rank + k) * columns + column + j] = 1.5 * b[k * packed + start + j];
    start += width;
  });
  return out;
}

/** Checks the types of one case, then widens the names of its inputs to strings. */
const opCase = <N extends string>(spec: OpCase<N>) => spec as unknown as OpCase<string>;

const NO_ROW = 0xffffffff;
const TOKENS = Uint32Array.of(3, 0, 3, 6, 3);
const HEADS = { heads: 4, kvHeads: 2, headDim: 12 };

const cases: Record<string, OpCase<string>> = {
  'map, a product': opCase({
    inputs: { a: [40], b: [40] },
    op: (tape, { a, b }) =>
      map(tape, {
        label: 'product',
        inputs: { a, b },
        scalars: { factor: 3 },
        functions: 'fn square(x: f32) -> f32 { return x * x; }',
        forward: 'factor * square(a) * b',
        gradients: { a: 'factor * 2.0 * a * b', b: 'factor * square(a)' },
      }),
    reference: ({ a, b }) => a.map((value, i) => 3 * value * value * b[i]),
  }),
  embedding: opCase({
    inputs: { table: [4, 8] },
    op: (tape, { table }) => embedding(tape, table, TOKENS),
    reference: ({ table }) =>
      Float64Array.from([...TOKENS].flatMap((token) => [0, 1, 2, 3].map((c) => table[c * 8 + token]))),
  }),
  swiglu: opCase({
    inputs: { x: [5, 24] },
    op: (tape, { x }) => swiglu(tape, x),
    reference: ({ x }) =>
      Float64Array.from({ length: 60 }, (_, i) => {
        const gate = x[Math.floor(i / 12) * 24 + (i % 12)];
        return (gate / (1 + Math.exp(-gate))) * x[Math.floor(i / 12) * 24 + 12 + (i % 12)];
      }),
  }),
  'rmsNorm of all rows': opCase({
    inputs: { x: [7, 12], gain: [12] },
    op: (tape, { x, gain }) => rmsNorm(tape, x, gain, 1e-5),
    reference: ({ x, gain }) => rmsNormReference(x, gain, [0, 1, 2, 3, 4, 5, 6]),
  }),
  'rmsNorm of chosen rows': opCase({
    inputs: { x: [6, 8], gain: [8] },
    op: (tape, { x, gain }) =>
      rmsNorm(tape, x, gain, 1e-5, {
        rows: tape.upload(Uint32Array.of(1, 2, 5)),
        inverse: tape.upload(Uint32Array.of(NO_ROW, 0, 1, NO_ROW, NO_ROW, 2)),
      }),
    reference: ({ x, gain }) => rmsNormReference(x, gain, [1, 2, 5]),
  }),
  'headNorm of queries and keys, each with its gain, and values as they are': opCase({
    inputs: { qkv: [5, 8 * 12], q: [12], k: [12] },
    op: (tape, { qkv, q, k }) => headNorm(tape, qkv, { q, k, epsilon: 1e-5 }, HEADS),
    reference: ({ qkv, q, k }) =>
      Float64Array.from(
        Array.from({ length: 40 }, (_, unit) => {
          const x = qkv.subarray(unit * 12, (unit + 1) * 12);
          const head = unit % 8;
          return [...(head < 6 ? rmsNormReference(x, head < 4 ? q : k, [0]) : x)];
        }).flat(),
      ),
  }),
  ...Object.fromEntries(
    [
      [1, 4, 4],
      [19, 12, 20],
      [5, 64, 36],
      // With 1100 rows, the long sums of the weight gradient are split.
      [1100, 4, 4],
    ].map(([m, k, n]) => [
      `matmul [${m}, ${k}] · [${k}, ${n}] with bias and residual`,
      opCase({
        inputs: { x: [m, k], w: [k, n], bias: [n], residual: [m, n] },
        op: (tape, { x, w, bias, residual }) => matmul(tape, x, w, { bias, residual }),
        reference: ({ x, w, bias, residual }) => matmulReference(x, w, [m, k, n], { bias, residual }),
        tolerance: 1e-6,
      }),
    ]),
  ),
  ...Object.fromEntries(
    [
      { name: 'three neighbours', starts: [0, 8, 12], widths: [8, 4, 4], columns: 16 },
      { name: 'two with a gap', starts: [0, 12], widths: [8, 4], columns: 16 },
      { name: 'one that is the whole', starts: [0], widths: [12], columns: 12 },
      { name: 'one at the end', starts: [12], widths: [8], columns: 20 },
    ].map(({ name, starts, widths, columns }) => {
      const blocks = starts.map((column, i): Block => ({ column, width: widths[i] }));
      return [
        `blockDiagonal, ${name}`,
        opCase({
          inputs: { b: [4, blocks.reduce((total, { width }) => total + width, 0)] },
          op: (tape, { b }) => blockDiagonal(tape, b, blocks, columns, 1.5),
          reference: ({ b }) => blockDiagonalReference(b, 4, blocks, columns),
        }),
      ];
    }),
  ),
};

describeStyles('ops', (device) => {
  it.each(Object.entries(cases))('%s', (_, spec) => checkOp(device(), spec));

  it('headNorm refuses heads that are no multiple of four channels', () => {
    const tape = new Tape(device(), false);
    const gain = tape.upload(new Float32Array(6));
    const qkv = tape.upload(new Float32Array(18), [1, 18]);
    expect(() =>
      headNorm(tape, qkv, { q: gain, k: gain, epsilon: 1e-5 }, { heads: 1, kvHeads: 1, headDim: 6 }),
    ).toThrow('headNorm needs a multiple of 4 channels, not 6.');
    tape.dispose();
  });
});
