/** @file The whole of step 2 on the GPU against the plain formulas, on the same questions. */
import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { describeStyles } from '../../tensor/testing/check-op.ts';
import { relativeError } from '../../tensor/testing/relative-error.ts';
import { rewardKinds } from '../environment-reward.ts';
import { assess, type AssessmentRequest, weigh, type WeighingRequest } from '../curriculum.ts';
import { assessOnGpu } from './assess.ts';
import { weighOnGpu } from './weigh.ts';

const TASKS = 200;

function assessmentOf(random: RandomStream): AssessmentRequest {
  const words = () => Array.from({ length: random.integer(5) }, () => random.integer(4));
  const groupSizes = Array.from({ length: TASKS }, () => random.integer(10));
  const rollouts = groupSizes.flatMap((size, task) =>
    Array.from({ length: size }, (): AssessmentRequest['rollouts'][number] => {
      if (task % 3 === 0) return { rule: 'given', reward: random.integer(2) };
      return { rule: task % 3 === 1 ? 'exact-match' : 'token-f1', answer: words(), reference: words() };
    }),
  );
  return { rollouts, groupSizes, successThreshold: 0.5, scale: { scale: 'population', epsilon: 1e-6 } };
}

describeStyles('step 2', (device) => {
  it('assesses rollouts as the plain formulas do', async () => {
    const request = assessmentOf(new RandomStream(4, 1));
    const expected = assess(request);
    const actual = await assessOnGpu(device(), request);
    expect(actual.counts).toEqual(expected.counts);
    expect(relativeError(actual.rewards, expected.rewards)).toBeLessThan(1e-6);
    expect(relativeError(actual.advantages, expected.advantages)).toBeLessThan(1e-6);
  });

  it.each(rewardKinds)('weighs tasks as the plain formulas do: %s', async (kind) => {
    const random = new RandomStream(4, 2);
    const counts = Array.from({ length: TASKS }, () => {
      const n = 1 + random.integer(8);
      return { k: random.integer(n + 1), n };
    });
    const request: WeighingRequest = {
      counts,
      scopeOf: counts.map(() => random.integer(50)),
      reward: { kind, alpha: 0.45, beta: 12 },
      penalties: counts.map(() => random.integer(5) / 8),
      band: { low: 0.2, high: 0.7, excludeExtremes: kind === 'failure-rate' },
      lambda: 7.5,
      own: counts.map(() => random.integer(2) === 1),
    };
    const expected = weigh(request);
    const actual = await weighOnGpu(device(), request);
    expect(actual.scopes).toEqual(expected.scopes);
    expect(actual.kept).toEqual(expected.kept);
    expect(relativeError(actual.rewards, expected.rewards)).toBeLessThan(1e-6);
    expect(relativeError(actual.weights, expected.weights)).toBeLessThan(1e-6);
  });
});
