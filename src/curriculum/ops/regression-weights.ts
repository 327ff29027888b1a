/**
 * @file Computes the weights of the environment's regression. The GPU computes exp(λ·R_env)·mask, and the host divides
 * the weights by their mean.
 *
 * On the GPU a weight is a mantissa and an exponent, because an f32 cannot hold exp(100).
 *
 * The GPU computes with 64-bit fixed-point numbers, made of WGSL's 32-bit integers. WGSL's `exp` and division are
 * inexact in the last bits, and each GPU rounds differently. β and λ would multiply such errors. Integers give the same
 * bits on every adapter, and an error below 2⁻²⁹ for all settings.
 *
 * A 64-bit number is `vec2u(low, high)`. "Qm.f" stands for a fixed-point number with f fractional bits, which is the
 * integer divided by 2ᶠ.
 */
import { defineKernel, eachThread, linearGrid } from '../../tensor/kernel.ts';
import { productFunction } from '../../tensor/ops/philox.ts';
import type { Tape } from '../../tensor/tape.ts';
import type { Tensor } from '../../tensor/tensor.ts';

/** 1 as Q1.31. */
export const ONE = 2 ** 31;
/** Number of fractional bits of β and λ, both at most 255. */
const FACTOR_BITS = 24;

/** Returns a setting from 0 to 255 as Q8.24. */
export const asFactor = (value: number): number => Math.round(value * 2 ** FACTOR_BITS);

/** log₂ e as Q1.31. */
const LOG2_E = Math.round(Math.LOG2E * ONE);
/** ln 2 as Q0.32. */
const LN_2 = Math.round(Math.LN2 * 2 ** 32);
/** Highest power of t in the series of e⁻ᵗ for t ≤ ln 2. The first term left out, t¹³/13!, is below 1.4·10⁻¹². */
const TERMS = 12;

/** WGSL functions on 64-bit numbers: products, sums, differences, quotients as Q1.31, and powers of e and 2. */
export const fixedPointFunctions = /* wgsl */ `${productFunction}
fn sum64(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + select(0u, 1u, low < a.x));
}
/** Returns a − b for a ≥ b. */
fn difference64(a: vec2u, b: vec2u) -> vec2u {
  return vec2u(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x));
}
fn atMost64(a: vec2u, b: vec2u) -> bool { return a.y < b.y || (a.y == b.y && a.x <= b.x); }
/** Returns |a − b|. */
fn distance64(a: vec2u, b: vec2u) -> vec2u {
  if (atMost64(a, b)) { return difference64(b, a); }
  return difference64(a, b);
}
/** Returns ⌊a/2ˢ⌋. */
fn shiftRight64(a: vec2u, s: u32) -> vec2u {
  if (s == 0u) { return a; }
  if (s >= 64u) { return vec2u(0u, 0u); }
  if (s >= 32u) { return vec2u(a.y >> (s - 32u), 0u); }
  return vec2u((a.x >> s) | (a.y << (32u - s)), a.y >> s);
}
/** Returns ⌊a·b/2³²⌋ for a product below 2⁹⁶. */
fn scaled64(a: vec2u, b: u32) -> vec2u {
  return sum64(product(a.y, b), vec2u(product(a.x, b).y, 0u));
}
/** Returns the quotient ⌊2³¹·a/b⌋ as Q1.31 by long division, for a ≤ b < 2⁶³. */
fn quotient(a: vec2u, b: vec2u) -> u32 {
  var rest = a;
  var result = 0u;
  if (atMost64(b, rest)) { rest = difference64(rest, b); result = 1u; }
  for (var bit = 0u; bit < 31u; bit++) {
    rest = sum64(rest, rest);
    result = result << 1u;
    if (atMost64(b, rest)) { rest = difference64(rest, b); result |= 1u; }
  }
  return result;
}
/** Returns 2⁻ᶠ as Q1.31, for f as Q0.32. With t = f·ln 2 it is e⁻ᵗ = 1 − t(1 − t/2·(1 − t/3·(…))). */
fn powerOfHalf(f: u32) -> u32 {
  let t = product(f, ${LN_2}u).y;
  var series = ${ONE}u;
  for (var j = ${TERMS}u; j > 0u; j--) { series = ${ONE}u - product(t, series).y / j; }
  return series;
}
/** Positive number, which is the mantissa (Q1.31, at least ½) times 2 to the exponent. */
struct Scaled { mantissa: u32, exponent: i32 }
/** Returns 2⁻ʸ for y as Q11.53. */
fn twoToMinus(y: vec2u) -> Scaled {
  return Scaled(powerOfHalf(shiftRight64(y, 21u).x), -i32(y.y >> 21u));
}
/** Returns e⁻ˣ for x as Q10.54. */
fn expMinus(x: vec2u) -> Scaled { return twoToMinus(scaled64(x, ${LOG2_E}u)); }
/** Returns e⁺ˣ for x as Q10.54. With y = x·log₂ e and w = ⌊y⌋ + 1 it is 2ʷ · 2^−(w − y). */
fn expPlus(x: vec2u) -> Scaled {
  let y = scaled64(x, ${LOG2_E}u);
  let whole = (y.y >> 21u) + 1u;
  let below = difference64(vec2u(0u, whole << 21u), y);
  let part = twoToMinus(below);
  return Scaled(part.mantissa, part.exponent + i32(whole));
}
/** Returns the nearest f32, or 0 below 2⁻¹²⁵. The exponent is added to the bits, because a product could underflow. */
fn floatOf(value: Scaled) -> f32 {
  if (value.mantissa == 0u || value.exponent < -124) { return 0.0; }
  return bitcast<f32>(bitcast<u32>(f32(value.mantissa)) + (bitcast<u32>(value.exponent - 31) << 23u));
}
`;

