/**
 * @file The kernel of between-attentions.ts on software adapters with vectors of eight lanes, made of lane-product.ts: a vector
 * computes all columns of its rows, one tile after the other. The rows stay in workgroup memory from one product to the next.
 *
 * It compiles longer than its products apart. With both pairs of products in a loop it compiles in less than half the time, but
 * computes more slowly than they do (bench/RESULTS.md).
 */
import { defineKernel } from '../../kernel.ts';
import { QUAD, SINGLE } from '../../lanes.ts';
import { interfaceOf, type BetweenAttentionsKernel } from '../between-attentions-kernel.ts';
import { normed } from '../norm-and-gate.ts';
import {
  eachGatedRow,
  eachGroup,
  fourSums,
  gatedColumns,
  laneProduct,
  OTHER_QUAD,
  placeOf,
  rowScales,
  rowsOf,
  type Left,
} from './lane-product.ts';

const TILE = { lanes: 8, groups: 2, fours: 1, turns: 1 } as const;
const ROWS = TILE.lanes * TILE.groups;

/** WGSL: a row of the tile, or the last row again, which is computed and stored once more. */
const rowOf = (place: string) => `min(row + ${place}, u.m - 1u)`;
/** WGSL: the lane's row of group g, within the tile. */
const ownPlace = (g: number) => `(${g * TILE.lanes}u + local.x)`;

const inMemory = {
  rowStart: (g: number) => `${ownPlace(g)} * u.d4`,
  elements: (index: string) => `rows[${index}]`,
};

const ATTENDED = rowsOf(
  { rowStart: (g) => `${rowOf(ownPlace(g))} * (u.e / 4u)`, elements: (index) => `attended[${index}]` },
  TILE,
);
const GATED = rowsOf({ ...inMemory, rowStart: (g) => `behind + ${ownPlace(g)} * u.f4` }, TILE);
const normedRows = (gain: string): Left => ({
  ...rowsOf(
    {
      ...inMemory,
      shared: `let four = gains[(${gain} + k) / 4u];`,
      elements: (index, g) => normed('four', inMemory.elements(index), `scale${g}`),
    },
    TILE,
  ),
  row: (g, s) => placeOf(TILE, g, s),
});

interface Product {
  left: Left;
  /** WGSL: rows of the matrix, its start in fours, and fours of a row. */
  inner: string;
  start: string;
  n4: string;
}

/** The sums of a tile, `c`. @param column WGSL: the lane's four of a row */
const sums = ({ left, inner, start, n4 }: Product, column: string) =>
  laneProduct({
    tile: TILE,
    sums: 'c',
    left,
    first: '0u',
    end: inner,
    load: (index) => `matrices[${start} + ${index}]`,
    n4,
    column: () => column,
    last: `(${inner} * ${n4} - 1u)`,
  });

/** All columns of a product. @param emit receives WGSL of a row's place in the tile, and of its four sums in column `column` */
const product = (of: Product, emit: (place: string, value: string) => string) => `
  for (var tile = 0u; tile * ${TILE.lanes}u < ${of.n4}; tile++) {
    let column = min(tile * ${TILE.lanes}u + local.x, ${of.n4} - 1u);
    ${sums(of, 'column')}
    ${eachGroup(TILE, (g, s) => `{ let place = ${placeOf(TILE, g, s)}; ${emit('place', fourSums('c', g, s))} }`)}
  }`;

/** Adds a product to the hidden states. A lane beyond the last column would add to what another has stored. */
const added = (of: Omit<Product, 'n4'>) =>
  product({ ...of, n4: 'u.d4' }, (place, value) => {
    const target = `rows[${place} * u.d4 + column]`;
    return `if (tile * ${TILE.lanes}u + local.x < u.d4) { ${target} = ${value} + ${target}; }`;
  });

/** Each four of the hidden states. @param body reads `place`, `c`, and `index` in workgroup memory */
const eachHidden = (body: string) => `
  for (var place = 0u; place < ${ROWS}u; place++) {
    for (var c = local.x; c < u.d4; c += ${TILE.lanes}u) { let index = place * u.d4 + c; ${body} }
  }`;
const HIDDEN = `${rowOf('place')} * u.d4 + c`;

const SCALES = rowScales(inMemory, 'u.d', TILE);

/**
 * @param otherQuad see `octetProducts`
 * @param room numbers that a row may have in workgroup memory: its hidden state and its gated values
 */
export const octetBetweenAttentions = (otherQuad: string, room: number): BetweenAttentionsKernel => ({
  rows: ROWS,
  holds: (d, f) => d + f <= room,
  bytes: 4 * ROWS * room,
  kernel: defineKernel({
    label: 'between attentions, octet',
    ...interfaceOf('vec4f'),
    directives: QUAD.directives,
    body: `${otherQuad}${SINGLE.functions}
/** The hidden states of all rows, and behind them the gated values. */
var<workgroup> rows: array<vec4f, ${(ROWS * room) / 4}>;
@compute @workgroup_size(${TILE.lanes})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let row = workgroup.x * ${ROWS}u;
  let behind = ${ROWS}u * u.d4;
  // h = x + attended·W_out.
  ${eachHidden(`rows[index] = x[${HIDDEN}];`)}
  workgroupBarrier();
  ${added({ left: ATTENDED, inner: 'u.e', start: 'u.out4' })}
  workgroupBarrier();
  // swiglu(norm(h)·W_gateUp), behind them.
  {
    ${SCALES}
    let half4 = u.f4;
    for (var tile = 0u; tile * ${TILE.lanes / 2}u < half4; tile++) {
      ${gatedColumns('tile', TILE)}
      ${sums({ left: normedRows('u.gain'), inner: 'u.d', start: 'u.gateUp4', n4: '(2u * u.f4)' }, 'column0')}
      ${eachGatedRow(TILE, normedRows('u.gain'), (place, pair, value) => `rows[behind + ${place} * half4 + ${pair}] = ${value};`)}
    }
  }
  workgroupBarrier();
  // h + gated·W_down takes the place of h.
  ${added({ left: GATED, inner: 'u.f', start: 'u.down4' })}
  workgroupBarrier();
  ${eachHidden(`whole[${HIDDEN}] = rows[index];`)}
  // norm(h)·W_next (+ bias).
  {
    ${SCALES}
    ${product(
      { left: normedRows('u.nextGain'), inner: 'u.d', start: 'u.next4', n4: 'u.n4' },
      (place, value) => `
      let bias = select(vec4f(), matrices[u.bias4 + column], u.hasBias != 0u);
      whole[u.product4 + ${rowOf(place)} * u.n4 + column] = ${value} + bias;`,
    )}
  }
}`,
  }),
});

export const octetLayers = octetBetweenAttentions(OTHER_QUAD, 512);
