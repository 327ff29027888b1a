import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import type { GrpoObjective, KlEstimator, Objective, RwrObjective } from '../objective.ts';
import { logSoftmaxReference } from '../../tensor/ops/log-probabilities.reference.ts';
import { type ForwardSequence, lossAndGradients } from './losses.ts';

const VOCABULARY = 5;

/** Sequences of different lengths with masks, advantages of both signs and ratios beyond both clip bounds. */
function sequences(): ForwardSequence[] {
  const random = new RandomStream(7, 1);
  const row = (scale: number) => Array.from({ length: VOCABULARY }, () => scale * (random.next() * 2 - 1));
  return [3, 1, 4].map((length, i) => {
    const logits = Array.from({ length }, () => row(2));
    const targets = logits.map(() => random.integer(VOCABULARY));
    return {
      targets,
      mask: targets.map((_, t) => (i === 2 && t === 1 ? 0 : 1)),
      logits,
      initialLogits: logits.map((z) => z.map((value) => value + random.next())),
      advantage: [1.3, -0.7, -0.4][i],
      oldLogprobs: logits.map((z, t) => logSoftmaxReference(z, 1)[targets[t]] + [0.5, -1.6, 0.05, -0.3][t]),
      weight: [1.4, 0, 0.6][i],
      klWeight: [1, 1, 0][i],
    };
  });
}

const grpo: GrpoObjective = {
  kind: 'grpo',
  clipLow: 0.2,
  clipHigh: 0.28,
  dualClip: 0,
  klWeight: 0.1,
  klEstimator: 'ratio-weighted',
  entropyWeight: 0.05,
  aggregation: 'token-mean',
  maxCompletionLength: 6,
  temperature: 1,
};
const rwr: RwrObjective = { kind: 'rwr', klWeight: 0.5, temperature: 1 };

const objectives: [string, Objective][] = [
  ['GRPO, token mean', grpo],
  ['GRPO, sequence mean', { ...grpo, aggregation: 'sequence-mean' }],
  ['GRPO, constant length', { ...grpo, aggregation: 'constant-length', klWeight: 0 }],
  ['GRPO, dual clip', { ...grpo, dualClip: 3 }],
  ['GRPO, temperature', { ...grpo, temperature: 0.7 }],
  ['GRPO, k3', { ...grpo, klEstimator: 'k3' }],
  ['GRPO, clamped k3', { ...grpo, klEstimator: 'k3-clamped' }],
  ['GRPO, exact KL', { ...grpo, klEstimator: 'exact', temperature: 1.3 }],
  ['RWR', rwr],
  ['RWR, temperature', { ...rwr, temperature: 1.3 }],
  ['RWR at the cap', { ...rwr, klOnlyAbove: 1e-6 }],
  ['cross-entropy', { kind: 'cross-entropy', on: 'completion' }],
];

it.each(objectives)('gradients agree with finite differences: %s', (_, objective) => {
  const batch = sequences();
  const { gradients } = lossAndGradients(batch, objective);
  const step = 1e-6;
  let largest = 0;
  batch.forEach(({ logits }, i) =>
    logits.forEach((row, t) =>
      row.forEach((_, j) => {
        const lossAt = (delta: number) => {
          const moved = structuredClone(batch);
          (moved[i].logits[t] as number[])[j] += delta;
          return lossAndGradients(moved, objective).stats.loss;
        };
        const numeric = (lossAt(step) - lossAt(-step)) / (2 * step);
        largest = Math.max(largest, Math.abs(numeric));
        expect(gradients[i][t][j]).toBeCloseTo(numeric, 7);
      }),
    ),
  );
  expect(largest).toBeGreaterThan(0.01);
});

