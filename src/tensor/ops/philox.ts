/**
 * @file Generates Philox4x32-10 in WGSL, with the same bits as `philox` and `unitInterval` of random/random-stream.ts.
 */
import { MULTIPLIER_0, MULTIPLIER_1, ROUNDS, WEYL_0, WEYL_1 } from '../../random/random-stream.ts';

/** WGSL `product(a: u32, b: u32) -> vec2u`: all 64 bits of a·b, with the low word first. */
export const productFunction = /* wgsl */ `
fn product(a: u32, b: u32) -> vec2u {
  let aLow = a & 0xffffu;
  let aHigh = a >> 16u;
  let bLow = b & 0xffffu;
  let bHigh = b >> 16u;
  let middle = aHigh * bLow + ((aLow * bLow) >> 16u);
  let carry = (middle & 0xffffu) + aLow * bHigh;
  return vec2u(a * b, aHigh * bHigh + (middle >> 16u) + (carry >> 16u));
}
`;

/** WGSL `philox(counter: vec4u, key: vec2u) -> vec4u` and `unitInterval(word: u32) -> f32` in [0, 1). */
export const philoxFunctions = `${productFunction}
fn philox(counter: vec4u, key: vec2u) -> vec4u {
  var c = counter;
  var k = key;
  for (var round = 0u; round < ${ROUNDS}u; round++) {
    let first = product(${MULTIPLIER_0}u, c.x);
    let second = product(${MULTIPLIER_1}u, c.z);
    c = vec4u(second.y ^ c.y ^ k.x, second.x, first.y ^ c.w ^ k.y, first.x);
    k += vec2u(${WEYL_0}u, ${WEYL_1}u);
  }
  return c;
}
fn unitInterval(word: u32) -> f32 { return f32(word >> 8u) * ${2 ** -24}; }
`;
