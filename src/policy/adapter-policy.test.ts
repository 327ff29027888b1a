/**
 * @file Compares adapters with PyTorch: logits, gradients, statistics and AdamW steps, at the tolerances of full
 * training.
 */
import { describe, expect, it } from 'vitest';
import { Adapter } from '../lm/lora/adapter.ts';
import { mergeWeight } from '../lm/lora/merge.ts';
import { openSafetensors } from '../lm/files/safetensors.ts';
import { families, readLoraFixture } from '../lm/testing/fixture.ts';
import { CausalLM } from '../lm/transformer.ts';
import { packHalves, unpackHalves } from '../tensor/packed-numbers.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { sharedByTests, testDevice } from '../tensor/testing/check-op.ts';
import { relativeError } from '../tensor/testing/relative-error.ts';
import { DevicePolicies } from './device-policies.ts';
import type { LanguageModelPolicy } from './language-model-policy.ts';
import { adapterPolicy, openedModel } from './testing/adapter-policy.ts';
import { expectStatistics, gradientProbe, requestOf, stepOf } from './testing/fixture-policy.ts';
import type { LoraTraining } from './policy.ts';

/** Tolerances relative to a tensor's largest value, as in lm/parity.test.ts and language-model-policy.test.ts. */
const LOGIT_TOLERANCE = 1e-4;
const GRADIENT_TOLERANCE = 1e-3;
const STEP_TOLERANCE = 1e-4;

const device = testDevice();

describe.each(families)('an adapter over %s', async (family) => {
  const fixture = await readLoraFixture(family);
  const policy = sharedByTests(() => adapterPolicy(device(), fixture));
  const expectedTensor = (name: string) => fixture.expected.read(name).data;
  const sequences = () =>
    fixture.cases['cross-entropy-completion'].sequences.map(({ prompt, completion }) => [...prompt, ...completion]);
  const lastRow = (i: number, ids: number[]) => {
    const { data, shape } = fixture.expected.read(`logits/${i}`);
    return data.slice((ids.length - 1) * shape[1]);
  };

  it('computes the logits of PyTorch, beside the base and merged into it', async () => {
    const { config, weights } = fixture.model;
    const base = CausalLM.create(device(), config, weights);
    const adapter = new Adapter(device(), config, fixture.lora, fixture.adapter);
    const merged = [...weights].map(
      ([name, weight]) => [name, mergeWeight(name, weight, { lora: fixture.lora, weights: fixture.adapter })] as const,
    );
    expect(merged.some(([name, { data }]) => relativeError(data, weights.get(name)!.data) > 0.01)).toBe(true);
    const whole = CausalLM.create(device(), config, new Map(merged));
    for (const model of [base.adapted(adapter), whole]) {
      const logits = await model.lastLogits(sequences());
      sequences().forEach((ids, i) => expect(relativeError(logits[i], lastRow(i, ids))).toBeLessThan(LOGIT_TOLERANCE));
    }
    expect(await base.readWeights()).toEqual(weights);
    expect(await adapter.read([adapter.parameters])).toEqual([fixture.adapter]);
    base.dispose();
    adapter.dispose();
    whole.dispose();
  });

  it.each(['cross-entropy-completion', 'grpo', 'exact-kl', 'rwr'])(
    'has the gradients and statistics of PyTorch under %s',
    async (name) => {
      const stats = await policy().update(requestOf(fixture.cases[name], gradientProbe));
      const moments = openSafetensors((await policy().snapshot()).optimizer);
      for (const parameter of fixture.adapter.keys())
        expect(
          relativeError(moments.read(`exp_avg.${parameter}`).data, expectedTensor(`gradient/${name}/${parameter}`)),
          parameter,
        ).toBeLessThan(GRADIENT_TOLERANCE);
      expectStatistics(stats, fixture.statistics[name]);
    },
  );

  it('takes the AdamW steps that PyTorch takes, and goes on from a snapshot bit for bit', async () => {
    const learner = adapterPolicy(device(), fixture);
    for (const [i, { grad_norm }] of fixture.steps.entries()) {
      const before = await learner.snapshot();
      const { gradNorm } = await learner.update(stepOf(fixture, i));
      expect(Math.abs(gradNorm / grad_norm - 1)).toBeLessThan(1e-4);
      const after = await learner.snapshot();
      const weights = openSafetensors(after.weights);
      for (const name of fixture.adapter.keys())
        expect(relativeError(weights.read(name).data, expectedTensor(`adamw/${i}/${name}`)), name).toBeLessThan(
          STEP_TOLERANCE,
        );
      const other = adapterPolicy(device(), fixture);
      await other.restore(before);
      await other.update(stepOf(fixture, i));
      expect(await other.snapshot()).toEqual(after);
      await other.dispose();
    }
    await learner.dispose();
  });

  it('samples and learns the same over an f16 base as over the rounded weights, bit for bit', async () => {
    const rounded = {
      ...fixture.model,
      weights: new Map(
        [...fixture.model.weights].map(([name, { shape, data }]) => [
          name,
          { shape, data: shape.length === 1 ? data : unpackHalves(packHalves(data), data.length) },
        ]),
      ),
    };
    const learnt = async (of: LanguageModelPolicy) => {
      const stats = await of.update(requestOf(fixture.cases.rwr, { ...gradientProbe, learningRate: 3e-3 }));
      const prompts = [{ ids: [3, 4, 5], task: 0, rollouts: [0, 1], position: 0 }];
      const sampling = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 6, stopIds: [1] };
      const { completions } = await of.generate(prompts, sampling, { seed: 5, stream: 1, epoch: 2 });
      const sampled = completions.map(({ ids }) => ({ prompt: [3, 4, 5], completion: ids }));
      const { scored } = await of.score(sampled, 'current', 1);
      completions.forEach(({ logprobs }, i) => expect(scored[i].logprobs).toEqual(logprobs));
      const { weights, optimizer } = await of.snapshot();
      await of.dispose();
      return { stats, completions, weights, optimizer };
    };
    const half = await learnt(adapterPolicy(device(), fixture, 'f16'));
    expect(half).toEqual(await learnt(adapterPolicy(device(), { ...fixture, model: rounded }, 'f32')));
  });
});

