/** @file Compares step 2 on the GPU with curriculum.ts, and both with independent formulas. */
import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { tokenF1 } from '../../tasks/text.ts';
import { testDevice } from '../../tensor/testing/check-op.ts';
import { relativeError } from '../../tensor/testing/relative-error.ts';
import { assess, groupAdvantages, type RewardQuestion, weigh, type WeighingRequest } from '../curriculum.ts';
import {
  type Band,
  bandAround,
  inBand,
  type RewardKind,
  rewardKinds,
  type SuccessCount,
} from '../environment-reward.ts';
import { assessOnGpu } from './assess.ts';
import { normaliseWeights } from './regression-weights.ts';
import { weighOnGpu } from './weigh.ts';

const device = testDevice();

function questionOf(random: RandomStream, group: number): RewardQuestion {
  const words = () => Array.from({ length: random.integer(9) }, () => random.integer(5));
  if (group % 3 === 1) return { rule: 'exact-match', answer: words().slice(0, 2), reference: words().slice(0, 2) };
  if (group % 3 === 2) return { rule: 'token-f1', answer: words(), reference: words() };
  return { rule: 'given', reward: random.integer(7) / (1 + random.integer(9)) };
}

function officialReward(question: RewardQuestion): number {
  if (question.rule === 'given') return question.reward;
  const [answer, reference] = [question.answer, question.reference].map((ids) =>
    ids.map((id) => `word${id}`).join(' '),
  );
  return question.rule === 'token-f1' ? tokenF1(answer, [reference]) : Number(answer === reference);
}

it.each(['sample', 'population', 'none'] as const)('assesses ragged groups of any rule, scale %s', async (scale) => {
  const random = new RandomStream(4, 1);
  const unmixed = [[1, 1, 1], [0], [0.3, 0.3, 0.3, 0.3], []].map((rewards) =>
    rewards.map((reward): RewardQuestion => ({ rule: 'given', reward })),
  );
  const drawn = Array.from({ length: 600 }, (_, group) =>
    Array.from({ length: random.integer(33) }, () => questionOf(random, group)),
  );
  const groups = [...unmixed, ...drawn];
  const request = {
    rollouts: groups.flat(),
    groupSizes: groups.map(({ length }) => length),
    successThreshold: 2 / 3,
    scale: { scale, epsilon: 1e-6 },
  };
  const [plain, actual] = [assess(request), await assessOnGpu(device(), request)];
  expect(relativeError(plain.rewards, request.rollouts.map(officialReward))).toBeLessThan(1e-12);
  expect(relativeError(actual.rewards, plain.rewards)).toBeLessThan(1e-6);
  const rewards = actual.rewards.map(Math.fround);
  let start = 0;
  const counts = groups.map(({ length: n }) => {
    const [group, advantages] = [rewards, actual.advantages].map((all) => all.slice(start, start + n));
    start += n;
    expect(relativeError(advantages, groupAdvantages(group, request.scale))).toBeLessThan(1e-6);
    return { k: group.filter((reward) => reward >= Math.fround(2 / 3)).length, n };
  });
  expect(actual.counts).toEqual(counts);
  expect(plain.counts).toEqual(counts);
});

/** Weighs tasks on the GPU. Each task has its own scope. */
const weighed = (counts: readonly SuccessCount[], request: Partial<WeighingRequest>) =>
  weighOnGpu(device(), {
    counts,
    scopeOf: counts.map((_, task) => task),
    reward: { kind: 'alpha', alpha: 0.5, beta: 8 },
    penalties: counts.map(() => 0),
    band: { low: 0, high: 1 },
    lambda: 1,
    own: counts.map(() => true),
    ...request,
  });

/** Draws counts with n up to `largest`. For each n, every k is equally likely. */
const randomCounts = (random: RandomStream, size: number, largest: number): SuccessCount[] =>
  Array.from({ length: size }, () => {
    const n = 1 + random.integer(largest);
    return { k: random.integer(n + 1), n };
  });

/** Returns up to four counts near each of the rates α ± k_min, for n from 1 to 256 and from 3841 to 4096. */
const boundaryCounts = (alpha: number, kMin: number): SuccessCount[] =>
  Array.from({ length: 512 }, (_, i) => (i < 256 ? i + 1 : 3841 + i - 256)).flatMap((n) =>
    [alpha - kMin, alpha + kMin]
      .flatMap((rate) => [Math.floor(rate * n) - 1, Math.floor(rate * n), Math.ceil(rate * n), Math.ceil(rate * n) + 1])
      .flatMap((k) => (k >= 0 && k <= n ? [{ k, n }] : [])),
  );

const NANO = 1_000_000_000n;
const nano = (value: number): bigint => BigInt(Math.round(Math.min(1, Math.max(0, value)) * Number(NANO)));

/** Expects the filters on the CPU and on the GPU to decide low ≤ k/n ≤ high as big integers do. */
async function expectFilter(counts: readonly SuccessCount[], band: Band): Promise<void> {
  const expected = counts.map(
    ({ k, n }) =>
      nano(band.low) * BigInt(n) <= BigInt(k) * NANO &&
      BigInt(k) * NANO <= nano(band.high) * BigInt(n) &&
      !(band.excludeExtremes && (k === 0 || k === n)),
  );
  expect(counts.map((count) => inBand(count, band))).toEqual(expected);
  expect((await weighed(counts, { band })).kept).toEqual(expected);
}

