/**
 * @file Compares the policy on WebGPU with PyTorch: every parameter's gradient under each objective, the statistics and
 * AdamW steps.
 *
 * After a step with β₁ = 0 and no clipping, Adam's first moment is the gradient. With learning rate 0 the weights stay
 * unchanged.
 */
import { describe, expect, it } from 'vitest';
import { sharedByTests, testDevice } from '../tensor/testing/check-op.ts';
import { openSafetensors, type WeightArray, writeSafetensors } from '../lm/files/safetensors.ts';
import { families, readFixture } from '../lm/testing/fixture.ts';
import { relativeError } from '../tensor/testing/relative-error.ts';
import { LanguageModelPolicy } from './language-model-policy.ts';
import type { OptimizerSettings } from './policy.ts';
import type { Objective } from '../objectives/objective.ts';
import {
  expectStatistics,
  gradientProbe,
  requestOf,
  sequenceOf,
  startedPolicy,
  stepOf,
} from './testing/fixture-policy.ts';

const SCORE_TOLERANCE = 1e-4;
const GRADIENT_TOLERANCE = 1e-3;
const STEP_TOLERANCE = 1e-4;

const device = testDevice();

const cases = [
  'cross-entropy-completion',
  'cross-entropy-all',
  'deepseek-grpo',
  'grpo',
  'dapo',
  'token-mean',
  'dr_grpo',
  'ratio-weighted-kl',
  'exact-kl',
  'rwr',
  'rwr-penalty-only',
];

