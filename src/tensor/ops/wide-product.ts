/** @file The product of two u32 in WGSL, which has no 64-bit integers. */

/** WGSL `product(a: u32, b: u32) -> vec2u`: a·b, all 64 bits, the low word first. */
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
