/**
 * @file Matrix products on software adapters (see matmul-kernels.ts), made of lane-product.ts.
 *
 * With a norm, the lanes compute several tiles of columns, one after the other, because the squares of their rows are added
 * up once. With a gate, the first half of them computes columns of the gate, and the other half the same columns of the factor.
 */
import { memoised } from '../../../common/once.ts';
import { defineKernel, times } from '../../kernel.ts';
import { QUAD, SINGLE } from '../../lanes.ts';
import {
  interfaceOf,
  labelOf,
  MOST_ADAPTER_COLUMNS,
  READS,
  type FusedProduct,
  type Fusion,
  type MatmulKernel,
  type MatmulTile,
  type PlainProduct,
  type ProductKernels,
  type ProductSize,
} from '../matmul-kernels.ts';
import { normed } from '../norm-and-gate.ts';
import {
  columnsOf,
  eachColumn,
  eachGatedRow,
  eachGroup,
  fourSums,
  gatedColumns,
  laneProduct,
  LANES,
  placeOf,
  type LaneTile,
  type Left,
  rowScales,
  rowsOf,
} from './lane-product.ts';

/** A tile, and how many a workgroup has, one below the other. */
interface Variant extends LaneTile {
  stack: number;
}

/** A decoding step has so few rows that larger workgroups would leave a core idle. */
const SMALL: Variant = { groups: 4, fours: 1, stack: 4 };
/** Loads less per product, so it is 1.3 times as fast as the small kernel, but it takes five times as long to compile. */
const LARGE: Variant = { groups: 8, fours: 2, stack: 1 };
/** With an adapter a workgroup is one tile: its lanes wait for each other, which all of a workgroup must do alike. */
const ADAPTED: Variant = { ...SMALL, stack: 1 };

/** Tiles of columns, one after the other, where the rows are normalised, or corrected by an adapter. */
const NORMED_TILES = 4;
const ADAPTED_TILES = 8;

const tilesOf = (fusion: Fusion, adapted: boolean) => (adapted ? ADAPTED_TILES : fusion === 'none' ? 1 : NORMED_TILES);

const rowsOfTile = ({ groups }: LaneTile) => groups * LANES;

/** Rows and columns of a workgroup's tile, where each lane has `columns` columns. */
const workgroupTile = (variant: Variant, columns: number): MatmulTile => ({
  rows: rowsOfTile(variant) * variant.stack,
  columns: columns * LANES,
});

/**
 * The columns of a lane, from column `tile` · 16 · fours on. Beyond the last columns a lane has these again, so that
 * nothing has to be asked where sums are stored: several lanes may store the same number at the same place.
 */
const columnsFrom = (tile: string, { fours }: LaneTile) =>
  times(
    fours,
    (four) => `let column${four} = min(${tile} * ${LANES * fours}u + ${LANES * four}u + local.x, u.n4 - 1u);`,
  );

/** Terms that a kernel adds to its sums besides a bias. */
interface Added {
  addend: boolean;
  /** The sums `d`. */
  correction: boolean;
}

/**
 * Stores the sums `c`. An addend has kernels of its own, because a software adapter goes through both sides of an `if`, and
 * only masks what they load.
 */
function storeSums(tile: LaneTile, left: Left, { addend, correction }: Added): string {
  const value = (g: number, s: number, four: number) => {
    const biased = `${fourSums('c', g, s, four)} + added${four}`;
    const sum = addend ? `${biased} + addend[target_ * u.n4 + column${four}]` : biased;
    return correction ? `${fourSums('d', g, s, four)} + (${sum})` : sum;
  };
  return `
  ${times(tile.fours, (four) => `let added${four} = select(vec4f(), bias[select(0u, column${four}, u.hasBias != 0u)], u.hasBias != 0u);`)}
  ${eachGroup(
    tile,
    (g, s) => `{ let target_ = ${left.row(g, s)};
    ${times(tile.fours, (four) => `c[(workgroup.z * u.m + target_) * u.n4 + column${four}] = ${value(g, s, four)};`)} }`,
  )}`;
}

const main = (variant: Variant, body: string) => `
@compute @workgroup_size(${LANES}, ${variant.stack})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) local: vec3u) {
  ${
    variant.stack === 1
      ? `let row = workgroup.y * ${rowsOfTile(variant)}u;`
      : `let row = (workgroup.y * ${variant.stack}u + local.y) * ${rowsOfTile(variant)}u;
  if (row >= u.m) { return; }`
  }
  let first = workgroup.z * u.depth;
  let end = min(first + u.depth, u.k);
  ${body}
}`;

/** The start of the lane's row of group g, in fours. */
const rowStart = (g: number) => `min(row + ${g * LANES}u + local.x, u.m - 1u) * (u.strideM / 4u)`;

type Layout = PlainProduct['layout'];

/**
 * True if a product is worth the time to compile the large kernel: one of many tokens, as most of an update, or one of fewer
 * where a model has large matrices, because its decoding steps use the kernel all the time.
 */
function isLarge(layout: Layout, { m, k, n }: ProductSize): boolean {
  // The matrix of weights is B, or C where that is their gradient.
  const weights = layout === 'columns' ? m * n : k * n;
  return m * k * n >= 2 ** 24 || (m * k * n >= 2 ** 20 && weights >= 2 ** 14);
}

interface LaneKernel extends FusedProduct, Pick<PlainProduct, 'layout' | 'hasAddend'> {
  variant: Variant;
  /** What the label says of it besides its fusion. */
  kind: string;
}

