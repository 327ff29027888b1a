/**
 * @file Matrix products on software adapters (see matmul-kernels.ts), made of quad-product.ts.
 *
 * With a norm, a quad computes several tiles of columns, one after the other, because the squares of its rows are added
 * up once. With a gate, lanes 0 and 1 compute 8 columns of the gate, and lanes 2 and 3 the same columns of the factor.
 */
import { defineKernel, memoised, times } from '../../kernel.ts';
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
} from '../matmul-kernels.ts';
import { normed } from '../norm-and-gate.ts';
import {
  columnsOf,
  eachColumn,
  eachGatedRow,
  eachGroup,
  gatedColumns,
  placeOf,
  type Left,
  quadProduct,
  type QuadTile,
  rowScales,
  rowsOf,
} from './quad-product.ts';

/** The tile of a quad, and how many quads a workgroup has, one below the other. */
interface Variant extends QuadTile {
  stack: number;
}

/** A decoding step has so few rows that larger workgroups would leave a core idle. */
const SMALL: Variant = { groups: 4, fours: 1, stack: 4 };
/**
 * Fewer loads for each product: with vectors of four lanes 1.3 times as fast, but it takes five times as long to compile.
 * With longer ones loads cost less, and it is slower.
 */
const LARGE: Variant = { groups: 8, fours: 2, stack: 4 };
/** With an adapter a workgroup is one quad: its lanes wait for each other, which all of a workgroup must do alike. */
const ADAPTED: Variant = { ...SMALL, stack: 1 };

/** Tiles of columns that a quad computes where the rows are normalised, or corrected by an adapter. */
const NORMED_TILES = 4;
const ADAPTED_TILES = 8;

const tilesOf = (fusion: Fusion, adapted: boolean) => (adapted ? ADAPTED_TILES : fusion === 'none' ? 1 : NORMED_TILES);

const rowsOfQuad = ({ groups }: QuadTile) => groups * QUAD.count;

/** Rows and columns of a workgroup's tile, where each lane has `columns` columns. */
const workgroupTile = (variant: Variant, columns: number): MatmulTile => ({
  rows: rowsOfQuad(variant) * variant.stack,
  columns: columns * QUAD.count,
});

/**
 * The columns of a lane, from column `tile` · 16 · fours on. Beyond the last columns a lane has these again, so that nothing
 * has to be asked where sums are stored: several lanes may store the same number at the same place.
 */
