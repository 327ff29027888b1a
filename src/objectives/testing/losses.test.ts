import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import type { GrpoObjective, Objective, RwrObjective } from '../objective.ts';
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
  ['RWR', rwr],
  ['RWR, temperature', { ...rwr, temperature: 1.3 }],
  ['RWR at the cap', { ...rwr, klOnlyAbove: 1e-6 }],
  ['cross-entropy', { kind: 'cross-entropy', on: 'completion' }],
];

describe('gradients agree with finite differences', () => {
  it.each(objectives)('%s', (_, objective) => {
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
        initialLogits: sequence.initialLogits.slice(0, 1),
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
