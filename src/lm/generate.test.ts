/** @file Checks that sampling follows the distribution that it reports, and that the same inputs give the same bits. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import type { Device } from '../tensor/device.ts';
import { Tape } from '../tensor/tape.ts';
import { describeStyles, openTestDevice, sharedByTests, testDevice } from '../tensor/testing/check-op.ts';
import type { ModelConfig } from './files/config.ts';
import { generate } from './generate.ts';
import { Adapter } from './lora/adapter.ts';
import { initialAdapter } from './lora/initial-adapter.ts';
import { LORA_MODULES, type LoraConfig } from './lora/lora-config.ts';
import { packSequences } from './packing.ts';
import type { Completion, Prompt, SamplingSettings } from './sampling.ts';
import { sharpWeights, smallConfig } from './testing/small-model.ts';
import { sampleToken } from './sample-token.ts';
import { CausalLM } from './transformer.ts';

const key = { seed: 7, stream: 3, epoch: 1 };
const plain: SamplingSettings = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 9, stopIds: [] };

/** Returns the log-probability of every token of the completions, as scoring computes it. */
async function scores(
  model: CausalLM,
  prompts: readonly Prompt[],
  completions: readonly Completion[],
  temperature = 1,
): Promise<Float32Array> {
  const tape = new Tape(model.device, false);
  const batch = packSequences(completions.map(({ task, ids }) => ({ prompt: prompts[task].ids, completion: ids })));
  const { logprobs } = model.predict(tape, model.forward(tape, batch), batch, { temperature });
  const values = await model.device.read(logprobs);
  tape.dispose();
  return values;
}

/** Configuration with norms of query and key heads, as in Qwen3. */
const normedConfig: ModelConfig = { ...smallConfig, qkvBias: false, qkNorm: true, intermediateSize: 200 };

const lora: LoraConfig = { rank: 3, alpha: 6, targets: LORA_MODULES };

/** Fills all matrices of an adapter. An initial adapter has B = 0, so it would not change the output. */
function sharpAdapter(device: Device, config: ModelConfig): Adapter {
  const weights = initialAdapter(config, lora, 3, 0);
  let i = 0;
  for (const { data } of weights.values()) data.forEach((_, j) => (data[j] = 0.3 * Math.sin(++i * 2.3)));
  return new Adapter(device, config, lora, weights);
}

const random = new RandomStream(11, 11);
const ids = (length: number) => Array.from({ length }, () => random.integer(smallConfig.vocabSize));
const prompt = (length: number, task: number): Prompt => ({ ids: ids(length), task, rollouts: [0, 1, 2], position: 0 });

describeStyles('generate', (device) => {
  const model = sharedByTests(() => CausalLM.create(device(), smallConfig, sharpWeights()));

  it.each([0, 1])(
    'refuses logits that are not finite at temperature %d, also of a token that it would not draw',
    async (temperature) => {
      const untied = { ...smallConfig, tieWordEmbeddings: false };
      const weights = sharpWeights(untied);
      // The logit of token 3 overflows to +∞ or −∞, the sign of the hidden state. −∞ means a probability of 0.
      weights.get('model.norm.weight')!.data.fill(0).fill(1000, 0, 1);
      weights.get('lm_head.weight')!.data[3 * untied.hiddenSize] = 3e38;
      const broken = CausalLM.create(device(), untied, weights);
      for (let task = 0; task < 8; task++) {
        const one = { ids: [task + 4], task, rollouts: [0], position: 0 };
        await expect(generate(broken, [one], { ...plain, temperature, maxNewTokens: 1 }, key)).rejects.toMatchObject({
          code: 'model-not-finite',
        });
      }
    },
  );

  it('samples with the log-probabilities of scoring, bit for bit, in any batch', async () => {
    const prompts = [5, 1, 12].map(prompt);
    const sampling = { ...plain, temperature: 0.9, stopIds: [4, 9] };
    const completions = await generate(model(), prompts, sampling, key);
    expect(completions.map(({ task, rollout }) => 10 * task + rollout)).toEqual([0, 1, 2, 10, 11, 12, 20, 21, 22]);
    const logprobs = await scores(model(), prompts, completions, 0.9);
    expect(completions.flatMap((completion) => completion.logprobs)).toEqual([...logprobs]);
    for (const { ids: tokens, finish } of completions) {
      const stops = tokens.map((token, i) => (sampling.stopIds.includes(token) ? i : -1)).filter((i) => i >= 0);
      expect(stops).toEqual(finish === 'stop' ? [tokens.length - 1] : []);
      expect(finish === 'stop' || tokens.length === sampling.maxNewTokens).toBe(true);
    }
    // This run decodes the same rollout without neighbours.
    const alone = await generate(model(), [{ ...prompts[2], rollouts: [1] }], sampling, key);
    expect(alone).toEqual([completions[7]]);
    // A continued rollout draws the same random numbers as an uninterrupted one.
    const whole = completions.find(({ ids: tokens }) => tokens.length > 3)!;
    const { task, rollout } = whole;
    const begun = { ids: [...prompts[task].ids, ...whole.ids.slice(0, 2)], task, rollouts: [rollout], position: 2 };
    const rest = await generate(model(), [begun], { ...sampling, maxNewTokens: sampling.maxNewTokens - 2 }, key);
    expect(rest[0].ids).toEqual(whole.ids.slice(2));
  });

  it.each([
    { temperature: 0.8, topK: 8, topP: 0.6 },
    { temperature: 0, topK: 0, topP: 1 },
  ])('draws the same tokens as the CPU sampler at %o', async (choice) => {
    const one = { ids: ids(6), task: 1, rollouts: Array.from({ length: 40 }, (_, i) => i), position: 0 };
    const [logits] = await model().lastLogits([one.ids]);
    const completions = await generate(model(), [one], { ...plain, ...choice, maxNewTokens: 1 }, key);
    for (const { rollout, ids: drawn, logprobs } of completions) {
      const { id, logprob } = sampleToken(logits, choice, key, { task: 1, rollout, position: 0 });
      expect(drawn).toEqual([id]);
      expect(Math.abs(logprobs[0] - logprob)).toBeLessThan(1e-5);
    }
  });

  it('gives the bits of scoring with head norms and with an adapter', async () => {
    const prompts = [[5, 1, 12, 3, 3], [7]].map((ids, task) => ({ ids, task, rollouts: [0, 1], position: 0 }));
    const base = CausalLM.create(device(), normedConfig, sharpWeights(normedConfig));
    const written: Completion[][] = [];
    for (const model of [base, base.adapted(sharpAdapter(device(), normedConfig))]) {
      const completions = await generate(model, prompts, plain, key);
      const logprobs = await scores(model, prompts, completions);
      expect(completions.flatMap((completion) => completion.logprobs)).toEqual([...logprobs]);
      written.push(completions);
    }
    expect(written[0]).not.toEqual(written[1]);
  });
});