/** A product, perhaps with a norm, a gate or an adapter beside it. All of a layout give the same bits. */
function laneKernel({ variant, kind, layout, precision, fusion, adapted, hasAddend }: LaneKernel): MatmulKernel {
  const { fours } = variant;
  const isNormed = fusion !== 'none';
  const isGated = fusion === 'norm and gate';
  const tiles = tilesOf(fusion, adapted);
  const tile = tiles === 1 ? 'workgroup.x' : `(workgroup.x * ${tiles}u + tile)`;
  const isInRange = isGated ? `${tile} * ${(LANES / 2) * fours}u < u.n4 / 2u` : `${tile} * ${LANES * fours}u < u.n4`;
  const columns = isGated ? `let half4 = u.n4 / 2u;${gatedColumns(tile, variant)}` : columnsFrom(tile, variant);
  const rows = {
    rowStart,
    shared: isNormed ? 'let gains = gain[k / 4u];' : '',
    elements: (index: string, g: number) => (isNormed ? normed('gains', `a[${index}]`, `scale${g}`) : `a[${index}]`),
  };
  const left = layout === 'rows' ? rowsOf(rows, variant) : columnsOf(variant);
  const product = {
    tile: variant,
    sums: 'c',
    left,
    first: 'first',
    end: 'end',
    load: READS[precision].load,
    n4: 'u.n4',
    column: (four: number) => `column${four}`,
    last: '(u.k * u.n4 - 1u)',
  };
  /** A·P, into workgroup memory. */
  const reduce = `
  for (var block = 0u; block < (u.r4 + ${LANES - 1}u) / ${LANES}u; block++) {
    let column = block * ${LANES}u + local.x;
    ${laneProduct({
      ...product,
      end: 'u.k',
      first: '0u',
      load: (index: string) => `p[${index}]`,
      n4: 'u.r4',
      column: () => 'min(column, u.r4 - 1u)',
      last: '(u.k * u.r4 - 1u)',
    })}
    if (column < u.r4) {
      ${eachGroup(
        variant,
        (g, s) => `reduced[(${placeOf(g, s)}) * ${MOST_ADAPTER_COLUMNS / 4}u + column] = ${fourSums('c', g, s)};`,
      )}
    }
  }
  workgroupBarrier();`;
  /** (A·P)·Q; where a gate follows, added to what the frozen matrix gives. */
  const correct = `
  ${laneProduct({
    ...product,
    sums: 'd',
    first: '0u',
    end: '(u.r4 * 4u)',
    left: rowsOf(
      {
        rowStart: (g) => `(${g * LANES}u + local.x) * ${MOST_ADAPTER_COLUMNS / 4}u`,
        elements: (index) => `reduced[${index}]`,
      },
      variant,
    ),
    load: (index: string) => `q[${index}]`,
    last: '(u.r4 * 4u * u.n4 - 1u)',
  })}
  ${isGated ? eachGroup(variant, (g, s) => eachColumn(variant, (j) => `c${g}_${s}_${j} = d${g}_${s}_${j} + c${g}_${s}_${j};`)) : ''}`;
  const storeGated = eachGatedRow(variant, left, (target, pair, value) => `c[${target} * half4 + ${pair}] = ${value};`);
  return defineKernel({
    label: labelOf(kind, fusion, adapted),
    ...interfaceOf(precision, fusion, adapted),
    directives: QUAD.directives,
    body: `${READS[precision].functions}${isNormed ? SINGLE.functions : ''}
${adapted ? `var<workgroup> reduced: array<vec4f, ${(rowsOfTile(variant) * MOST_ADAPTER_COLUMNS) / 4}>;` : ''}
${main(
  variant,
  `${isNormed ? rowScales({ rowStart, elements: (index) => `a[${index}]` }, 'u.k', variant) : ''}
  ${adapted ? reduce : ''}
  ${tiles === 1 ? '' : `for (var tile = 0u; tile < ${tiles}u && ${isInRange}; tile++)`} {
  ${columns}
  ${laneProduct(product)}
  ${adapted ? correct : ''}
  ${isGated ? storeGated : storeSums(variant, left, { addend: hasAddend, correction: adapted })}
  }`,
)}`,
  }) as unknown as MatmulKernel;
}

const plain = memoised((product: PlainProduct, large: boolean) => {
  const { layout, precision, hasAddend } = product;
  const variant = large ? LARGE : SMALL;
  const kind = [
    'quad',
    ...(layout === 'columns' ? ['transposed'] : []),
    ...(precision === 'f32' ? [] : [precision]),
    ...(hasAddend ? ['and an addend'] : []),
    ...(large ? ['large'] : []),
  ].join(', ');
  const kernel = laneKernel({ ...product, variant, kind, fusion: 'none', adapted: false });
  return { kernel, tile: workgroupTile(variant, 4 * variant.fours) };
});

const fused = memoised((product: FusedProduct, large: boolean) => {
  const { fusion, adapted } = product;
  const variant = adapted ? ADAPTED : large ? LARGE : SMALL;
  const kind = large ? 'quad, large' : 'quad';
  const columns = (fusion === 'norm and gate' ? 2 : 4) * variant.fours * tilesOf(fusion, adapted);
  // One without a norm adds an addend, too.
  const kernel = laneKernel({ ...product, layout: 'rows', hasAddend: fusion === 'none', kind, variant });
  return { kernel, tile: workgroupTile(variant, columns) };
});

export const quadProducts: ProductKernels = {
  plain: (product, size) => plain(product, isLarge(product.layout, size)),
  fused: (product, size) => fused(product, !product.adapted && isLarge('rows', size)),
  countedTile: { rows: 128, columns: 16 },
};
