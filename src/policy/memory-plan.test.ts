/**
 * @file A plan next to a device that does the work: it takes within 10% of what was planned. The plan is made on a device
 * that only counts, the work is done by policies with real weights, whose completions reach their limit.
 */
import { afterEach, expect, it } from 'vitest';
import { FullTraining } from '../lm/full-training.ts';
import { initialWeights } from '../lm/initialize.ts';
import { AdapterTraining } from '../lm/lora/adapter-training.ts';
import { initialAdapter } from '../lm/lora/initial-adapter.ts';
import type { LoraConfig } from '../lm/lora/lora-config.ts';
import { smallConfig } from '../lm/testing/small-model.ts';
import { CausalLM } from '../lm/transformer.ts';
import type { GrpoObjective, Objective } from '../objectives/objective.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { describeModel } from './describe-model.ts';
import { LanguageModelPolicy } from './language-model-policy.ts';
import { LanguageModelSampler } from './language-model-sampler.ts';
import { planDevice, type DevicePlan, type PolicyWork } from './memory-plan.ts';
import type { Sampler, UpdateMemory } from './policy.ts';
import type { Training } from './training.ts';

const config = { ...smallConfig, vocabSize: 512, hiddenSize: 64, layers: 4, intermediateSize: 192, maxPositions: 64 };
const lora: LoraConfig = { rank: 4, alpha: 8, targets: ['q_proj', 'v_proj', 'down_proj'] };
const adapters: Training = { kind: 'lora', lora, basePrecision: 'f16', seed: 1, player: 0 };
const PROMPT = 12;
const COMPLETION = 20;
const PROMPTS = 4;
const GROUP = 4;

const grpo: GrpoObjective = {
  kind: 'grpo',
  clipLow: 0.2,
  clipHigh: 0.2,
  dualClip: 0,
  klWeight: 0.01,
  klEstimator: 'k3',
  entropyWeight: 0,
  aggregation: 'token-mean',
  maxCompletionLength: COMPLETION,
  temperature: 1,
};
const rwr: Objective = { kind: 'rwr', klWeight: 0.5, klOnlyAbove: 6, temperature: 1 };

const sampling = (kvCachePrecision: 'f32' | 'f16', rolloutsPerWave: number) => ({
  temperature: 1,
  topK: 0,
  topP: 1,
  maxNewTokens: COMPLETION,
  stopIds: [],
  kvCachePrecision,
  rolloutsPerWave,
});

function workOf(training: Training, memory: UpdateMemory, cache: ReturnType<typeof sampling>): PolicyWork {
  const update = (objective: Objective) => ({
    sequences: PROMPTS * GROUP,
    prompts: PROMPTS,
    promptTokens: PROMPT,
    completionTokens: COMPLETION,
    objective,
    memory,
  });
  return {
    model: 'small',
    config,
    training,
    holds: false,
    samplings: [{ prompts: PROMPTS, promptTokens: PROMPT, rolloutsPerPrompt: GROUP, sampling: cache }],
    updates: [update(grpo), update(rwr)],
  };
}

const text = (length: number, start: number) =>
  Array.from({ length }, (_, t) => (start * 31 + t * 7) % config.vocabSize);

/** Two policies with real weights do the work on a real device. */
async function peakOfWork(device: Device, { training, samplings, updates }: PolicyWork): Promise<number> {
  const create = () =>
    CausalLM.create(device, config, initialWeights(config, 3), training.kind === 'lora' ? 'f16' : 'f32');
  const base = training.kind === 'lora' ? create() : undefined;
  const description = describeModel({ name: 'small', config, weightsHash: 'none' }, device);
  const policies = [0, 1].map((player) => {
    const trained = base
      ? new AdapterTraining(base, 'none', lora, initialAdapter(config, lora, 1, player))
      : new FullTraining(create());
    return new LanguageModelPolicy(device, trained, description);
  });
  for (const policy of policies) {
    const prompts = Array.from({ length: PROMPTS }, (_, task) => ({
      ids: text(PROMPT, task + 1),
      task,
      position: 0,
      rollouts: Array.from({ length: GROUP }, (_, rollout) => rollout),
    }));
    const { completions } = await policy.generate(prompts, samplings[0].sampling, { seed: 1, stream: 1, epoch: 1 });
    const sequences = completions.map(({ task, ids, logprobs }, i) => ({
      prompt: prompts[task].ids,
      completion: ids,
      oldLogprobs: logprobs,
      advantage: (i % 2) * 2 - 1,
      weight: 1 + (i % 3),
    }));
    const optimizer = { learningRate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 };
    for (const { objective, memory } of updates) await policy.update({ sequences, objective, memory, optimizer });
    await policy.divergence(sequences, 1);
    await policy.snapshot();
  }
  return device.peakBytes;
}

let device: Device | undefined;
afterEach(() => device?.destroy());

