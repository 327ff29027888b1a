/**
 * @file The kernel of between-attentions.ts on graphics processors: 8 threads compute a row, each a few columns, four at a time.
 * The rows of a workgroup stay in its memory from one product to the next. Matrices are so small that they are read where they
 * lie; nothing waits inside a product.
 */
import { defineKernel, THREADS, times, type Kernel } from '../kernel.ts';
import { treeSum } from '../lanes.ts';
import { gated, normed, normScale, withSquare } from './norm-and-gate.ts';

/** Rows of a workgroup. */
const ROWS = 16;
/**
 * Numbers that a row may have in workgroup memory: its hidden state, the same normalised, and its gated values, one behind
 * the other: 2d + f.
 */
const ROOM = 256;

/** WGSL: index of a row's first number in workgroup memory. */
const rowStart = (row: string): string => `(${row}) * ${ROOM}u`;

/** @param element as what the output of attention and the gains are read: one number, or four neighbours */
export const interfaceOf = (element: 'f32' | 'vec4f') =>
  ({
    storage: {
      attended: `read ${element}`,
      x: 'read vec4f',
      /** The same buffer twice: matrices are read four at a time, gains as `element` says. */
      matrices: 'read vec4f',
      gains: `read ${element}`,
      /** The hidden states, and behind them the product. */
      whole: 'write vec4f',
    },
    uniforms: {
      m: 'u32',
      /** Columns of `attended`; d of the hidden states; f of the gate; n of the product. Those ending in 4 count fours. */
      e: 'u32',
      d: 'u32',
      d4: 'u32',
      f: 'u32',
      f4: 'u32',
      n4: 'u32',
      /** The start of each weight: matrices and bias in fours. */
      out4: 'u32',
      gain: 'u32',
      gateUp4: 'u32',
      down4: 'u32',
      nextGain: 'u32',
      next4: 'u32',
      bias4: 'u32',
      hasBias: 'u32',
      /** The start of the product in `whole`, in fours. */
      product4: 'u32',
      epsilon: 'f32',
    },
  }) as const;

type Interface = ReturnType<typeof interfaceOf>;

/** A kernel, and what it holds. */
export interface BetweenAttentionsKernel {
  kernel: Kernel<keyof Interface['storage'], keyof Interface['uniforms']>;
  /** Rows of a workgroup. */
  rows: number;
  /** True if workgroup memory holds rows of hidden states [d] and of gated values [f]. */
  holds: (d: number, f: number) => boolean;
  /** Bytes of workgroup memory. */
  bytes: number;
}

/** Threads of a row. */
const LANES = 8;
/** Lanes of rms-norm.ts whose squares a thread adds up. */
const SHARE = THREADS / LANES;

/** Each column, four at a time, that a thread computes. */
const columns = (n4: string, body: string) =>
  `for (var column = local.x; column < ${n4}; column += ${LANES}u) { ${body} }`;

/** `target` = the sum over k of `element`, of the thread's row, times four of a matrix. */
const product = (target: string, { start, inner, n4 }: Record<'start' | 'inner' | 'n4', string>, element: string) => `
  var ${target} = vec4f();
  for (var k = 0u; k < ${inner}; k++) { ${target} = ${element} * matrices[${start} + k * ${n4} + column] + ${target}; }`;

/** Normalises the hidden states, behind themselves. */
const normalise = (gain: string) => `
  scale = scaleOf(own, local.x, thread);
  for (var c = local.x; c < u.d; c += ${LANES}u) { rows[own + u.d + c] = ${normed(`gains[${gain} + c]`, 'rows[own + c]', 'scale')}; }
  workgroupBarrier();`;
const store = (start: string, value: string) =>
  times(4, (j) => `rows[${start} + column * 4u + ${j}u] = ${value}[${j}];`);

export const tiledBetweenAttentions: BetweenAttentionsKernel = {
  rows: ROWS,
  holds: (d, f) => 2 * d + f <= ROOM,
  // The rows, and what it needs besides.
  bytes: 4 * (ROWS * ROOM + 128),
  kernel: defineKernel({
    label: 'between attentions',
    ...interfaceOf('f32'),
    body: `
var<workgroup> rows: array<f32, ${ROWS * ROOM}>;
var<workgroup> partial: array<f32, ${ROWS * LANES}>;
/** By what a row is multiplied, in the order in which ${THREADS} lanes of rms-norm.ts add up its squares. */
fn scaleOf(own: u32, lane: u32, thread: u32) -> f32 {
  ${times(
    SHARE,
    (j) => `var squares${j} = 0.0;
  for (var c = lane + ${j * LANES}u; c < u.d; c += ${THREADS}u) { let value = rows[own + c]; squares${j} = ${withSquare(`squares${j}`, 'value')}; }`,
  )}
  ${halvings(SHARE)}
  partial[thread] = squares0;
  ${treeSum({ memory: 'partial', thread: 'thread', lane: 'lane', count: LANES })}
  let total = partial[thread - lane];
  workgroupBarrier();
  return ${normScale('total', 'u.d')};
}
@compute @workgroup_size(${LANES}, ${ROWS})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) local: vec3u,
        @builtin(local_invocation_index) thread: u32) {
  let row = workgroup.x * ${ROWS}u + local.y;
  let safeRow = min(row, u.m - 1u);
  let own = ${rowStart('local.y')};
  // h = x + attended·W_out.
  ${columns(
    'u.d4',
    `${product('sum', { start: 'u.out4', inner: 'u.e', n4: 'u.d4' }, 'attended[safeRow * u.e + k]')}
    sum += x[safeRow * u.d4 + column];
    ${store('own', 'sum')}`,
  )}
  workgroupBarrier();
  // swiglu(norm(h)·W_gateUp), behind both.
  var scale: f32;
  ${normalise('u.gain')}
  ${columns(
    'u.f4',
    `${product('gate', { start: 'u.gateUp4', inner: 'u.d', n4: '(2u * u.f4)' }, 'rows[own + u.d + k]')}
    ${product('factor', { start: 'u.gateUp4 + u.f4', inner: 'u.d', n4: '(2u * u.f4)' }, 'rows[own + u.d + k]')}
    let gated = ${gated('gate', 'factor')};
    ${store('own + 2u * u.d', 'gated')}`,
  )}
  workgroupBarrier();
  // h + gated·W_down takes the place of h.
  ${columns(
    'u.d4',
    `${product('sum', { start: 'u.down4', inner: 'u.f', n4: 'u.d4' }, 'rows[own + 2u * u.d + k]')}
    let start = own + column * 4u;
    sum += vec4f(rows[start], rows[start + 1u], rows[start + 2u], rows[start + 3u]);
    ${store('own', 'sum')}
    if (row < u.m) { whole[row * u.d4 + column] = sum; }`,
  )}
  workgroupBarrier();
  // norm(h)·W_next (+ bias).
  ${normalise('u.nextGain')}
  ${columns(
    'u.n4',
    `${product('sum', { start: 'u.next4', inner: 'u.d', n4: 'u.n4' }, 'rows[own + u.d + k]')}
    if (u.hasBias != 0u) { sum += matrices[u.bias4 + column]; }
    if (row < u.m) { whole[u.product4 + row * u.n4 + column] = sum; }`,
  )}
}`,
  }),
};

/** Adds up squares0, squares1, … as a tree does: the upper half to the lower half, until squares0 has all. */
function halvings(count: number): string {
  if (count === 1) return '';
  const half = count / 2;
  return `${times(half, (j) => `squares${j} += squares${j + half};`)}${halvings(half)}`;
}
