/**
 * @file Computes the environment's half of step 2 of Algorithm 1 on the GPU: R_env, the difficulty filter and the
 * regression weights, with one readback.
 */
import type { Device } from '../../tensor/device.ts';
import { defineKernel, eachThread, linearGrid } from '../../tensor/kernel.ts';
import { Tape } from '../../tensor/tape.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { scopeCounts, type Weighing, type WeighingRequest } from '../curriculum.ts';
import {
  asDecimal,
  type Band,
  DECIMAL,
  type RewardKind,
  rewardKinds,
  type RewardSettings,
} from '../environment-reward.ts';
import { asFactor, decodeWeight, fixedPointFunctions, ONE, regressionWeights } from './regression-weights.ts';

/**
 * Filters by difficulty (environment-reward.ts): a task stays if low ≤ p̂ ≤ high. The kernel compares low·10⁹·n ≤ k·10⁹
 * ≤ high·10⁹·n in 64-bit whole numbers, which is exact at the bounds for every n below 2³².
 */
const difficultyFilterKernel = defineKernel({
  label: 'difficulty filter',
  storage: { counts: 'read u32', kept: 'write u32' },
  uniforms: { tasks: 'u32', low: 'u32', high: 'u32', excludeExtremes: 'u32' },
  body: `${fixedPointFunctions}${eachThread('task', 'u.tasks')}
  let k = counts[2u * task];
  let n = counts[2u * task + 1u];
  let extreme = u.excludeExtremes != 0u && (k == 0u || k == n);
  let scaled = product(k, ${DECIMAL}u);
  let within = atMost64(product(n, u.low), scaled) && atMost64(scaled, product(n, u.high));
  kept[task] = select(0u, 1u, within && !extreme);
}`,
});

/** Returns 1 for each task that the filter keeps, else 0: u32 [T]. */
function difficultyFilter(tape: Tape, counts: Tensor, { low, high, excludeExtremes = false }: Band): Tensor {
  const [tasks] = counts.shape;
  const kept = tape.allocate([tasks], 'u32');
  tape.device.run(
    difficultyFilterKernel,
    { counts, kept },
    { tasks, low: asDecimal(low), high: asDecimal(high), excludeExtremes: Number(excludeExtremes) },
    linearGrid(tasks),
  );
  return kept;
}

/** WGSL expressions of n·R_env, for the kinds of reward that make it a whole number. */
const wholeRewards: Readonly<Record<Exclude<RewardKind, 'alpha'>, string>> = {
  /** n·2·min(p̂, 1 − p̂) */
  uncertainty: '2u * min(k, n - k)',
  /** n·(1 − p̂), or 0 if p̂ = 0 */
  'failure-rate': 'select(n - k, 0u, k == 0u)',
  /** n if 0 < p̂ < 1, else 0 */
  sometimes: 'select(0u, n, k > 0u && k < n)',
};

const numberOf = (kind: RewardKind): number => rewardKinds.indexOf(kind);

const environmentRewardKernel = defineKernel({
  label: 'environment reward',
  storage: { counts: 'read u32', penalties: 'read f32', rewards: 'write f32', fixed: 'write u32' },
  uniforms: { tasks: 'u32', kind: 'u32', alpha: 'u32', beta: 'u32' },
  body: `${fixedPointFunctions}
fn wholeReward(k: u32, n: u32) -> u32 {
  switch u.kind {
${(Object.keys(wholeRewards) as (keyof typeof wholeRewards)[])
  .map((kind) => `    case ${numberOf(kind)}u: { return ${wholeRewards[kind]}; }`)
  .join('\n')}
    default: { return 0u; }
  }
}
/** Returns exp(−β(p̂ − α)²). |p̂ − α| is Q1.31, its square is Q2.62, and β times the square is Q10.54. */
fn alignment(k: u32, n: u32) -> Scaled {
  let distance = distance64(product(k, ${DECIMAL}u), product(n, u.alpha));
  let q = quotient(distance, product(n, ${DECIMAL}u));
  return expMinus(scaled64(product(q, q), u.beta));
}
${eachThread('task', 'u.tasks')}
  let k = counts[2u * task];
  let n = counts[2u * task + 1u];
  var reward = 0.0;
  var bits = 0u;
  if (u.kind == ${numberOf('alpha')}u) {
    // A task without rollouts has p̂ = 0, so n = 1 stands in for n = 0.
    let value = alignment(k, max(n, 1u));
    reward = floatOf(value);
    bits = shiftRight64(vec2u(value.mantissa, 0u), u32(-value.exponent)).x;
  } else {
    let part = wholeReward(k, n);
    reward = select(0.0, f32(part) / f32(n), n > 0u);
    bits = quotient(vec2u(part, 0u), vec2u(max(n, 1u), 0u));
  }
  let penalty = penalties[task];
  rewards[task] = max(reward - penalty, 0.0);
  fixed[task] = bits - min(bits, u32(penalty * ${ONE}.0));
}`,
});

/**
 * Computes R_env (environment-reward.ts) from counts, and subtracts each task's penalty, down to 0. Fixed point
 * (regression-weights.ts) keeps the relative error below 10⁻⁶ for every β. An f32 product with β would lose 10⁻⁵.
 * @param penalties from 0 to 1, f32 [T]
 * @returns the rewards as f32 [T], and as Q1.31 in u32 [T] for the regression weights
 */
function environmentRewards(
  tape: Tape,
  counts: Tensor,
  penalties: Tensor,
  { kind, alpha, beta }: RewardSettings,
): { rewards: Tensor; fixed: Tensor } {
  const [tasks] = counts.shape;
  const out = { rewards: tape.allocate([tasks]), fixed: tape.allocate([tasks], 'u32') };
  tape.device.run(
    environmentRewardKernel,
    { counts, penalties, ...out },
    { tasks, kind: numberOf(kind), alpha: asDecimal(alpha), beta: asFactor(beta) },
    linearGrid(tasks),
  );
  return out;
}

export async function weighOnGpu(device: Device, request: WeighingRequest): Promise<Weighing> {
  const { reward, penalties, band, lambda, own } = request;
  const scopes = scopeCounts(request);
  const tape = new Tape(device, false);
  try {
    const counts = tape.upload(Uint32Array.from(scopes.flatMap(({ k, n }) => [k, n])), [scopes.length, 2]);
    const { rewards, fixed } = environmentRewards(tape, counts, tape.upload(Float32Array.from(penalties)), reward);
    const kept = difficultyFilter(tape, counts, band);
    const weights = regressionWeights(tape, fixed, kept, tape.upload(Uint32Array.from(own, Number)), lambda);
    const [rewardValues, ...bits] = await device.readAll([rewards, kept, weights]);
    const [keptWords, weightWords] = bits.map(({ buffer }) => new Uint32Array(buffer));
    return {
      scopes,
      rewards: [...rewardValues],
      kept: [...keptWords].map((word) => word === 1),
      weights: scopes.map((_, task) => decodeWeight(weightWords[2 * task], weightWords[2 * task + 1])),
    };
  } finally {
    tape.dispose();
  }
}