describe('GRPO', () => {
  it('on policy has the loss −mean(A), 0 for a centred group, and a gradient all the same', () => {
    const batch = sequences()
      .slice(0, 2)
      .map((sequence, i) => ({
        ...sequence,
        targets: sequence.targets.slice(0, 1),
        mask: [1 as const],
        logits: sequence.logits.slice(0, 1),
        initialLogits: sequence.initialLogits?.slice(0, 1),
        oldLogprobs: [logSoftmaxReference(sequence.logits[0])[sequence.targets[0]]],
        advantage: i === 0 ? 1 : -1,
      }));
    const { stats, gradients } = lossAndGradients(batch, { ...grpo, klWeight: 0, entropyWeight: 0 });
    expect(stats.loss).toBeCloseTo(0, 12);
    expect(stats.meanRatio).toBeCloseTo(1, 12);
    expect(stats.clipFraction).toBe(0);
    expect(Math.hypot(...gradients.flat(2))).toBeGreaterThan(0.1);
  });

  it('has no gradient beyond the clip bounds, except for a negative advantage that became likelier', () => {
    const one = (advantage: number, shift: number) => {
      const logits = [[0.3, -0.2]];
      return lossAndGradients(
        [
          {
            targets: [0],
            mask: [1],
            logits,
            initialLogits: logits,
            advantage,
            oldLogprobs: [logSoftmaxReference(logits[0])[0] - shift],
          },
        ],
        { ...grpo, klWeight: 0, entropyWeight: 0 },
      );
    };
    expect(one(1, 1).stats.loss).toBeCloseTo(-1.28, 12);
    expect(one(1, 1).gradients[0][0]).toEqual([0, 0].map(() => expect.closeTo(0, 12)));
    expect(one(-1, -1).stats.loss).toBeCloseTo(0.8, 12);
    expect(one(-1, 1).stats.loss).toBeCloseTo(Math.E, 12);
    expect(one(-1, 1).stats.clipFraction).toBe(1);
  });

  /** A step after sampling: π has left token 0, which π_old still draws and π₀ likes. */
  const offPolicy = {
    current: [-6, 0.4, 0.1, -0.3, 0.9],
    old: [0.2, 0.1, 0.5, -0.4, 0.3],
    initial: [1.5, 0.3, -0.2, 0.2, 0],
  };
  /** Value and gradient by the logits of each token's divergence, and their means over tokens drawn from `drawnFrom`. */
  function divergenceUnder(klEstimator: KlEstimator, drawnFrom: number[]) {
    const probabilities = logSoftmaxReference(drawnFrom).map(Math.exp);
    const ofToken = probabilities.map((_, token) => {
      const at = (klWeight: number) =>
        lossAndGradients(
          [
            {
              targets: [token],
              mask: [1],
              logits: [offPolicy.current],
              initialLogits: [offPolicy.initial],
              oldLogprobs: [logSoftmaxReference(drawnFrom)[token]],
              advantage: 0,
            },
          ],
          { ...grpo, klEstimator, klWeight, entropyWeight: 0 },
        );
      return { value: at(1).stats.loss, gradient: at(1).gradients[0][0], exact: at(1).stats.klPerToken };
    });
    const expectation = (of: (token: (typeof ofToken)[number]) => number) =>
      ofToken.reduce((total, token, y) => total + probabilities[y] * of(token), 0);
    return {
      ofToken,
      value: expectation(({ value }) => value),
      gradient: offPolicy.current.map((_, j) => expectation(({ gradient }) => gradient[j])),
      exact: ofToken[0].exact,
    };
  }

  it('has an unbiased divergence under the policy that sampled, with ρ·k3', () => {
    const exact = divergenceUnder('exact', offPolicy.old);
    expect(exact.value).toBeCloseTo(exact.exact, 12);
    const weighted = divergenceUnder('ratio-weighted', offPolicy.old);
    expect(weighted.value).toBeCloseTo(exact.value, 12);
    weighted.gradient.forEach((value, j) => expect(value).toBeCloseTo(exact.gradient[j], 12));
  });

  it('has a divergence far too large there with k3, whose gradient is biased under the policy itself too', () => {
    const { value, exact } = divergenceUnder('k3', offPolicy.old);
    expect(value).toBeGreaterThan(20 * exact);
    const own = divergenceUnder('k3', offPolicy.current);
    expect(own.value).toBeCloseTo(own.exact, 12);
    const gap = own.gradient.map((g, j) => g - divergenceUnder('exact', offPolicy.current).gradient[j]);
    expect(Math.hypot(...gap)).toBeGreaterThan(0.1);
  });

  it('keeps clamped k3 within 10, without a gradient beyond', () => {
    const { ofToken } = divergenceUnder('k3-clamped', offPolicy.old);
    expect(ofToken[0].value).toBe(10);
    expect(ofToken[0].gradient.every((g) => Math.abs(g) === 0)).toBe(true);
    const plain = divergenceUnder('k3', offPolicy.old).ofToken;
    expect(plain[0].value).toBeGreaterThan(100);
    expect(ofToken.slice(1)).toEqual(plain.slice(1));
  });

  it('bounds a negative advantage by the dual clip', () => {
    const logits = [[0, 0]];
    const batch: ForwardSequence[] = [
      { targets: [0], mask: [1], logits, initialLogits: logits, advantage: -1, oldLogprobs: [Math.log(0.5) - 2] },
    ];
    const at = (dualClip: number) =>
      lossAndGradients(batch, { ...grpo, klWeight: 0, entropyWeight: 0, dualClip }).stats.loss;
    expect(at(0)).toBeCloseTo(Math.exp(2), 12);
    expect(at(3)).toBeCloseTo(3, 12);
  });
});

describe('RWR', () => {
  it('leaves the regression out at the cap and reports the same divergence', () => {
    const batch = sequences();
    const free = lossAndGradients(batch, rwr).stats;
    const capped = lossAndGradients(batch, { ...rwr, klOnlyAbove: free.klPerSequence }).stats;
    const below = lossAndGradients(batch, { ...rwr, klOnlyAbove: free.klPerSequence + 1e-9 }).stats;
    expect(capped.klPerSequence).toBe(free.klPerSequence);
    expect(capped.loss).toBeCloseTo(capped.klPerToken, 12);
    expect(below.loss).toBe(free.loss);
  });

  it('counts only the sequences with a KL weight in the divergence', () => {
    const batch = sequences();
    const all = lossAndGradients(
      batch.map((sequence) => ({ ...sequence, klWeight: 1 })),
      rwr,
    ).stats;
    const some = lossAndGradients(batch, rwr).stats;
    expect(all.klPerSequence).not.toBeCloseTo(some.klPerSequence, 6);
  });
});
