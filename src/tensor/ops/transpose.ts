/**
 * @file Transposes a matrix in f32, f16 or q4: [rows, columns] → [columns, rows], or into columns of a wider matrix.
 * Gradients of products transpose weights, and loading a model transposes blocks of rows. f32 and f16 are moved as bits, so
 * that even subnormal values do not change.
 */
import type { Device } from '../device.ts';
import { BLOCK, FROM_FOUR_BITS, packFourBits } from '../packed-numbers.ts';
import { defineKernel, eachThread, linearGrid, times } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import { Tensor } from '../tensor.ts';

/** out[c, first + r] = x[r, c]; `width` is the length of out's rows. */
const SHAPES = { rows: 'u32', columns: 'u32', width: 'u32', first: 'u32' } as const;

const kernel = defineKernel({
  label: 'transpose',
  storage: { x: 'read u32', out: 'write u32' },
  uniforms: SHAPES,
  body: `${eachThread('i', 'u.rows * u.columns')}
  let row = i % u.rows;
  let column = i / u.rows;
  out[column * u.width + u.first + row] = x[row * u.columns + column];
}`,
});

/** A thread writes a word: two neighbours in a row of the result, from two rows of x. Beyond the last row it writes 0. */
const halvesKernel = defineKernel({
  label: 'transpose f16',
  storage: { x: 'read u32', out: 'write u32' },
  uniforms: SHAPES,
  body: `${eachThread('i', '(u.rows + 1u) / 2u * u.columns')}
  let pairs = (u.rows + 1u) / 2u;
  let row = (i % pairs) * 2u;
  let column = i / pairs;
  let upper = (row * u.columns + column) / 2u;
  let shift = 16u * (column % 2u);
  var word = extractBits(x[upper], shift, 16u);
  if (row + 1u < u.rows) { word |= extractBits(x[upper + u.columns / 2u], shift, 16u) << 16u; }
  out[(column * u.width + u.first + row) / 2u] = word;
}`,
});

/** A thread reads four neighbours of a row. */
const fourBitsKernel = defineKernel({
  label: 'transpose q4',
  storage: { b: 'read u32', out: 'write f32' },
  uniforms: { k: 'u32', n4: 'u32' },
  body: `${FROM_FOUR_BITS}
${eachThread('i', 'u.k * u.n4')}
  // Neighbouring threads write neighbours.
  let row = i % u.k;
  let column = i / u.k;
  let values = fromFourBits(row * u.n4 + column);
  ${times(4, (c) => `out[(4u * column + ${c}u) * u.k + row] = values[${c}];`)}
}`,
});

/** Transposes without a gradient, for use inside VJPs. The transpose of a q4 matrix is f32. */
export function transpose(tape: Tape, x: Tensor): Tensor {
  const [rows, columns] = x.shape;
  if (x.dtype === 'q4') {
    const out = tape.allocate([columns, rows]);
    tape.device.run(fourBitsKernel, { b: x, out }, { k: rows, n4: columns / 4 }, linearGrid((rows * columns) / 4));
    return out;
  }
  const out = tape.allocate([columns, rows], x.dtype);
  placeTransposed(tape.device, x, out, 0);
  return out;
}

/**
 * Writes a block of rows into columns of a matrix, without a gradient.
 * @param x [rows, columns]; in f16 an odd last row also writes a 0 into the column after its own
 * @param out [columns or more, width], or [width] for one column; same dtype as x; in f16 columns and width are even
 * @param first first column of `out` to write, even in f16
 */
export function placeTransposed(device: Device, x: Tensor, out: Tensor, first: number): void {
  const [rows, columns] = x.shape;
  const width = out.shape[out.shape.length - 1];
  const halves = x.dtype === 'f16';
  const written = halves ? Math.ceil(rows / 2) * 2 : rows;
  if (halves && (columns % 2 || width % 2 || first % 2))
    throw new RangeError(`An f16 matrix has even sizes, not [${columns}, ${width}] from column ${first}.`);
  if (x.dtype !== out.dtype || columns * width > out.size || first + written > width)
    throw new RangeError(`A block [${rows}, ${columns}] at column ${first} does not fit [${out.shape.join(', ')}].`);
  device.run(
    halves ? halvesKernel : kernel,
    { x, out },
    { rows, columns, width, first },
    linearGrid((written * columns) / (halves ? 2 : 1)),
  );
}

/**
 * Rounds a block of rows to 4 bits and writes it into columns of a q4 matrix.
 * @param matrix [rows, columns], rows a multiple of 8
 * @param out [columns, width]
 * @param first first column of `out` to write, a multiple of 8
 */
export function placeFourBits(
  device: Device,
  matrix: Float32Array,
  [rows, columns]: readonly number[],
  out: Tensor,
  first: number,
): void {
  const [k, width] = out.shape;
  const { levels, scales } = packFourBits(matrix, rows, columns);
  // The words of the levels, and of the scales behind them, are transposed like u32 matrices.
  for (const [words, inWord, depth, start] of [
    [levels, 8, k, 0],
    [scales, 2, k / BLOCK, (k * width) / 2],
  ] as const) {
    const block = device.upload(words, [rows / inWord, depth]);
    const part = new Tensor([depth, width / inWord], 'u32', out.buffer, out.offset + start);
    placeTransposed(device, block, part, first / inWord);
    device.release(block);
  }
}
