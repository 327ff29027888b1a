/**
 * @file Transposes a matrix in f32 or f16: [rows, columns] → [columns, rows], or into columns of a wider matrix.
 * Gradients of products transpose weights, and loading a model transposes blocks of rows. Values are moved as bits, so
 * that even subnormal values do not change.
 */
import type { Device } from '../device.ts';
import { defineKernel, eachThread, linearGrid } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';

/** Sizes for out[c, first + r] = x[r, c]. `width` is the length of out's rows. */
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

/** Each thread writes one word: two neighbours in a row of the result, from two rows of x, or 0 beyond the last row. */
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

/** Transposes without a gradient, for use inside VJPs. */
export function transpose(tape: Tape, x: Tensor): Tensor {
  const [rows, columns] = x.shape;
  const out = tape.allocate([columns, rows], x.dtype);
  placeTransposed(tape.device, x, out, 0);
  return out;
}

/**
 * Writes a block of rows into columns of a matrix, without a gradient.
 * @param x [rows, columns]; in f16, an odd number of rows also writes zeros into one more column of `out`
 * @param out [columns or more, width], or [width] for one column; same dtype as x; in f16 columns and width are even
 * @param first first column of `out` to write; an even number in f16
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