it.each([
  [0.5, 0.1],
  [0.5, 0.26],
  [0.3, 0.2],
  [0.35, 0.07],
  [0.05, 0.05],
  [0.7, 0.01],
  [0.999999999, 0.000000001],
  [0, 0],
  [1, 1],
])('filters every boundary case up to n = 4096 exactly: α = %f, k_min = %f', (alpha, kMin) =>
  expectFilter(boundaryCounts(alpha, kMin), bandAround(alpha, kMin)),
);

it('filters random cases, with and without the extremes', async () => {
  const random = new RandomStream(7, 1);
  for (let round = 0; round < 6; round++)
    await expectFilter(randomCounts(random, 5000, 4096), {
      ...bandAround(random.integer(101) / 100, random.integer(101) / 100),
      excludeExtremes: round % 2 === 1,
    });
});

/** Formulas of R_env in double precision, which share no code with the program. */
const references: Record<RewardKind, (p: number, alpha: number, beta: number) => number> = {
  alpha: (p, alpha, beta) => Math.exp(-beta * (p - alpha) * (p - alpha)),
  uncertainty: (p) => 1 - Math.abs(2 * p - 1),
  'failure-rate': (p) => (p > 0 ? 1 - p : 0),
  sometimes: (p) => Number(p * (1 - p) > 0),
};
/** Smallest reward above 0 that the GPU returns (`floatOf` in regression-weights.ts). */
const SMALLEST = 2 ** -125;
const error = (actual: number, expected: number): number => Math.abs(actual - expected) / (expected || 1);

// With a β of 200, which the settings allow, a product of f32 numbers would be wrong by 1e-5.
it.each([
  ['alpha', 0.5, 2, 0],
  ['alpha', 0.5, 8, 0.5],
  ['alpha', 0.35, 50, 6],
  ['alpha', 0.333, 200, 37.5],
  ['alpha', 0, 137.5, 100],
  ['alpha', 1, 0, 100],
  ['uncertainty', 0.5, 8, 100],
  ['failure-rate', 0.5, 8, 1],
  ['sometimes', 0.5, 8, 100],
] as const)(
  'rewards and weighs within 1e-6 of the formulas: %s, α = %f, β = %f, λ = %f',
  async (kind, alpha, beta, lambda) => {
    const counts = [
      ...[{ k: 0, n: 0 }, { k: 0, n: 1 }, { k: 1, n: 1 }, { k: 4, n: 8 }], // prettier-ignore
      ...randomCounts(new RandomStream(3, 1), 4000, 4096),
      ...randomCounts(new RandomStream(3, 2), 4000, 16),
    ];
    const { rewards, weights } = await weighed(counts, { reward: { kind, alpha, beta }, lambda });
    const wrong = counts.filter(({ k, n }, task) => {
      const expected = references[kind](n === 0 ? 0 : k / n, alpha, beta);
      const close = expected < SMALLEST ? rewards[task] < SMALLEST : error(rewards[task], expected) < 1e-6;
      const exact = expected !== 1 || rewards[task] === 1;
      return !(close && exact && error(weights[task], Math.exp(lambda * expected)) < 1e-6);
    });
    expect(wrong).toEqual([]);
  },
);

it.each(rewardKinds)(
  'weighs tasks of shared scopes, less their penalties, as the plain formulas do: %s',
  async (kind) => {
    const random = new RandomStream(4, 2);
    const counts = randomCounts(random, 200, 8);
    const request: WeighingRequest = {
      counts,
      scopeOf: counts.map(() => random.integer(50)),
      reward: { kind, alpha: 0.45, beta: 12 },
      penalties: counts.map(() => random.integer(5) / 8),
      band: { low: 0.2, high: 0.7, excludeExtremes: kind === 'failure-rate' },
      lambda: 7.5,
      own: counts.map(() => random.integer(2) === 1),
    };
    const [expected, actual] = [weigh(request), await weighOnGpu(device(), request)];
    expect(actual.scopes).toEqual(expected.scopes);
    expect(actual.kept).toEqual(expected.kept);
    expect(relativeError(actual.rewards, expected.rewards)).toBeLessThan(1e-6);
    expect(relativeError(actual.weights, expected.weights)).toBeLessThan(1e-6);
  },
);

it.each([0, 6, 37.5, 100])('divides weights exp(λR) by their mean, λ = %f', (lambda) => {
  const random = new RandomStream(9, 2);
  const weights = Array.from({ length: 5000 }, () => Math.exp(lambda * random.next()) * random.integer(2));
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  // A weight becomes 0 if it is less than about 2⁻¹²⁴ of the largest.
  const least = Math.max(...weights) * 2 ** -123;
  const normalised = normaliseWeights(weights);
  const wrong = weights.filter((weight, i) => !(error(normalised[i], weight / mean) < 1e-6));
  expect(wrong.filter((weight) => weight === 0 || weight > least)).toEqual([]);
  expect([...normaliseWeights([0, 0])]).toEqual([0, 0]);
});
