/**
 * @file Philox4x32-10 in WGSL: the same numbers, bit for bit, as `philox` and `unitInterval` of random/random-stream.ts.
 */
import { MULTIPLIER_0, MULTIPLIER_1, ROUNDS, WEYL_0, WEYL_1 } from '../../random/random-stream.ts';

/** WGSL `philox(counter: vec4u, key: vec2u) -> vec4u` and `unitInterval(word: u32) -> f32` in [0, 1). */
export const philoxFunctions = `
fn multiplyHigh(a: u32, b: u32) -> u32 {
  let aLow = a & 0xffffu;
  let aHigh = a >> 16u;
  let bLow = b & 0xffffu;
  let bHigh = b >> 16u;
  let middle = aHigh * bLow + ((aLow * bLow) >> 16u);
  let carry = (middle & 0xffffu) + aLow * bHigh;
  return aHigh * bHigh + (middle >> 16u) + (carry >> 16u);
}
fn philox(counter: vec4u, key: vec2u) -> vec4u {
  var c = counter;
  var k = key;
  for (var round = 0u; round < ${ROUNDS}u; round++) {
    c = vec4u(
      multiplyHigh(${MULTIPLIER_1}u, c.z) ^ c.y ^ k.x,
      ${MULTIPLIER_1}u * c.z,
      multiplyHigh(${MULTIPLIER_0}u, c.x) ^ c.w ^ k.y,
      ${MULTIPLIER_0}u * c.x,
    );
    k += vec2u(${WEYL_0}u, ${WEYL_1}u);
  }
  return c;
}
fn unitInterval(word: u32) -> f32 { return f32(word >> 8u) * ${2 ** -24}; }
`;
