/**
 * @file Arithmetic on 64-bit fixed-point numbers in WGSL, which has 32-bit integers only.
 *
 * Why: WGSL's `exp` and division may be wrong in the last places, by an amount that each GPU chooses, and R_env multiplies
 * such errors by β and λ. Integers give the same bits on every adapter, and an error below 2⁻²⁹ for all settings.
 *
 * A 64-bit number is `vec2u(low, high)`. "Qm.f" has f fractional bits: the integer divided by 2ᶠ.
 */
import { productFunction } from '../../tensor/ops/philox.ts';

/** 2³¹: the number one in Q1.31. */
export const ONE = 2 ** 31;
/** Fractional bits of β and λ, both at most 255. */
const FACTOR_BITS = 24;

/** A setting from 0 to 255 as Q8.24. */
export const asFactor = (value: number): number => Math.round(value * 2 ** FACTOR_BITS);

/** log₂ e as Q1.31. */
const LOG2_E = Math.round(Math.LOG2E * ONE);
/** ln 2 as Q0.32. */
const LN_2 = Math.round(Math.LN2 * 2 ** 32);
/** Terms of the series of e⁻ᵗ for t ≤ ln 2: the first one left out is below 10⁻¹². */
const TERMS = 12;

/** WGSL: products, sums and differences of 64 bits, quotients as Q1.31, and powers of e and 2. */
export const fixedPointFunctions = /* wgsl */ `${productFunction}
fn sum64(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + select(0u, 1u, low < a.x));
}
/** a − b of a ≥ b. */
fn difference64(a: vec2u, b: vec2u) -> vec2u {
  return vec2u(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x));
}
fn atMost64(a: vec2u, b: vec2u) -> bool { return a.y < b.y || (a.y == b.y && a.x <= b.x); }
/** |a − b|. */
fn distance64(a: vec2u, b: vec2u) -> vec2u {
  if (atMost64(a, b)) { return difference64(b, a); }
  return difference64(a, b);
}
/** ⌊a·2ˢ⌋ of s < 64, without what leaves 64 bits. */
fn shiftLeft64(a: vec2u, s: u32) -> vec2u {
  if (s == 0u) { return a; }
  if (s >= 32u) { return vec2u(0u, a.x << (s - 32u)); }
  return vec2u(a.x << s, (a.y << s) | (a.x >> (32u - s)));
}
/** ⌊a/2ˢ⌋. */
fn shiftRight64(a: vec2u, s: u32) -> vec2u {
  if (s == 0u) { return a; }
  if (s >= 64u) { return vec2u(0u, 0u); }
  if (s >= 32u) { return vec2u(a.y >> (s - 32u), 0u); }
  return vec2u((a.x >> s) | (a.y << (32u - s)), a.y >> s);
}
/** ⌊a·b/2³²⌋ of a product below 2⁹⁶. */
fn scaled64(a: vec2u, b: u32) -> vec2u {
  return sum64(product(a.y, b), vec2u(product(a.x, b).y, 0u));
}
/** ⌊2³¹·a/b⌋ of a ≤ b < 2⁶³: the quotient as Q1.31, by long division. */
fn quotient(a: vec2u, b: vec2u) -> u32 {
  var rest = a;
  var result = 0u;
  if (atMost64(b, rest)) { rest = difference64(rest, b); result = 1u; }
  for (var bit = 0u; bit < 31u; bit++) {
    rest = shiftLeft64(rest, 1u);
    result = result << 1u;
    if (atMost64(b, rest)) { rest = difference64(rest, b); result |= 1u; }
  }
  return result;
}
/** e⁻ᵗ as Q1.31, of t = f·ln 2 with f as Q0.32: 1 − t(1 − t/2·(1 − t/3·(…))). */
fn powerOfHalf(f: u32) -> u32 {
  let t = product(f, ${LN_2}u).y;
  var series = ${ONE}u;
  for (var j = ${TERMS}u; j > 0u; j--) { series = ${ONE}u - product(t, series).y / j; }
  return series;
}
/** A positive number: mantissa in Q1.31, from ½ on, times 2 to the exponent. */
struct Scaled { mantissa: u32, exponent: i32 }
/** 2⁻ʸ, of y as Q11.53. */
fn twoToMinus(y: vec2u) -> Scaled {
  return Scaled(powerOfHalf(shiftRight64(y, 21u).x), -i32(y.y >> 21u));
}
/** e⁻ˣ, of x as Q10.54. */
fn expMinus(x: vec2u) -> Scaled { return twoToMinus(scaled64(x, ${LOG2_E}u)); }
/** e⁺ˣ, of x as Q10.54: 2ʸ = 2^⌈y⌉ · 2^−(⌈y⌉ − y). */
fn expPlus(x: vec2u) -> Scaled {
  let y = scaled64(x, ${LOG2_E}u);
  let whole = (y.y >> 21u) + 1u;
  let below = difference64(vec2u(0u, whole << 21u), y);
  let part = twoToMinus(below);
  return Scaled(part.mantissa, part.exponent + i32(whole));
}
/** The nearest f32; 0 if it is below the smallest normal one. The exponent is added to the bits: no product can underflow. */
fn floatOf(value: Scaled) -> f32 {
  if (value.mantissa == 0u || value.exponent < -124) { return 0.0; }
  return bitcast<f32>(bitcast<u32>(f32(value.mantissa)) + (bitcast<u32>(value.exponent - 31) << 23u));
}
`;
