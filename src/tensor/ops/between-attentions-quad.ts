/**
 * @file The kernel of between-attentions.ts for software adapters: a workgroup is one subgroup, whose 16 rows go through four
 * products of quad-product.ts.
 */
import { defineKernel } from '../kernel.ts';
import { QUAD } from '../lanes.ts';
import { INTERFACE, ROOM, rowStart, ROWS, type BetweenAttentionsKernel } from './between-attentions-kernels.ts';
import { times } from './matmul-kernels.ts';
import {
  eachColumn,
  eachGatedRow,
  eachGroup,
  gatedColumns,
  QUAD_UNROLL,
  quadProduct,
  rowScales,
  type QuadProduct,
} from './quad-product.ts';

/** The row of a lane in group g. */
const laneRow = (g: number) => `${g * QUAD.count}u + local.x`;

/** All columns of a product, tile by tile. */
const columns = (n4: string, body: string) => `
  for (var tile = 0u; tile * ${QUAD.count}u < ${n4}; tile++) {
    let column = tile * ${QUAD.count}u + local.x;
    let inside = column < ${n4};
    let safeColumn = min(column, ${n4} - 1u);
    ${body}
  }`;

/** A product with a matrix that starts at `start` and has `inner` rows of `n4` fours. */
const productWith = (
  { start, inner, n4 }: { start: string; inner: string; n4: string },
  rows: Pick<QuadProduct, 'rowStart' | 'element'>,
) =>
  quadProduct({
    ...{ sums: 'c', first: '0u', end: inner, stride: '1u', ...rows },
    ...{ load: (index) => `matrices[${start} + ${index}]`, n4, column: 'safeColumn', last: `(${inner} * ${n4} - 1u)` },
  });

/** Rows in workgroup memory, from number `first` on. */
const inMemory = (first: string) => ({
  rowStart: (g: number) => `${rowStart(laneRow(g))} + ${first}`,
  element: (index: string) => `rows[${index}]`,
});

/** Normalises the hidden states, behind themselves. */
const normalise = (gain: string) => `{
    ${rowScales({ start: (i) => rowStart(`${i}u`), element: (index) => `rows[${index}]`, length: 'u.d' })}
    for (var c = local.x; c < u.d; c += ${QUAD.count}u) {
      let gain = gains[${gain} + c];
      ${times(ROWS, (i) => `rows[start${i} + u.d + c] = gain * (rows[start${i} + c] * scaleOfRow${i});`)}
    }
  }
  workgroupBarrier();`;

/** Each row of a tile after the swaps: `place` in the workgroup, and its sums. */
const eachRow = (emit: (c: (j: number) => string) => string) =>
  eachGroup((g, s) => `{ let place = ${g * QUAD.count}u + (local.x ^ ${s}u); ${emit((j) => `c${g}_${s}_${j}`)} }`);

export const quadBetweenAttentions: BetweenAttentionsKernel = defineKernel({
  label: 'between attentions, quad',
  ...INTERFACE,
  directives: QUAD.directives,
  body: `${QUAD.functions}
var<workgroup> rows: array<f32, ${ROWS * ROOM + QUAD_UNROLL}>;
@compute @workgroup_size(${QUAD.count})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let row = workgroup.x * ${ROWS}u;
  // h = x + attended·W_out.
  ${columns(
    'u.d4',
    `${productWith(
      { start: 'u.out4', inner: 'u.e', n4: 'u.d4' },
      {
        rowStart: (g) => `min(row + ${laneRow(g)}, u.m - 1u) * u.e`,
        element: (index) => `attended[${index}]`,
      },
    )}
    ${eachRow(
      (c) => `let added = x[min(row + place, u.m - 1u) * u.d4 + safeColumn];
      if (inside) { ${eachColumn((j, component) => `rows[${rowStart('place')} + column * 4u + ${j}u] = ${c(j)} + added.${component};`)} }`,
    )}`,
  )}
  workgroupBarrier();
  // swiglu(norm(h)·W_gateUp), behind both.
  ${normalise('u.gain')}
  {
    let half4 = u.f4;
    for (var tile = 0u; tile * 2u < half4; tile++) {
      ${gatedColumns('tile')}
      ${productWith({ start: 'u.gateUp4', inner: 'u.d', n4: '(2u * u.f4)' }, inMemory('u.d'))}
      ${eachGatedRow(
        (place, value) => `let gated = ${value};
        if (inside) { ${eachColumn((j, component) => `rows[${rowStart(place)} + 2u * u.d + pair * 4u + ${j}u] = gated.${component};`)} }`,
      )}
    }
  }
  workgroupBarrier();
  // h + gated·W_down takes the place of h.
  ${columns(
    'u.d4',
    `${productWith({ start: 'u.down4', inner: 'u.f', n4: 'u.d4' }, inMemory('2u * u.d'))}
    ${eachRow(
      (c) => `let start = ${rowStart('place')} + column * 4u;
      if (inside) {
        let sum = vec4f(${[0, 1, 2, 3].map((j) => `${c(j)} + rows[start + ${j}u]`).join(', ')});
        ${eachColumn((j, component) => `rows[start + ${j}u] = sum.${component};`)}
        if (row + place < u.m) { whole[(row + place) * u.d4 + column] = sum; }
      }`,
    )}`,
  )}
  workgroupBarrier();
  // norm(h)·W_next (+ bias).
  ${normalise('u.nextGain')}
  ${columns(
    'u.n4',
    `${productWith({ start: 'u.next4', inner: 'u.d', n4: 'u.n4' }, inMemory('u.d'))}
      if (u.hasBias != 0u) {
        let added = matrices[u.bias4 + safeColumn];
        ${eachRow((c) => eachColumn((j, component) => `${c(j)} += added.${component};`))}
      }
      ${eachRow(
        (c) => `if (inside && row + place < u.m) {
        whole[u.product4 + (row + place) * u.n4 + column] = vec4f(${c(0)}, ${c(1)}, ${c(2)}, ${c(3)});
      }`,
      )}`,
  )}
}`,
});
