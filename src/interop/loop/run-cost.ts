/**
 * @file Estimates a run of the loop on large GPUs: tokens, operations, memory and hours, from the settings and from what is
 * known of models and GPUs beforehand. It is an estimate: nothing of it was measured.
 *
 * Operations are 2 a weight and token read or sampled, 6 a weight and token learned from, 2 for each pass of the reference
 * (Kaplan et al., arXiv 2001.08361, section 2.1; attention is left out). Sampling waits for memory: a step of decoding reads
 * all weights once, whatever the number of sequences; their caches are left out.
 */
import type { Settings } from '../../genenv/settings/settings.ts';

export interface LargeModels {
  /** Weights of agent and environment, each. */
  parameters: number;
  /** Tokens of a context of the environment, of a task, and of an answer. */
  contextTokens: number;
  taskTokens: number;
  answerTokens: number;
}

/** A GPU, and how much of it a program uses. */
export interface LargeGpu {
  name: string;
  /** Bytes. */
  memory: number;
  /** Dense bf16 operations a second, and the share that training and reading prompts reach. */
  flops: number;
  computeShare: number;
  /** Bytes of memory a second, and the share that decoding reaches. */
  bandwidth: number;
  bandwidthShare: number;
  /** Sequences that a GPU decodes together. */
  sequences: number;
  /** Seconds until a command of the loop has loaded its model. */
  startSeconds: number;
}

/**
 * H100 SXM, by NVIDIA's data sheet (989 dense bf16 TFLOP/s, 3.35 TB/s). The shares, the sequences and the start are
 * assumptions.
 */
export const H100: LargeGpu = {
  name: 'H100 SXM 80 GB',
  memory: 80e9,
  flops: 989e12,
  computeShare: 0.35,
  bandwidth: 3.35e12,
  bandwidthShare: 0.5,
  sequences: 256,
  startSeconds: 120,
};

/** Qwen2.5-7B. */
const PARAMETERS_OF_7B = 7_615_616_512;

/**
 * The paper's models and lengths: Figure 5, means over its epochs. Of the lengths of tasks it does not say the unit: the
 * first reads them as characters, four a token, the second as tokens. What the environment reads is an assumption.
 */
export const PAPER_MODELS: readonly LargeModels[] = [1427, 5706].map((taskTokens) => ({
  parameters: PARAMETERS_OF_7B,
  contextTokens: 512,
  taskTokens,
  answerTokens: 168,
}));

export interface RunCost {
  gpus: number;
  /** Tokens sampled in the whole run. */
  environmentTokens: number;
  agentTokens: number;
  /** Tokens that gradients pass through: prompts and what was written. */
  learnedTokens: number;
  /** Floating-point operations of reading, sampling and learning. */
  flops: number;
  /** Wall-clock hours by part, and their sum. */
  hours: { sampling: number; learning: number; starting: number; total: number };
  gpuHours: number;
  /** Bytes of one round's weights and optimizer states of both players on the disk. */
  diskPerRound: number;
}

/** Bytes a weight in training: f32 weights, gradients and two moments; the reference and the sampler in bf16. */
const TRAINING_BYTES = 16;
const REFERENCE_BYTES = 2;
const SAMPLER_BYTES = 2;
/** The rest holds activations and caches. */
const MEMORY_SHARE = 0.7;

const SECONDS_PER_HOUR = 3600;

/** The smallest power of two of GPUs that holds a model in training with its reference and its sampler. */
function gpusFor({ parameters }: LargeModels, { memory }: LargeGpu): number {
  const bytes = (TRAINING_BYTES + REFERENCE_BYTES + SAMPLER_BYTES) * parameters;
  return 2 ** Math.max(0, Math.ceil(Math.log2(bytes / (MEMORY_SHARE * memory))));
}

export function runCost(settings: Settings, models: LargeModels, gpu: LargeGpu): RunCost {
  const { parameters, contextTokens, taskTokens, answerTokens } = models;
  const { epochs, tasksPerEpoch, groupSize, overSampling, innerEpochs, environmentSteps, environmentMaxPairs } =
    settings;
  const gpus = gpusFor(models, gpu);

  // A round: texts by the environment, rollouts by the agent, one optimizer pass over these, steps over pairs.
  const texts = tasksPerEpoch * overSampling;
  const rollouts = tasksPerEpoch * groupSize;
  const rolloutTokens = taskTokens + answerTokens;
  const agentLearned = rollouts * rolloutTokens * innerEpochs;
  // At most: all tasks may pass the filter.
  const pairs = Math.min(environmentMaxPairs, tasksPerEpoch * settings.environmentReplayEpochs);
  const environmentLearned = environmentSteps * pairs * (contextTokens + taskTokens);

  // Prompts are read once and shared by their samples.
  const read = (texts / settings.variations) * contextTokens + tasksPerEpoch * taskTokens;
  const sampled = texts * taskTokens + rollouts * answerTokens;
  const flopsOfSampling = 2 * parameters * (read + sampled);
  // Learning, and the reference's and the old policy's probabilities of the rollouts.
  const flopsOfLearning = parameters * (8 * (agentLearned + environmentLearned) + 2 * rollouts * rolloutTokens);

  const readSeconds = (2 * parameters * read) / (gpus * gpu.flops * gpu.computeShare);
  const stepSeconds = (SAMPLER_BYTES * parameters) / (gpu.bandwidth * gpu.bandwidthShare);
  const waves = (sequences: number) => Math.ceil(sequences / (gpus * gpu.sequences));
  const decodeSeconds = stepSeconds * (waves(texts) * taskTokens + waves(rollouts) * answerTokens);
  const learnSeconds = flopsOfLearning / (gpus * gpu.flops * gpu.computeShare);
  // Writing, the agent with its sampler, the environment.
  const commands = 3;
  const hoursOf = (secondsPerRound: number) => (epochs * secondsPerRound) / SECONDS_PER_HOUR;
  const hours = {
    sampling: hoursOf(readSeconds + decodeSeconds),
    learning: hoursOf(learnSeconds),
    starting: hoursOf(commands * gpu.startSeconds),
  };
  const total = hours.sampling + hours.learning + hours.starting;
  return {
    gpus,
    environmentTokens: epochs * texts * taskTokens,
    agentTokens: epochs * rollouts * answerTokens,
    learnedTokens: epochs * (agentLearned + environmentLearned),
    flops: epochs * (flopsOfSampling + flopsOfLearning),
    hours: { ...hours, total },
    gpuHours: gpus * total,
    // Weights in bf16, and in f32 with both moments for the optimizer.
    diskPerRound: 2 * (SAMPLER_BYTES + 12) * parameters,
  };
}
