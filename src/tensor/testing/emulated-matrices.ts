/**
 * @file The matrices of a subgroup on adapters that have none: each of 32 threads holds two neighbouring sums of a block, and
 * reads the factors where they lie. So the kernel around them is tested where its instruction cannot be.
 */
import { BLOCK_SIDE, BLOCK_LANES, type BlockProducts } from '../ops/subgroup-matrices.ts';

const SUMS = (BLOCK_SIDE * BLOCK_SIDE) / BLOCK_LANES;

export const emulatedMatrices: BlockProducts = {
  directives: '',
  functions: (rows, columns) => `
fn placeOf(thread: u32) -> vec2u {
  let first = thread % ${BLOCK_LANES}u * ${SUMS}u;
  return vec2u(first / ${BLOCK_SIDE}u, first % ${BLOCK_SIDE}u);
}
fn multiplyAddBlocks(thread: u32, left: u32, right: u32, sum: vec2f) -> vec2f {
  let place = placeOf(thread);
  var next = sum;
  for (var k = 0u; k < ${BLOCK_SIDE}u; k++) {
    let at = right + k * ${columns}u + place.y;
    next = tileA[left + k * ${rows}u + place.x] * vec2f(tileB[at], tileB[at + 1u]) + next;
  }
  return next;
}
fn storeBlock(thread: u32, at: u32, sum: vec2f) {
  let place = placeOf(thread);
  for (var i = 0u; i < ${SUMS}u; i++) { tileC[at + place.x * ${columns}u + place.y + i] = sum[i]; }
}`,
  zero: 'vec2f()',
  left: (at) => at,
  multiplyAdd: (left, at, sum) => `multiplyAddBlocks(thread, ${left}, ${at}, ${sum})`,
  store: (at, sum) => `storeBlock(thread, ${at}, ${sum});`,
};
