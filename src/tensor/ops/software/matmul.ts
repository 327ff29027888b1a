/**
 * @file Matrix products on software adapters (see matmul-kernels.ts), made of lane-product.ts.
 *
 * With a norm, the lanes compute several tiles of columns, one after the other, because the squares of their rows are added
 * up once. With a gate, the first half of them computes columns of the gate, and the other half the same columns of the factor.
 */
import { memoised } from '../../../common/memoised.ts';
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
  OTHER_QUAD,
  placeOf,
  type LaneTile,
  type Left,
  rowScales,
  rowsOf,
  STEPS,
} from './lane-product.ts';

/** A tile, and how many a workgroup has, one below the other. */
interface Variant extends LaneTile {
  stack: number;
}

/** The kernels for vectors of some length. */
interface Variants {
  /** What their labels say. */
  name: 'quad' | 'octet';
  /** WGSL of the function that brings a number from the other quad; empty where a tile has one quad. */
  otherQuad: string;
  rows: Variant;
  /** A multiple of four groups (`columnsOf`). */
  columns: Variant;
  /** Of large products, of either layout and fused, but for those with an adapter. */
  large?: Variant;
  fused: Variant;
  /** With an adapter a workgroup is one tile: its lanes wait for each other, which all of a workgroup must do alike. */
  adapted: Variant & { stack: 1 };
}

/** A decoding step has so few rows that larger workgroups would leave a core idle. */
const SMALL: Variant = { lanes: 4, groups: 4, fours: 1, turns: 1, stack: 4 };
const LONG_VECTORS: Variants = {
  name: 'quad',
  otherQuad: '',
  rows: SMALL,
  columns: SMALL,
  fused: SMALL,
  adapted: { ...SMALL, stack: 1 },
};
/**
 * With vectors of four lanes the large kernel has fewer loads for each product: 1.3 times as fast, but it takes five times as
 * long to compile. With longer ones it is slower.
 */
const VECTORS_OF_FOUR: Variants = { ...LONG_VECTORS, large: { lanes: 4, groups: 8, fours: 2, turns: 1, stack: 1 } };
/** Fours of the columns of a lane in the widest tile, of 32 × 64 numbers: an eighth faster, but it compiles twice as long. */
const WIDE = 4;
const WIDE_COLUMNS = 4 * WIDE * QUAD.count;
/** All lanes of a vector share their loads, so each product needs fewer. More groups are no faster (bench/RESULTS.md). */
const OCTET = { lanes: 8, groups: 2, fours: 1, turns: 1, stack: 1 } as const;
const VECTORS_OF_EIGHT: Omit<Variants, 'otherQuad'> = {
  name: 'octet',
  rows: { ...OCTET, groups: 3 },
  columns: { ...OCTET, groups: 4 },
  fused: OCTET,
  adapted: OCTET,
};

/** Tiles of columns, one after the other, where the rows are normalised, or corrected by an adapter. */
const NORMED_TILES = 4;
const ADAPTED_TILES = 8;

const tilesOf = (fusion: Fusion, adapted: boolean) => (adapted ? ADAPTED_TILES : fusion === 'none' ? 1 : NORMED_TILES);

const rowsOfTile = ({ groups, lanes }: LaneTile) => groups * lanes;

/** Rows and columns of a workgroup's tile, where each lane has `columns` columns. */
const workgroupTile = (variant: Variant, columns: number): MatmulTile => ({
  rows: rowsOfTile(variant) * variant.stack,
  columns: columns * variant.lanes,
});

/**
 * The columns of a lane, from column `tile` · 4 · lanes · fours on. Beyond the last columns a lane has these again, so that
 * nothing has to be asked where sums are stored: several lanes may store the same number at the same place.
 */
