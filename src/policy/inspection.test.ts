/** @file The inside of a model as the policy shows it: weights as the file has them, attention as it answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FullTraining } from '../lm/full-training.ts';
import { readLoraFixture } from '../lm/testing/lora-fixture.ts';
import { sharpWeights, smallConfig } from '../lm/testing/small-model.ts';
import { CausalLM } from '../lm/transformer.ts';
import { testDevice } from '../tensor/testing/check-op.ts';
import { LanguageModelPolicy } from './language-model-policy.ts';
import { adapterPolicy } from './testing/adapter-policy.ts';

const description = {
  name: 'small',
  family: 'qwen2',
  parameters: 0,
  vocabularySize: smallConfig.vocabSize,
  contextLength: smallConfig.maxPositions,
  weightsHash: '',
  runtime: 'test',
};

const device = testDevice('quad');

describe('a model whose weights all learn', () => {
  const weights = sharpWeights();
  let policy: LanguageModelPolicy;
  beforeAll(async () => {
    const model = CausalLM.create(device(), smallConfig, weights);
    policy = new LanguageModelPolicy(device(), new FullTraining(model), description);
    await policy.update({
      sequences: [{ prompt: [1, 2], completion: [3, 4, 5] }],
      objective: { kind: 'cross-entropy', on: 'completion' },
      optimizer: { learningRate: 0.05, beta1: 0.9, beta2: 0.98, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 },
    });
  });
  afterAll(() => policy.dispose());

  it('names its weights, and shows them as they were and as they are', async () => {
    const { layers, heads, weights: listed } = await policy.anatomy();
    expect({ layers, heads }).toEqual({ layers: 2, heads: 4 });
    expect(listed.map(({ name }) => name).sort()).toEqual([...weights.keys()].sort());
    for (const name of ['model.layers.1.self_attn.k_proj.weight', 'model.norm.weight']) {
      expect(await policy.weight(name, 'initial')).toEqual(weights.get(name));
      const { shape, data } = await policy.weight(name, 'current');
      expect(shape).toEqual(weights.get(name)!.shape);
      expect(data).not.toEqual(weights.get(name)!.data);
    }
    await expect(policy.weight('nothing', 'current')).rejects.toMatchObject({ code: 'unknown-weight' });
  });

  it('shows what every token attends to', async () => {
    const ids = [1, 7, 3, 9, 2];
    const { layers, heads, tokens, probabilities } = await policy.attention(ids, 'current');
    expect([layers, heads, tokens, probabilities.length]).toEqual([2, 4, 5, 2 * 4 * 25]);
    for (let row = 0; row < layers * heads * tokens; row++) {
      const values = [...probabilities.subarray(row * tokens, (row + 1) * tokens)];
      expect(values.reduce((sum, value) => sum + value)).toBeCloseTo(1, 5);
      expect(values.slice((row % tokens) + 1).every((value) => value === 0)).toBe(true);
    }
    const before = await policy.attention(ids, 'initial');
    expect(before.probabilities).not.toEqual(probabilities);
    // A token sees nothing of what follows it.
    const shorter = await policy.attention(ids.slice(0, 3), 'current');
    expect(shorter.probabilities[4]).toBe(probabilities[6]);
    await expect(policy.attention(new Array<number>(2000).fill(1), 'current')).rejects.toMatchObject({
      code: 'too-large-to-show',
    });
  });

  it('answers with the weights asked for', async () => {
    const sampling = { temperature: 0, topK: 0, topP: 1, maxNewTokens: 1, stopIds: [] };
    const prompts = [{ ids: [1, 2], task: 0, rollouts: [0], position: 0 }];
    const key = { seed: 1, stream: 1, epoch: 1 };
    const first = async (of?: 'initial' | 'current') =>
      (await policy.generate(prompts, sampling, key, of)).completions[0].logprobs[0];
    expect(await first()).toBe(await first('current'));
    expect(await first('initial')).not.toBe(await first());
  });
});

it('adds to a weight what an adapter adds to it', async () => {
  const fixture = await readLoraFixture('llama');
  const policy = adapterPolicy(device(), fixture);
  const name = [...(await policy.anatomy()).weights].find(({ name }) => name.includes('q_proj.weight'))!.name;
  const base = fixture.model.weights.get(name)!;
  expect(await policy.weight(name, 'initial')).toEqual(base);
  expect((await policy.weight(name, 'current')).data).not.toEqual(base.data);
  await policy.dispose();
});