const whole = { gradientCheckpointing: false, microBatchTokens: 0 };
const small = { gradientCheckpointing: true, microBatchTokens: 100 };
it.each<[string, Training, UpdateMemory, ReturnType<typeof sampling>]>([
  ['all weights', { kind: 'full' }, whole, sampling('f32', 0)],
  ['all weights, turned down', { kind: 'full' }, small, sampling('f16', 4)],
  ['adapters over one base', adapters, whole, sampling('f32', 0)],
  ['adapters over one base, turned down', adapters, small, sampling('f16', 4)],
])('%s: the work takes what was planned', async (_, training, memory, cache) => {
  device = await openNodeDevice();
  const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
  const work = workOf(training, memory, cache);
  const plan = await planDevice(
    { kernelStyle: device.profile.kernelStyle, maxBufferSize, maxStorageBufferBindingSize },
    [work, work],
  );
  expect(device.bytesInUse).toBe(0);
  const peak = await peakOfWork(device, work);
  expect(peak / plan.peakBytes).toBeGreaterThan(0.9);
  expect(peak / plan.peakBytes).toBeLessThan(1.1);
});

it('takes less where it is turned down, and one base for two adapters', async () => {
  device = await openNodeDevice();
  const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
  const adapter = { kernelStyle: device.profile.kernelStyle, maxBufferSize, maxStorageBufferBindingSize };
  const plan = (training: Training, memory: UpdateMemory, cache: ReturnType<typeof sampling>): Promise<DevicePlan> =>
    planDevice(adapter, [workOf(training, memory, cache), workOf(training, memory, cache)]);
  const [full, checkpointed, parts] = [
    await plan({ kind: 'full' }, whole, sampling('f32', 0)),
    await plan({ kind: 'full' }, { ...whole, gradientCheckpointing: true }, sampling('f32', 0)),
    await plan({ kind: 'full' }, small, sampling('f16', 4)),
  ];
  expect(checkpointed.learning.bytes).toBeLessThan(0.75 * full.learning.bytes);
  expect(parts.learning.bytes).toBeLessThan(0.75 * checkpointed.learning.bytes);
  // 4 rollouts of 1 prompt instead of 16 of 4, in half the bytes.
  expect(parts.sampling.cache).toBe(full.sampling.cache / 8);
  const over = await plan(adapters, whole, sampling('f32', 0));
  // One base with f16 matrices instead of two sets of weights and two references.
  expect(over.kept.weights).toBeLessThan(0.3 * full.kept.weights);
  expect(over.kept.reference).toBe(0);
  expect(over.kept.optimizer).toBe(2 * over.kept.adapters);
});

it('is made for models of published sizes, of which nothing is read', async () => {
  // Brings WebGPU's constants.
  device = await openNodeDevice();
  const large = {
    ...config,
    vocabSize: 49_152,
    hiddenSize: 576,
    layers: 30,
    intermediateSize: 1536,
    heads: 9,
    kvHeads: 3,
  };
  const shape = { ...large, headDim: 64, maxPositions: 2048 };
  const work = { ...workOf(adapters, small, sampling('f32', 0)), config: shape };
  const limits = { maxBufferSize: 2 ** 31, maxStorageBufferBindingSize: 2 ** 31 - 4 };
  const { kept } = await planDevice({ kernelStyle: 'tiled', ...limits }, [work, work]);
  // 135 million weights, most of them in f16.
  expect(kept.weights).toBeGreaterThan(2.5e8);
  expect(kept.weights).toBeLessThan(3.5e8);
});

it('a model that only writes keeps its weights and nothing else, and writes what a player of these weights does', async () => {
  device = await openNodeDevice();
  const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
  const work = { ...workOf({ kind: 'frozen' }, whole, sampling('f32', 0)), updates: [] };
  const { kept } = await planDevice(
    { kernelStyle: device.profile.kernelStyle, maxBufferSize, maxStorageBufferBindingSize },
    [work],
  );
  const create = () => CausalLM.create(device!, config, initialWeights(config, 3), 'f32');
  const description = describeModel({ name: 'small', config, weightsHash: 'none' }, device);
  const model = create();
  const { bytes } = model.parameters;
  const sampler = new LanguageModelSampler(device, model, description);
  expect(kept).toEqual({ weights: bytes, adapters: 0, reference: 0, gradients: 0, optimizer: 0, held: 0 });
  // Buffers are a little larger than what they hold.
  expect(device.bytesInUse).toBeLessThan(1.2 * bytes);
  const write = (model: Sampler) =>
    model.generate([{ ids: text(PROMPT, 1), task: 0, rollouts: [0, 1], position: 0 }], sampling('f32', 0), {
      seed: 1,
      stream: 1,
      epoch: 1,
    });
  const written = await write(sampler);
  await sampler.dispose();
  expect(device.bytesInUse).toBe(0);
  const player = new LanguageModelPolicy(device, new FullTraining(create()), description);
  expect(await write(player)).toEqual(written);
});