const columnsFrom = (tile: string, { fours }: QuadTile) =>
  times(
    fours,
    (four) => `let column${four} = min(${tile} * ${QUAD.count * fours}u + ${QUAD.count * four}u + local.x, u.n4 - 1u);`,
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
function storeSums(tile: QuadTile, left: Left, { addend, correction }: Added): string {
  const sums = (name: string, g: number, s: number, four: number) =>
    `vec4f(${Array.from({ length: 4 }, (_, j) => `${name}${g}_${s}_${4 * four + j}`).join(', ')})`;
  const value = (g: number, s: number, four: number) => {
    const biased = `${sums('c', g, s, four)} + added${four}`;
    const sum = addend ? `${biased} + addend[target_ * u.n4 + column${four}]` : biased;
    return correction ? `${sums('d', g, s, four)} + (${sum})` : sum;
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
@compute @workgroup_size(${QUAD.count}, ${variant.stack})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) local: vec3u) {
  ${
    variant.stack === 1
      ? `let row = workgroup.y * ${rowsOfQuad(variant)}u;`
      : `let row = (workgroup.y * ${variant.stack}u + local.y) * ${rowsOfQuad(variant)}u;
  if (row >= u.m) { return; }`
  }
  let first = workgroup.z * u.depth;
  let end = min(first + u.depth, u.k);
  ${body}
}`;

/** The start of the lane's row of group g, in fours. */
const rowStart = (g: number) => `min(row + ${g * QUAD.count}u + local.x, u.m - 1u) * (u.strideM / 4u)`;

/** Multiply-adds of a product from which on the large kernel is worth the time to compile it. */
const LARGE_PRODUCT = 2 ** 24;

interface QuadKernel extends FusedProduct, Pick<PlainProduct, 'layout' | 'hasAddend'> {
  variant: Variant;
  /** What the label says of it besides its fusion. */
  kind: string;
}

/** A product, perhaps with a norm, a gate or an adapter beside it. All of a layout give the same bits. */
function quadKernel({ variant, kind, layout, precision, fusion, adapted, hasAddend }: QuadKernel): MatmulKernel {
  const isNormed = fusion !== 'none';
  const isGated = fusion === 'norm and gate';
  const tiles = tilesOf(fusion, adapted);
  const tile = tiles === 1 ? 'workgroup.x' : `(workgroup.x * ${tiles}u + tile)`;
  const isInRange = isGated ? `${tile} * 2u < u.n4 / 2u` : `${tile} * ${QUAD.count}u < u.n4`;
  const columns = isGated ? `let half4 = u.n4 / 2u;${gatedColumns(tile)}` : columnsFrom(tile, variant);
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
  for (var block = 0u; block < (u.r4 + ${QUAD.count - 1}u) / ${QUAD.count}u; block++) {
    let column = block * ${QUAD.count}u + local.x;
    ${quadProduct({
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
          `reduced[(${placeOf(g, s)}) * ${MOST_ADAPTER_COLUMNS / 4}u + column] = vec4f(${Array.from({ length: 4 }, (_, j) => `c${g}_${s}_${j}`).join(', ')});`,
      )}
    }
  }
  workgroupBarrier();`;
  /** (A·P)·Q; where a gate follows, added to what the frozen matrix gives. */
  const correct = `
  ${quadProduct({
    ...product,
    sums: 'd',
    first: '0u',
    end: '(u.r4 * 4u)',
    left: rowsOf(
      {
        rowStart: (g) => `(${g * QUAD.count}u + local.x) * ${MOST_ADAPTER_COLUMNS / 4}u`,
        elements: (index) => `reduced[${index}]`,
      },
      variant,
    ),
    load: (index: string) => `q[${index}]`,
    last: '(u.r4 * 4u * u.n4 - 1u)',
  })}
  ${isGated ? eachGroup(variant, (g, s) => eachColumn(variant, (j) => `c${g}_${s}_${j} = d${g}_${s}_${j} + c${g}_${s}_${j};`)) : ''}`;
  const storeGated = eachGatedRow(variant, left, (target, value) => `c[${target} * half4 + pair] = ${value};`);
  return defineKernel({
    label: labelOf(kind, fusion, adapted),
    ...interfaceOf('vec4f', precision, fusion, adapted),
    directives: QUAD.directives,
    body: `${READS[precision].functions}${isNormed ? SINGLE.functions : ''}
${adapted ? `var<workgroup> reduced: array<vec4f, ${(rowsOfQuad(variant) * MOST_ADAPTER_COLUMNS) / 4}>;` : ''}
${main(
  variant,
  `${isNormed ? rowScales({ rowStart, elements: (index) => `a[${index}]` }, 'u.k', variant) : ''}
  ${adapted ? reduce : ''}
  ${tiles === 1 ? '' : `for (var tile = 0u; tile < ${tiles}u && ${isInRange}; tile++)`} {
  ${columns}
  ${quadProduct(product)}
  ${adapted ? correct : ''}
  ${isGated ? storeGated : storeSums(variant, left, { addend: hasAddend, correction: adapted })}
  }`,
)}`,
  }) as unknown as MatmulKernel;
}

const plain = memoised((product: Omit<PlainProduct, 'multiplyAdds'>, isLarge: boolean) => {
  const { layout, precision, hasAddend } = product;
  const variant = isLarge ? LARGE : SMALL;
  const kind = [
    'quad',
    ...(layout === 'columns' ? ['transposed'] : []),
    ...(precision === 'f32' ? [] : [precision]),
    ...(hasAddend ? ['and an addend'] : []),
    ...(isLarge ? ['large'] : []),
  ].join(', ');
  const kernel = quadKernel({ ...product, variant, kind, fusion: 'none', adapted: false });
  return { kernel, tile: workgroupTile(variant, 4 * variant.fours) };
});

const fused = memoised((product: FusedProduct) => {
  const { fusion, adapted } = product;
  const variant = adapted ? ADAPTED : SMALL;
  // One without a norm adds an addend, too.
  const rest = { layout: 'rows', kind: 'quad', hasAddend: fusion === 'none' } as const;
  const columns = (fusion === 'norm and gate' ? 2 : 4) * tilesOf(fusion, adapted);
  return { kernel: quadKernel({ ...product, ...rest, variant }), tile: workgroupTile(variant, columns) };
});

/** @param lanes of a vector of the adapter */
export const quadProducts = (lanes: number): ProductKernels => ({
  variants: ['quad'],
  plain: ({ multiplyAdds, ...product }) => plain(product, lanes === QUAD.count && multiplyAdds >= LARGE_PRODUCT),
  fused: (product) => fused(product),
  countedTile: { rows: 128, columns: 16 },
});
