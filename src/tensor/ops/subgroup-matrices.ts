/**
 * @file Matrices that a subgroup holds together and multiplies in one instruction, for the products of matmul-tiled.ts:
 * https://github.com/gpuweb/gpuweb/blob/main/proposals/subgroup-matrix.md. An experiment of Dawn and Chromium, which offer
 * it where unsafe features are switched on.
 *
 * Blocks of 8 × 8 in f32 alone, as Apple's processors have them: with f16 factors, the only ones on most others, a product
 * would have other bits than everywhere else.
 */

export const MATRIX_FEATURE = 'chromium-experimental-subgroup-matrix' as GPUFeatureName;

/** Rows and columns of a block. */
export const BLOCK_SIDE = 8;

/** The threads of a subgroup that a kernel counts on; what an adapter with others gives has wrong bits (autotune.ts). */
export const BLOCK_LANES = 32;

/** A size that an adapter can multiply, as its information lists them. */
export interface MatrixConfiguration {
  componentType: string;
  resultType: string;
  M: number;
  N: number;
  K: number;
}

/** @param info its subgroups may have from `subgroupMinSize` to `subgroupMaxSize` threads */
export const hasMatrices = (info: {
  subgroupMinSize?: number;
  subgroupMaxSize?: number;
  subgroupMatrixConfigs?: Iterable<MatrixConfiguration>;
}): boolean =>
  (info.subgroupMinSize ?? Infinity) <= BLOCK_LANES &&
  (info.subgroupMaxSize ?? 0) >= BLOCK_LANES &&
  [...(info.subgroupMatrixConfigs ?? [])].some(
    ({ componentType, resultType, M, N, K }) =>
      [componentType, resultType].every((type) => type === 'f32') && [M, N, K].every((size) => size === BLOCK_SIDE),
  );

/**
 * WGSL of products of blocks. Tile A lies in `tileA` with its columns one after the other, `rows` numbers each; tiles B and C in
 * `tileB` and `tileC` with rows of `columns` numbers. `at` is where a block begins.
 */
export interface BlockProducts {
  directives: string;
  functions(rows: number, columns: number): string;
  /** A block of sums, all 0. */
  zero: string;
  /** The block of A at `at`, as `multiplyAdd` takes it. */
  left(at: string): string;
  /** `sum` and the product of a block of A and that of B at `at`, k ascending. */
  multiplyAdd(left: string, at: string, sum: string): string;
  /** A statement. */
  store(at: string, sum: string): string;
}

const matrix = (part: 'left' | 'right' | 'result') => `subgroup_matrix_${part}<f32, ${BLOCK_SIDE}, ${BLOCK_SIDE}>`;

export const subgroupMatrices: BlockProducts = {
  directives: 'enable chromium_experimental_subgroup_matrix;\ndiagnostic(off, chromium.subgroup_matrix_uniformity);',
  functions: (rows, columns) => `
const rowsOfA = ${rows}u;
const columnsOfB = ${columns}u;`,
  zero: `${matrix('result')}()`,
  left: (at) => `subgroupMatrixLoad<${matrix('left')}, col_major>(&tileA, ${at}, rowsOfA)`,
  multiplyAdd: (left, at, sum) =>
    `subgroupMatrixMultiplyAccumulate(${left}, subgroupMatrixLoad<${matrix('right')}, row_major>(&tileB, ${at}, columnsOfB), ${sum})`,
  store: (at, sum) => `subgroupMatrixStore<row_major>(&tileC, ${at}, ${sum}, columnsOfB);`,
};
