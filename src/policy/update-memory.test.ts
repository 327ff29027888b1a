/**
 * @file Tests that checkpointing keeps every bit of an update, and that micro-batches change only the rounding of sums.
 * One model family runs six objectives, and each other family runs two.
 */
import { describe, expect, it } from 'vitest';
import { onceOpened } from '../common/once.ts';
import { families, readFixture } from '../lm/testing/fixture.ts';
import { openSafetensors } from '../lm/files/safetensors.ts';
import { sharedByTests, testDevice } from '../tensor/testing/check-op.ts';
import { relativeError } from '../tensor/testing/relative-error.ts';
import type { Objective, UpdateStats } from '../objectives/objective.ts';
import type { UpdateMemory, UpdateRequest } from './policy.ts';
import { gradientProbe, requestOf, startedPolicy } from './testing/fixture-policy.ts';

/** Tolerance relative to one whole batch, because f32 sums are computed in another order. */
const TOLERANCE = 1e-5;
/** Limits that divide a fixture's sequences into single sequences, and into 2 or 3 parts. */
const MICRO_BATCH_TOKENS = [1, 30];

const device = testDevice();

describe.each(families)('%s', async (family) => {
  const fixture = await readFixture(family);
  const policy = sharedByTests(() => startedPolicy(device(), fixture));

  /** Returns the statistics and the gradient, which is Adam's first moment with β₁ = 0. */
  async function update(request: UpdateRequest, memory?: UpdateMemory) {
    const stats = await policy().update({ ...request, memory });
    return { stats, gradient: openSafetensors((await policy().snapshot()).optimizer) };
  }

  const all = ['cross-entropy-completion', 'cross-entropy-all', 'grpo', 'token-mean', 'exact-kl', 'rwr'];
  const names = family === 'llama' ? all : ['grpo', 'rwr'];
  const capped = (klOnlyAbove: number): UpdateRequest => {
    const request = requestOf(fixture.cases.rwr, gradientProbe);
    return { ...request, objective: { ...request.objective, klOnlyAbove } as Objective };
  };
  const requests = (): [string, UpdateRequest][] => [
    ...names.map((name): [string, UpdateRequest] => [name, requestOf(fixture.cases[name], gradientProbe)]),
    // The whole batch is just above or below the cap, but some of its parts alone would be on the other side.
    ...[0.999, 1.001].map((share): [string, UpdateRequest] => [
      `rwr at ${share} of the cap`,
      capped(fixture.cases.rwr.statistics.kl_per_sequence * share),
    ]),
  ];

  const plainUpdates = onceOpened(async () => {
    const updates = [];
    for (const [name, request] of requests()) updates.push({ name, request, plain: await update(request) });
    return updates;
  });

  it('is bit for bit the same with gradient checkpointing', async () => {
    for (const { name, request, plain } of await plainUpdates()) {
      const memory = { gradientCheckpointing: true, microBatchTokens: 0 };
      const { stats, gradient } = await update(request, memory);
      for (const parameter of fixture.model.weights.keys())
        expect(gradient.read(`exp_avg.${parameter}`).data, `${name}/${parameter}`).toEqual(
          plain.gradient.read(`exp_avg.${parameter}`).data,
        );
      expect({ ...stats, flops: 0 }).toEqual({ ...plain.stats, flops: 0 });
      expect(stats.flops).toBeGreaterThan(plain.stats.flops);
    }
  });

  it('is the same but for rounding in micro-batches', async () => {
    for (const { name, request, plain } of await plainUpdates()) {
      for (const microBatchTokens of MICRO_BATCH_TOKENS) {
        const { stats, gradient } = await update(request, { gradientCheckpointing: false, microBatchTokens });
        for (const parameter of fixture.model.weights.keys()) {
          const [actual, expected] = [gradient, plain.gradient].map((of) => of.read(`exp_avg.${parameter}`).data);
          expect(relativeError(actual, expected), `${name}/${parameter}`).toBeLessThan(TOLERANCE);
        }
        for (const key of Object.keys(stats) as (keyof UpdateStats)[]) {
          if (key === 'flops') continue;
          const difference = Math.abs(stats[key] - plain.stats[key]) / Math.max(1, Math.abs(plain.stats[key]));
          expect(difference, `${name}/${key}`).toBeLessThan(TOLERANCE);
        }
      }
    }
  });

  it('repeats bit for bit in micro-batches with checkpointing', async () => {
    const memory = { gradientCheckpointing: true, microBatchTokens: 12 };
    const request = requestOf(fixture.cases.grpo, gradientProbe);
    const [one, other] = [await update(request, memory), await update(request, memory)];
    expect(one.stats).toEqual(other.stats);
    for (const parameter of fixture.model.weights.keys())
      expect(one.gradient.read(`exp_avg.${parameter}`)).toEqual(other.gradient.read(`exp_avg.${parameter}`));
  });
});
