/**
 * @file Plans the memory of policies on a device before a byte of it is allocated: they are opened, sample and learn on a
 * device that computes nothing and counts (tensor/rehearsal.ts). So a plan follows the code, whatever the code becomes.
 */
import { AdapterTraining } from '../lm/lora/adapter-training.ts';
import { adapterShapes } from '../lm/lora/adapter-layout.ts';
import { parameterCount, type ModelConfig } from '../lm/files/config.ts';
import { FullTraining } from '../lm/full-training.ts';
import { cacheBytes } from '../lm/generate.ts';
import { logitsBytes } from '../lm/head.ts';
import { sizeOf } from '../tensor/tensor.ts';
import { Device } from '../tensor/device.ts';
import { profiles, type KernelStyle } from '../tensor/profile.ts';
import { rehearsalGpu, type AdapterLimits, type RehearsedDemand } from '../tensor/rehearsal.ts';
import { paddedVocabulary } from '../lm/weights.ts';
import type { Trainable } from '../lm/trainable.ts';
import { CausalLM } from '../lm/transformer.ts';
import type { TrainingSequence } from '../objectives/objective.ts';
import { LanguageModelPolicy } from './language-model-policy.ts';
import { LanguageModelSampler } from './language-model-sampler.ts';
import type { Prompt, SamplingSettings, UpdateRequest } from './policy.ts';
import type { PlayerTraining, Training } from './training.ts';

/** The properties that decide which kernels run, and what they may allocate. */
export interface PlannedAdapter extends AdapterLimits {
  kernelStyle: KernelStyle;
}

/** Completions to sample at once. */
export interface SamplingWork {
  prompts: number;
  promptTokens: number;
  rolloutsPerPrompt: number;
  sampling: SamplingSettings;
}

/** A step of learning. */
export interface UpdateWork extends Pick<UpdateRequest, 'objective' | 'memory'> {
  sequences: number;
  prompts: number;
  promptTokens: number;
  completionTokens: number;
}

/** A policy, and the largest of what it does in a run. */
export interface PolicyWork {
  /** The checkpoint; adapters over the same one share its weights. */
  model: string;
  config: ModelConfig;
  training: Training;
  samplings: readonly SamplingWork[];
  updates: readonly UpdateWork[];
  /** True if copies of weights and optimizer state are held during an update. */
  holds: boolean;
}

/** Bytes that stay, by what they hold. */
export type KeptPart = 'weights' | 'adapters' | 'reference' | 'gradients' | 'optimizer' | 'held';

export interface DevicePlan extends RehearsedDemand {
  kept: Record<KeptPart, number>;
  /** The most that sampling takes beyond what is kept, and how much of it caches keys and values. */
  sampling: { bytes: number; cache: number };
  /** The most that an update takes beyond what is kept, and how much of it is logits. The rest is activations. */
  learning: { bytes: number; logits: number };
  /** The most that the device holds at once, spare buffers included. */
  peakBytes: number;
}