const columnsFrom = (tile: string, { lanes, fours }: LaneTile) =>
  times(
    fours,
    (four) => `let column${four} = min(${tile} * ${lanes * fours}u + ${lanes * four}u + local.x, u.n4 - 1u);`,
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
@compute @workgroup_size(${variant.lanes}, ${variant.stack})
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
const rowStartOf =
  ({ lanes }: LaneTile) =>
  (g: number) =>
    `min(row + ${g * lanes}u + local.x, u.m - 1u) * (u.strideM / 4u)`;

type Layout = PlainProduct['layout'];

/**
 * A product of many tokens, as most of those of an update: worth the time to compile the large kernel, and, for a plain product,
 * one with two turns.
 */
const isLong = ({ m, k, n }: ProductSize): boolean => m * k * n >= 2 ** 24;
/** So is one of fewer tokens where a model has large matrices: its decoding steps use the kernel all the time. */
function isLarge(layout: Layout, size: ProductSize): boolean {
  const { m, k, n } = size;
  // The matrix of weights is B, or C where that is their gradient.
  const weights = layout === 'columns' ? m * n : k * n;
  return isLong(size) || (m * k * n >= 2 ** 20 && weights >= 2 ** 14);
}
/** A longer one of a larger model is worth the widest tile, but for those with an addend, which are few. */
const isWide = ({ hasAddend }: PlainProduct, { m, k, n }: ProductSize): boolean =>
  m * k * n >= 2 ** 25 && Math.min(m, k, n) >= 128 && n % WIDE_COLUMNS === 0 && !hasAddend;

/** The large tile of a plain product, if it has one; with two turns where its time is worth it and all turns are whole. */
function largeTile({ large }: Variants, product: PlainProduct, size: ProductSize): Variant | undefined {
  const { layout } = product;
  if (!large || !isLarge(layout, size)) return undefined;
  const isWhole = layout === 'columns' || size.k % (2 * STEPS) === 0;
  if (!isLong(size) || !isWhole) return large;
  return { ...large, turns: 2, fours: isWide(product, size) ? WIDE : large.fours };
}

interface LaneKernel extends FusedProduct, Pick<PlainProduct, 'layout' | 'hasAddend'>, Pick<Variants, 'otherQuad'> {
  variant: Variant;
  /** What the label says of it besides its fusion. */
  kind: string;
}

/** A product, perhaps with a norm, a gate or an adapter beside it. All of a layout give the same bits. */
function laneKernel({
  variant,
  kind,
  otherQuad,
  layout,
  precision,
  fusion,
  adapted,
  hasAddend,
}: LaneKernel): MatmulKernel {
  const { lanes, fours } = variant;
  const rowStart = rowStartOf(variant);
  const isNormed = fusion !== 'none';
  const isGated = fusion === 'norm and gate';
  const tiles = tilesOf(fusion, adapted);
  const tile = tiles === 1 ? 'workgroup.x' : `(workgroup.x * ${tiles}u + tile)`;
  const isInRange = isGated ? `${tile} * ${(lanes / 2) * fours}u < u.n4 / 2u` : `${tile} * ${lanes * fours}u < u.n4`;
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
  for (var block = 0u; block < (u.r4 + ${lanes - 1}u) / ${lanes}u; block++) {
    let column = block * ${lanes}u + local.x;
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
        (g, s) =>
          `reduced[(${placeOf(variant, g, s)}) * ${MOST_ADAPTER_COLUMNS / 4}u + column] = ${fourSums('c', g, s)};`,
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
        rowStart: (g) => `(${g * lanes}u + local.x) * ${MOST_ADAPTER_COLUMNS / 4}u`,
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
    ...interfaceOf('vec4f', precision, fusion, adapted),
    directives: QUAD.directives,
    body: `${otherQuad}${READS[precision].functions}${isNormed ? SINGLE.functions : ''}
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

const productKernels = memoised((variants: Variants): ProductKernels => {
  const { name, otherQuad } = variants;
  const plain = memoised((product: PlainProduct, large: Variant | undefined) => {
    const { layout, precision, hasAddend } = product;
    const variant = large ?? variants[layout];
    const kind = [
      name,
      ...(layout === 'columns' ? ['transposed'] : []),
      ...(precision === 'f32' ? [] : [precision]),
      ...(hasAddend ? ['and an addend'] : []),
      ...(large ? ['large'] : []),
      ...(variant.fours === WIDE ? ['wide'] : []),
      ...(variant.turns === 2 ? ['two turns'] : []),
    ].join(', ');
    const kernel = laneKernel({ ...product, variant, kind, otherQuad, fusion: 'none', adapted: false });
    return { kernel, tile: workgroupTile(variant, 4 * variant.fours) };
  });
  const fused = memoised((product: FusedProduct, large: Variant | undefined) => {
    const { fusion, adapted } = product;
    const variant = large ?? (adapted ? variants.adapted : variants.fused);
    // One without a norm adds an addend, too.
    const rest = { layout: 'rows', otherQuad, hasAddend: fusion === 'none' } as const;
    const kind = large ? `${name}, large` : name;
    const columns = (fusion === 'norm and gate' ? 2 : 4) * variant.fours * tilesOf(fusion, adapted);
    return { kernel: laneKernel({ ...product, ...rest, kind, variant }), tile: workgroupTile(variant, columns) };
  });
  return {
    variants: [name],
    plain: (product, size) => plain(product, largeTile(variants, product, size)),
    fused: (product, size) => fused(product, isLarge('rows', size) && !product.adapted ? variants.large : undefined),
    countedTile: { rows: 128, columns: 16 },
  };
});

/** @param lanes of a vector of the adapter, 4 or more */
export const laneProducts = (lanes: number): ProductKernels =>
  lanes === 8 ? octetProducts(OTHER_QUAD) : productKernels(lanes === 4 ? VECTORS_OF_FOUR : LONG_VECTORS);

/** Those of vectors of eight lanes. @param otherQuad another WGSL function for a test that emulates such vectors */
export const octetProducts = (otherQuad: string): ProductKernels => productKernels({ ...VECTORS_OF_EIGHT, otherQuad });