describe.each(families)('%s', async (family) => {
  const fixture = await readFixture(family);
  const policy = sharedByTests(() => startedPolicy(device(), fixture));

  const expectedParameter = (prefix: string, name: string) => fixture.expected.read(`${prefix}/${name}`).data;
  async function expectGradients(of: LanguageModelPolicy, prefix: string) {
    const moments = openSafetensors((await of.snapshot()).optimizer);
    for (const name of fixture.model.weights.keys()) {
      const error = relativeError(moments.read(`exp_avg.${name}`).data, expectedParameter(prefix, name));
      expect(error, `${prefix}/${name}`).toBeLessThan(GRADIENT_TOLERANCE);
    }
  }

  it.each(cases)('has the gradients and statistics of PyTorch under %s', async (name) => {
    const { statistics } = fixture.cases[name];
    const stats = await policy().update(requestOf(fixture.cases[name], gradientProbe));
    await expectGradients(policy(), `gradient/${name}`);
    expectStatistics(stats, statistics);
    expect(stats.tokens).toBe(statistics.tokens);
    expect(stats.flops).toBeGreaterThan(0);
  });

  it('takes only the KL as the loss if a batch reaches the cap', async () => {
    const { klPerSequence } = await policy().update(requestOf(fixture.cases.rwr, gradientProbe));
    const capped = (klOnlyAbove: number) => {
      const request = requestOf(fixture.cases.rwr, gradientProbe);
      return policy().update({ ...request, objective: { ...request.objective, klOnlyAbove } as Objective });
    };
    const below = await capped(klPerSequence * 1.001);
    await expectGradients(policy(), 'gradient/rwr');
    expect(Math.abs(below.loss - fixture.cases.rwr.statistics.loss)).toBeLessThan(1e-3);
    const above = await capped(klPerSequence * 0.999);
    expect(above.loss).toBeCloseTo(above.klPerToken, 5);
    // Above the cap, the loss is the KL itself. The penalty-only case multiplies the same KL by its coefficient.
    const { kl_weight } = fixture.cases['rwr-penalty-only'].objective;
    const moments = openSafetensors((await policy().snapshot()).optimizer);
    for (const name of fixture.model.weights.keys()) {
      const expected = expectedParameter('gradient/rwr-penalty-only', name).map((g) => g / (kl_weight as number));
      expect(relativeError(moments.read(`exp_avg.${name}`).data, expected), name).toBeLessThan(GRADIENT_TOLERANCE);
    }
  });

  it('scores as PyTorch does, under both sets of weights', async () => {
    const sequences = fixture.cases['cross-entropy-all'].sequences.map(({ prompt, completion }) => ({
      prompt,
      completion,
    }));
    for (const which of ['current', 'initial'] as const)
      for (const temperature of [1, 0.7]) {
        const { scored } = await policy().score(sequences, which, temperature);
        scored.forEach(({ logprobs, entropy }, i) => {
          const key = `${which}/${temperature === 1 ? '1.0' : temperature}/${i}`;
          expect(relativeError(logprobs, expectedParameter('logprobs', key))).toBeLessThan(SCORE_TOLERANCE);
          expect(relativeError(entropy, expectedParameter('entropy', key))).toBeLessThan(SCORE_TOLERANCE);
        });
      }
  });

  it('lists the most probable tokens, under both sets of weights', async () => {
    const [{ prompt, completion }] = fixture.cases['cross-entropy-all'].sequences;
    const { vocabSize } = fixture.model.config;
    const mask = completion.map((_, t): 0 | 1 => (t === 0 ? 0 : 1));
    for (const which of ['current', 'initial'] as const) {
      const { scored } = await policy().score([{ prompt, completion }], which, 0.7);
      const [all, few] = [
        (await policy().alternatives([{ prompt, completion }], which, 0.7, vocabSize))[0],
        (await policy().alternatives([{ prompt, completion, mask }], which, 0.7, 3))[0],
      ];
      expect(all.length).toBe(completion.length);
      all.forEach((tokens, t) => {
        const own = tokens.find(({ id }) => id === completion[t])!;
        expect(relativeError([own.logprob], [scored[0].logprobs[t]])).toBeLessThan(SCORE_TOLERANCE);
        // Probabilities over the whole vocabulary sum to 1.
        expect(tokens.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)).toBeCloseTo(1, 6);
        expect(few[t]).toEqual(t === 0 ? [] : tokens.slice(0, 3));
      });
    }
  });

  it('samples with the requested weights', async () => {
    const sampling = { temperature: 0, topK: 0, topP: 1, maxNewTokens: 1, stopIds: [] };
    const prompts = [{ ids: [1, 2], task: 0, rollouts: [0], position: 0 }];
    const key = { seed: 1, stream: 1, epoch: 1 };
    const first = async (weights?: 'initial' | 'current') =>
      (await policy().generate(prompts, sampling, key, weights)).completions[0].logprobs[0];
    expect(await first()).toBe(await first('current'));
    expect(await first('initial')).not.toBe(await first());
  });

  it('scores 0 if a simulator wrote the token, and leaves the other tokens as they are', async () => {
    const masked = fixture.cases['cross-entropy-completion'].sequences.find(({ mask }) => mask)!;
    const { scored } = await policy().score([masked, { ...masked, mask: undefined }], 'current', 1);
    masked.mask!.forEach((counts, t) => {
      expect(scored[0].logprobs[t]).toBe(counts ? scored[1].logprobs[t] : 0);
      expect(scored[0].entropy[t]).toBe(counts ? scored[1].entropy[t] : 0);
    });
  });

  it('measures the divergence of the RWR penalty', async () => {
    const { sequences, statistics } = fixture.cases.rwr;
    const { perSequence } = await policy().divergence(sequences.map(sequenceOf), 1);
    const counted = perSequence.filter((_, i) => sequences[i].kl_weight === 1);
    const mean = counted.reduce((sum, kl) => sum + kl, 0) / counted.length;
    expect(Math.abs(mean - statistics.kl_per_sequence)).toBeLessThan(1e-5);
    expect(perSequence.every((kl) => kl > 0)).toBe(true);
  });

  it('takes the AdamW steps that PyTorch takes', async () => {
    const learner = await startedPolicy(device(), fixture);
    for (const [i, step] of fixture.steps.entries()) {
      const { gradNorm } = await learner.update(stepOf(fixture, i));
      expect(Math.abs(gradNorm / step.grad_norm - 1)).toBeLessThan(SCORE_TOLERANCE);
      const weights = openSafetensors((await learner.snapshot()).weights);
      for (const name of fixture.model.weights.keys())
        expect(relativeError(weights.read(name).data, expectedParameter(`adamw/${i}`, name)), name).toBeLessThan(
          STEP_TOLERANCE,
        );
    }
    await learner.dispose();
  });
});