describe('generate', () => {
  const device = testDevice();
  const model = sharedByTests(() => CausalLM.create(device(), smallConfig, sharpWeights()));

  it('samples the same tokens in waves of any size, also if memory limits the waves', async () => {
    const prompts = [4, 7].map(prompt);
    const sampling = { ...plain, maxNewTokens: 7 };
    const together = await generate(model(), prompts, sampling, key);
    for (const rolloutsPerWave of [1, 4])
      expect(await generate(model(), prompts, { ...sampling, rolloutsPerWave }, key)).toEqual(together);
    // The limit leaves room for the keys and values of two completions and both prompts.
    const bytesPerToken = 2 * smallConfig.kvHeads * smallConfig.headDim * 4;
    const limits = { maxStorageBufferBindingSize: (2 * 6 + 4 + 7) * bytesPerToken };
    const small = Object.create(model(), { device: { value: Object.create(device(), { limits: { value: limits } }) } });
    const decoded: number[] = [];
    expect(await generate(small as CausalLM, prompts, sampling, key, (tokens) => decoded.push(tokens))).toEqual(
      together,
    );
    // Every wave reports its tokens at its end. No wave counts from 0 again.
    expect(decoded.length).toBeGreaterThan(2);
    expect(decoded).toEqual([...decoded].sort((a, b) => a - b));
    expect(decoded.at(-1)).toBe(together.reduce((sum, completion) => sum + completion.ids.length, 0));
  });

  it('refuses what it cannot sample', async () => {
    const prompt = { ids: [1], task: 3, rollouts: [0], position: 0 };
    await expect(generate(model(), [{ ...prompt, ids: [] }], plain, key)).rejects.toThrow('prompt of task 3 is empty');
    await expect(generate(model(), [{ ...prompt, ids: [30] }], plain, key)).rejects.toThrow(
      'outside the vocabulary of 30',
    );
    await expect(generate(model(), [{ ...prompt, ids: ids(60) }], plain, key)).rejects.toThrow(
      /prompt-too-long.*"positions":64/,
    );
    await expect(generate(model(), [prompt], { ...plain, topP: 0 }, key)).rejects.toThrow('topP is 0');
  });
});

it.each([
  ['biases', smallConfig],
  ['head norms', normedConfig],
] as const)('decodes with five dispatches a layer on graphics processors, %s', async (_, config) => {
  const device = await openTestDevice('tiled');
  const model = CausalLM.create(device, config, sharpWeights(config));
  const dispatches = async (maxNewTokens: number) => {
    const count = () => device.kernels().reduce((sum, kernel) => sum + kernel.dispatches, 0);
    const before = count();
    await generate(model, [{ ids: [5, 1], task: 0, rollouts: [0, 1], position: 0 }], { ...plain, maxNewTokens }, key);
    return count() - before;
  };
  const step = (await dispatches(5)) - (await dispatches(4));
  // Two dispatches are outside the layers: last norm with head, and sampling with the embedding of the sampled token.
  expect(step).toBe(5 * config.layers + 2);
  device.destroy();
});
