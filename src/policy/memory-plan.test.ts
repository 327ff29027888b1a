/**
 * @file Compares the plan with a real device and real weights, within 10% for kept memory, sampling and learning.
 * All completions reach their length limit, as the plan assumes.
 */
import { expect, it } from 'vitest';
import { FullTraining } from '../lm/trainable.ts';
import { initialWeights } from '../lm/initialize.ts';
import { AdapterTraining } from '../lm/lora/adapter-training.ts';
import { initialAdapter } from '../lm/lora/initial-adapter.ts';
import type { LoraConfig } from '../lm/lora/lora-config.ts';
import { smallConfig } from '../lm/testing/small-model.ts';
import { CausalLM } from '../lm/transformer.ts';
import type { GrpoObjective, Objective, TrainingSequence } from '../objectives/objective.ts';
import type { Device } from '../tensor/device.ts';
import { testDevice } from '../tensor/testing/check-op.ts';
import { describeModel } from './describe-model.ts';
import { LanguageModelPolicy } from './language-model-policy.ts';
import { LanguageModelSampler } from './language-model-sampler.ts';
import { type DevicePlan, planDevice, type PolicyWork } from './memory-plan.ts';
import type { Sampler, Training, UpdateMemory } from './policy.ts';

// Every matrix has fewer than 2¹⁴ weights, because kernels for larger matrices take several times as long to compile.
const config = { ...smallConfig, vocabSize: 248, hiddenSize: 64, layers: 3, intermediateSize: 124, maxPositions: 64 };
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

const sampling = (rolloutsPerWave: number) => ({
  temperature: 1,
  topK: 0,
  topP: 1,
  maxNewTokens: COMPLETION,
  stopIds: [],
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

/** Measures how many bytes the work takes on a real device, beyond the kept memory. */
async function measured(device: Device, { training, samplings, updates }: PolicyWork) {
  const before = device.bytesInUse;
  const model = CausalLM.create(device, config, initialWeights(config, 3), training.kind === 'lora' ? 'f16' : 'f32');
  const trained =
    training.kind === 'lora'
      ? new AdapterTraining(model, 'none', lora, initialAdapter(config, lora, 1, 0))
      : new FullTraining(model);
  const description = describeModel({ name: 'small', config, weightsHash: 'none' }, device);
  // An adapter's policy does not own its base.
  const dispose = training.kind === 'lora' ? () => model.dispose() : undefined;
  const policy = new LanguageModelPolicy(device, trained, description, dispose);
  const kept = device.bytesInUse - before;
  const prompts = Array.from({ length: PROMPTS }, (_, task) => ({
    ids: text(PROMPT, task + 1),
    task,
    position: 0,
    rollouts: Array.from({ length: GROUP }, (_, rollout) => rollout),
  }));
  let sequences: TrainingSequence[] = [];
  const sampling = await device.peakOf(async () => {
    const { completions } = await policy.generate(prompts, samplings[0].sampling, { seed: 1, stream: 1, epoch: 1 });
    sequences = completions.map(({ task, ids, logprobs }, i) => ({
      prompt: prompts[task].ids,
      completion: ids,
      oldLogprobs: logprobs,
      advantage: (i % 2) * 2 - 1,
      weight: 1 + (i % 3),
    }));
  });
  const optimizer = { learningRate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 };
  const learning = await device.peakOf(async () => {
    for (const { objective, memory } of updates) await policy.update({ sequences, objective, memory, optimizer });
    await policy.divergence(sequences, 1);
  });
  await policy.dispose();
  expect(device.bytesInUse).toBe(before);
  return { kept, sampling: sampling - before - kept, learning: learning - before - kept };
}

const device = testDevice();

const adapterOf = ({ profile, limits }: Device) => {
  const { maxBufferSize, maxStorageBufferBindingSize } = limits;
  return { kernelStyle: profile.kernelStyle, maxBufferSize, maxStorageBufferBindingSize };
};
const sumOf = (parts: Record<string, number>) => Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);

const whole = { gradientCheckpointing: false, microBatchTokens: 0 };
const checkpointed = { gradientCheckpointing: true, microBatchTokens: 0 };
const small = { gradientCheckpointing: true, microBatchTokens: 100 };
it.each<[string, Training, UpdateMemory, ReturnType<typeof sampling>]>([
  ['all weights', { kind: 'full' }, whole, sampling(0)],
  ['all weights, smaller settings', { kind: 'full' }, small, sampling(4)],
  ['an adapter', adapters, whole, sampling(0)],
  ['an adapter, smaller settings', adapters, small, sampling(4)],
])('%s: the work takes the planned memory', async (_, training, memory, cache) => {
  const work = workOf(training, memory, cache);
  const plan = planDevice(adapterOf(device()), [work]);
  const taken = await measured(device(), work);
  const ratios = [
    taken.kept / sumOf(plan.kept),
    taken.sampling / plan.sampling.bytes,
    taken.learning / plan.learning.bytes,
  ];
  for (const ratio of ratios) {
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  }
});

it('plans less memory for smaller settings, and one base for two adapters', async () => {
  const adapter = adapterOf(device());
  const plan = (training: Training, memory: UpdateMemory, cache: ReturnType<typeof sampling>): DevicePlan =>
    planDevice(adapter, [workOf(training, memory, cache), workOf(training, memory, cache)]);
  const full = plan({ kind: 'full' }, whole, sampling(0));
  const fewer = plan({ kind: 'full' }, checkpointed, sampling(0));
  const parts = plan({ kind: 'full' }, small, sampling(4));
  expect(fewer.learning.bytes).toBeLessThan(0.75 * full.learning.bytes);
  expect(parts.learning.bytes).toBeLessThan(0.75 * fewer.learning.bytes);
  // 4 rollouts of 1 prompt replace 16 rollouts of 4 prompts.
  expect(parts.sampling.cache).toBe(full.sampling.cache / 4);
  const over = plan(adapters, whole, sampling(0));
  // One base with f16 matrices replaces two sets of weights and two references.
  expect(over.kept.weights).toBeLessThan(0.3 * full.kept.weights);
  expect(over.kept.reference).toBe(0);
  expect(over.kept.optimizer).toBe(2 * over.kept.adapters);
});

it('a frozen model keeps only its weights, and samples the same tokens as a player', async () => {
  const before = device().bytesInUse;
  const work = { ...workOf({ kind: 'frozen' }, whole, sampling(0)), updates: [] };
  const { kept } = planDevice(adapterOf(device()), [work]);
  const create = () => CausalLM.create(device(), config, initialWeights(config, 3), 'f32');
  const description = describeModel({ name: 'small', config, weightsHash: 'none' }, device());
  const sampler = new LanguageModelSampler(device(), create(), description);
  const weights = device().bytesInUse - before;
  expect(kept).toEqual({ weights, adapters: 0, reference: 0, gradients: 0, optimizer: 0, held: 0 });
  const write = (model: Sampler) =>
    model.generate([{ ids: text(PROMPT, 1), task: 0, rollouts: [0, 1], position: 0 }], sampling(0), {
      seed: 1,
      stream: 1,
      epoch: 1,
    });
  const written = await write(sampler);
  await sampler.dispose();
  expect(device().bytesInUse).toBe(before);
  const player = new LanguageModelPolicy(device(), new FullTraining(create()), description);
  expect(await write(player)).toEqual(written);
});