describe('a run', async () => {
  const fixture = await readFixture('llama');
  const learning = (learningRate: number): OptimizerSettings => ({ ...gradientProbe, learningRate, beta1: 0.9 });
  const update = (policy: LanguageModelPolicy, name: string) =>
    policy.update(requestOf(fixture.cases[name], learning(3e-3)));

  it('rolls back to held weights, or to a point between held and current weights', async () => {
    const policy = await startedPolicy(device(), fixture);
    await update(policy, 'grpo');
    await policy.hold();
    const held = await policy.snapshot();
    await update(policy, 'dapo');
    const moved = await policy.snapshot();
    await policy.backtrack(0.25);
    const between = await policy.snapshot();
    const read = (bytes: Uint8Array) => openSafetensors(bytes);
    for (const name of fixture.model.weights.keys()) {
      const [from, to, at] = [held, moved, between].map(({ weights }) => read(weights).read(name).data);
      const expected = from.map((w, i) => w + 0.25 * (to[i] - w));
      expect(relativeError(at, expected)).toBeLessThan(1e-6);
    }
    expect(between.optimizer).toEqual(held.optimizer);
    expect(moved.optimizer).not.toEqual(held.optimizer);
    await policy.backtrack(0);
    expect(await policy.snapshot()).toEqual(held);
    await policy.dispose();
  });

  it('continues bit for bit from a snapshot, in the same policy and in a new one', async () => {
    const first = await startedPolicy(device(), fixture);
    await update(first, 'grpo');
    await update(first, 'rwr');
    const middle = await first.snapshot();
    await update(first, 'dapo');
    const stats = await update(first, 'rwr');
    const end = await first.snapshot();

    await first.restore(middle);
    expect(await first.snapshot()).toEqual(middle);
    const second = LanguageModelPolicy.create(device(), { ...fixture.model, weights: fixture.initial });
    await second.restore(middle);
    for (const policy of [first, second]) {
      await update(policy, 'dapo');
      expect(await update(policy, 'rwr')).toEqual(stats);
      expect(await policy.snapshot()).toEqual(end);
      await policy.dispose();
    }
  });

  it('says what is wrong with a snapshot, and stays as it was', async () => {
    const policy = LanguageModelPolicy.create(device(), fixture.model);
    const good = await policy.snapshot();
    const noMoments = writeSafetensors(new Map<string, WeightArray>(), { step: '1' });
    for (const [optimizer, problem] of [
      [good.optimizer.slice(0, -4), /the snapshot of the optimizer.*cut off/],
      [noMoments, 'it lacks model.embed_tokens.weight'],
      [writeSafetensors(new Map()), 'how many steps'],
    ] as const)
      await expect(policy.restore({ ...good, optimizer })).rejects.toThrow(problem);
    expect(await policy.snapshot()).toEqual(good);
    await policy.dispose();
  });

  it('says what is wrong with a request, and stays usable', async () => {
    const policy = LanguageModelPolicy.create(device(), fixture.model);
    const { sequences } = requestOf(fixture.cases['cross-entropy-completion'], gradientProbe);
    const { objective } = requestOf(fixture.cases.grpo, gradientProbe);
    const optimizer = gradientProbe;
    await expect(policy.update({ sequences, objective, optimizer })).rejects.toThrow('needs an advantage');
    await expect(policy.update({ sequences: [], objective, optimizer })).rejects.toThrow('empty-update');
    const foreign = { prompt: [3], completion: [24] };
    await expect(policy.score([foreign], 'current', 1)).rejects.toThrow(
      'token-outside-vocabulary {"token":24,"vocabulary":24}',
    );
    const long = { prompt: Array<number>(60).fill(3), completion: [4, 5, 6, 7, 8, 9] };
    await expect(policy.score([long], 'current', 1)).rejects.toThrow(/sequence-too-long.*"positions":64/);
    await expect(policy.backtrack(0)).rejects.toThrow('call hold before');
    const [first, second] = [policy.score(sequences, 'current', 1), policy.score(sequences, 'current', 1)];
    await expect(second).rejects.toThrow('still scoring');
    expect((await first).scored.length).toBe(sequences.length);
    await policy.dispose();
  });
});