describe('policies on one device', () => {
  const training = (player: number): LoraTraining => ({
    kind: 'lora',
    basePrecision: 'f16',
    seed: 7,
    player,
    lora: { rank: 4, alpha: 8, targets: ['q_proj', 'v_proj', 'down_proj'] },
  });

  it('share the base of one checkpoint, and free it with the last policy', async () => {
    const { model, cases } = await readLoraFixture('llama');
    const own = await openNodeDevice();
    const policies = new DevicePolicies(own);
    let loads = 0;
    const load = async () => {
      loads++;
      return openedModel(model);
    };
    const [agent, environment] = await Promise.all(
      [0, 1].map((player) => policies.open('llama', load, training(player))),
    );
    expect(loads).toBe(1);

    // Both adapters begin with B = 0, so the divergence is exactly zero and scores equal the initial weights' scores.
    const { sequences } = requestOf(cases.rwr, gradientProbe);
    const plain = sequences.map(({ prompt, completion }) => ({ prompt, completion }));
    for (const policy of [agent, environment]) {
      expect((await policy.divergence(plain, 1)).perSequence).toEqual(plain.map(() => 0));
      expect((await policy.score(plain, 'current', 1)).scored).toEqual(
        (await policy.score(plain, 'initial', 1)).scored,
      );
    }
    const weightsOf = async (policy: LanguageModelPolicy) => (await policy.snapshot()).weights;
    expect(await weightsOf(agent)).not.toEqual(await weightsOf(environment));

    // Updates of one adapter do not affect the other.
    const untouched = await environment.snapshot();
    await agent.update(requestOf(cases.grpo, { ...gradientProbe, learningRate: 1e-2 }));
    expect((await agent.divergence(plain, 1)).perSequence.every((kl) => kl > 0)).toBe(true);
    expect(await environment.snapshot()).toEqual(untouched);
    expect((await environment.divergence(plain, 1)).perSequence).toEqual(plain.map(() => 0));

    await agent.dispose();
    const again = await policies.open('llama', load, training(0));
    expect(loads).toBe(1);
    await Promise.all([environment.dispose(), again.dispose()]);
    await policies.open('llama', load, training(0)).then((policy) => policy.dispose());
    expect(loads).toBe(2);
    own.destroy();
  });

  it('need only the adapter’s memory for a further adapter', async () => {
    const { model } = await readLoraFixture('llama');
    const own = await openNodeDevice();
    const policies = new DevicePolicies(own);
    const grown: number[] = [];
    for (const player of [0, 1, 2]) {
      const before = own.bytes;
      await policies.open('llama', async () => openedModel(model), training(player));
      grown.push(own.bytes - before);
    }
    expect(grown[1]).toBe(grown[2]);
    // Matrices are f16 and norms f32. The buffer pool rounds these sizes up by less than a fifth, or to 256 bytes.
    const base = [...model.weights.values()].reduce(
      (sum, { shape, data }) => sum + data.length * (shape.length > 1 ? 2 : 4),
      0,
    );
    expect(grown[0] - grown[1]).toBeGreaterThanOrEqual(base);
    expect(grown[0] - grown[1]).toBeLessThan(1.2 * base + 14 * 256);
    own.destroy();
  });

  it('names a weight that f16 cannot hold, and keeps no base that could not be opened', async () => {
    const { model } = await readLoraFixture('llama');
    const name = 'model.layers.1.mlp.down_proj.weight';
    const { shape, data } = model.weights.get(name)!;
    const weights = new Map(model.weights).set(name, { shape, data: data.map((value, i) => (i === 3 ? 7e4 : value)) });
    const policies = new DevicePolicies(device());
    await expect(
      policies.open('large', async () => openedModel({ ...model, weights }), training(0)),
    ).rejects.toMatchObject({ code: 'beyond-f16', parameters: { name, value: 70_000, largest: 65_504 } });
    const policy = await policies.open('large', async () => openedModel(model), training(0));
    await policy.dispose();
  });

  it('refuses the snapshot of another base, rank or set of modules, and stays as it was', async () => {
    const { model } = await readLoraFixture('llama');
    const policies = new DevicePolicies(device());
    const open = (changes: Partial<LoraTraining['lora']>, hash = model.weightsHash) =>
      policies.open(hash, async () => openedModel({ ...model, weightsHash: hash }), {
        ...training(0),
        lora: { ...training(0).lora, ...changes },
      });
    const policy = await open({});
    const good = await policy.snapshot();
    for (const [other, field] of [
      [await open({ rank: 8 }), 'r is 8, not 4'],
      [await open({ alpha: 16 }), 'lora_alpha is 16, not 8'],
      [await open({ targets: ['q_proj'] }), 'target_modules is q_proj, not down_proj,q_proj,v_proj'],
      [await open({}, 'f'.repeat(64)), `base_sha256 is ${'f'.repeat(64)}`],
    ] as const) {
      await expect(policy.restore(await other.snapshot())).rejects.toThrow(field);
      await other.dispose();
    }
    expect(await policy.snapshot()).toEqual(good);
    await policy.dispose();
  });
});