/** @throws what opening or running the policies throws, where a shape is more than the adapter binds */
export async function planDevice(adapter: PlannedAdapter, policies: readonly PolicyWork[]): Promise<DevicePlan> {
  const { gpu, demand } = rehearsalGpu(adapter);
  const device = await Device.open(gpu, { profile: profiles[adapter.kernelStyle] });
  const kept: DevicePlan['kept'] = { weights: 0, adapters: 0, reference: 0, gradients: 0, optimizer: 0, held: 0 };
  const bases = new Map<string, CausalLM>();
  const opened: {
    work: PolicyWork;
    model: CausalLM;
    sampler: LanguageModelSampler;
    learns?: { trained: Trainable; learner: LanguageModelPolicy };
  }[] = [];
  for (const work of policies) {
    const { training } = work;
    if (training.kind === 'frozen') {
      const model = CausalLM.allocate(device, work.config);
      kept.weights += model.parameters.bytes;
      opened.push({ work, model, sampler: new LanguageModelSampler(device, model, descriptionOf(work)) });
      continue;
    }
    const trained = openTrainable(device, { ...work, training }, bases, kept);
    kept.gradients += trained.gradients.bytes;
    kept.optimizer += 2 * trained.parameters.bytes;
    const learner = new LanguageModelPolicy(device, trained, descriptionOf(work));
    if (work.holds) {
      await learner.hold();
      kept.held += 3 * trained.parameters.bytes;
    }
    opened.push({ work, model: trained.model, sampler: learner, learns: { trained, learner } });
  }
  const sampling = { bytes: 0, cache: 0 };
  const learning = { bytes: 0, logits: 0 };
  for (const { work, model, sampler, learns } of opened) {
    for (const one of work.samplings) {
      const prompts = promptsOf(one, work.config);
      const before = device.bytesInUse;
      const peak = await device.peakOf(async () => void (await sampler.generate(prompts, one.sampling, KEY)));
      sampling.bytes = Math.max(sampling.bytes, peak - before);
      sampling.cache = Math.max(sampling.cache, cacheBytes(model, prompts, one.sampling));
    }
    if (!learns) continue;
    const { trained, learner } = learns;
    for (const one of work.updates) {
      const sequences = sequencesOf(one, work.config);
      const before = device.bytesInUse;
      const peak = await device.peakOf(async () => {
        await learner.update({ ...one, sequences, optimizer: OPTIMIZER });
        if (one.objective.kind !== 'cross-entropy') await learner.divergence(sequences, one.objective.temperature);
      });
      learning.bytes = Math.max(learning.bytes, peak - before);
      const rows = one.sequences * one.completionTokens;
      const models = one.objective.kind === 'cross-entropy' ? 1 : 2;
      learning.logits = Math.max(
        learning.logits,
        Math.min(peak - before, models * logitsBytes(device, rows, paddedVocabulary(work.config))),
      );
    }
    // A checkpoint is read back through a buffer as large as the weights that learn.
    await device.readAll(trained.parameters.segments);
  }
  return { kept, sampling, learning, peakBytes: device.peakBytes, ...demand };
}

function openTrainable(
  device: Device,
  { model: name, config, training }: PolicyWork & { training: PlayerTraining },
  bases: Map<string, CausalLM>,
  kept: DevicePlan['kept'],
): Trainable {
  if (training.kind === 'full') {
    const trained = new FullTraining(CausalLM.allocate(device, config));
    kept.weights += trained.parameters.bytes;
    kept.reference += trained.initial.parameters.bytes;
    return trained;
  }
  const { basePrecision, lora } = training;
  const key = `${basePrecision} ${name}`;
  let base = bases.get(key);
  if (!base) {
    base = CausalLM.allocate(device, config, basePrecision);
    bases.set(key, base);
    kept.weights += base.parameters.bytes;
  }
  const zeros = [...adapterShapes(config, lora)].map(
    ([tensor, shape]) => [tensor, { shape, data: new Float32Array(sizeOf(shape)) }] as const,
  );
  const trained = new AdapterTraining(base, '', lora, new Map(zeros));
  kept.adapters += trained.parameters.bytes;
  return trained;
}

const KEY = { seed: 0, stream: 0, epoch: 0 };
const OPTIMIZER = { learningRate: 0, beta1: 0, beta2: 0, epsilon: 1, weightDecay: 0, clipNorm: 1 };

const descriptionOf = ({ model, config }: PolicyWork) => ({
  name: model,
  family: config.family,
  parameters: parameterCount(config),
  vocabularySize: config.vocabSize,
  contextLength: config.maxPositions,
  weightsHash: '',
  runtime: '',
});

/** Tokens of the n-th of many different texts. */
const textOf = (n: number, length: number, { vocabSize }: ModelConfig): number[] =>
  Array.from({ length }, (_, t) => Math.floor(n / vocabSize ** t) % vocabSize);

const promptsOf = ({ prompts, promptTokens, rolloutsPerPrompt }: SamplingWork, config: ModelConfig): Prompt[] =>
  Array.from({ length: prompts }, (_, task) => ({
    ids: textOf(task, promptTokens, config),
    task,
    rollouts: Array.from({ length: rolloutsPerPrompt }, (_, rollout) => rollout),
    position: 0,
  }));

const sequencesOf = (
  { sequences, prompts, promptTokens, completionTokens }: UpdateWork,
  config: ModelConfig,
): TrainingSequence[] =>
  Array.from({ length: sequences }, (_, s) => ({
    // Sequences of one prompt follow each other.
    prompt: textOf(Math.floor((s * prompts) / sequences), promptTokens, config),
    completion: textOf(0, completionTokens, config),
    oldLogprobs: new Array<number>(completionTokens).fill(0),
    advantage: 0,
    weight: 1,
  }));