const regressionWeightsKernel = defineKernel({
  label: 'regression weights',
  storage: { rewards: 'read u32', kept: 'read u32', own: 'read u32', weights: 'write u32' },
  uniforms: { tasks: 'u32', lambda: 'u32' },
  body: `${fixedPointFunctions}${eachThread('task', 'u.tasks')}
  // λ as Q8.24 times R_env as Q1.31 has 55 fractional bits, but expPlus takes 54.
  let value = expPlus(shiftRight64(product(rewards[task], u.lambda), 1u));
  weights[2u * task] = value.mantissa * kept[task] * own[task];
  weights[2u * task + 1u] = bitcast<u32>(value.exponent);
}`,
});

/**
 * Returns exp(λ·R_env) for each task, or 0 if the filter leaves the task out or the environment did not write it.
 * @param rewards R_env as Q1.31, u32 [T]
 * @param kept u32 [T], 1 if the filter keeps the task, else 0
 * @param own u32 [T], 1 if the environment wrote the task in this epoch, else 0
 * @returns u32 [T, 2]: mantissa as Q1.31 and binary exponent (i32)
 */
export function regressionWeights(tape: Tape, rewards: Tensor, kept: Tensor, own: Tensor, lambda: number): Tensor {
  const weights = tape.allocate([rewards.size, 2], 'u32');
  tape.device.run(
    regressionWeightsKernel,
    { rewards, kept, own, weights },
    { tasks: rewards.size, lambda: asFactor(lambda) },
    linearGrid(rewards.size),
  );
  return weights;
}

/** Number of fractional bits of the sum of weights. The largest weight's power of 2 is the unit of the sum. */
const SUM_BITS = 43;

/**
 * Divides weights by their mean, so that λ changes their contrast and not the step size. Adds them in fixed point
 * relative to the largest weight, so that no λ makes the sum overflow. If all weights are 0, they stay 0.
 */
export function normaliseWeights(weights: readonly number[]): Float32Array<ArrayBuffer> {
  const scaled = weights.map(encodeWeight);
  const top = scaled.reduce((most, { exponent }) => Math.max(most, exponent), -Infinity);
  const total = scaled.reduce((sum, { mantissa, exponent }) => {
    // Mantissas have 31 fractional bits.
    const aligned = BigInt(mantissa) << BigInt(SUM_BITS - 31);
    return mantissa === 0 ? sum : sum + (aligned >> BigInt(top - exponent));
  }, 0n);
  const [high, low] = [total >> 32n, total & 0xffffffffn].map((half) => Math.fround(Number(half)));
  const sum = Math.fround(high * 2 ** (32 - SUM_BITS) + low * 2 ** -SUM_BITS);
  const mean = Math.fround(sum / weights.length);
  return Float32Array.from(scaled, ({ mantissa, exponent }) =>
    // A weight below about 2⁻¹²⁴ of the largest becomes 0, because an f32 cannot hold it exactly.
    mantissa === 0 || exponent - top < -124 ? 0 : (Math.fround(mantissa) * 2 ** (exponent - top - 31)) / mean,
  );
}

/** Splits a number into a mantissa (Q1.31, at least ½) and a binary exponent. The mantissa of 0 is 0. */
function encodeWeight(value: number): { mantissa: number; exponent: number } {
  if (value === 0) return { mantissa: 0, exponent: -Infinity };
  const exponent = Math.floor(Math.log2(value)) + 1;
  return { mantissa: Math.min(Math.round((value / 2 ** exponent) * ONE), ONE), exponent };
}

/** Computes a weight from its mantissa (Q1.31) and its exponent (the bits of an i32 as a u32). */
export const decodeWeight = (mantissa: number, exponent: number): number => (mantissa / ONE) * 2 ** (exponent | 0);
