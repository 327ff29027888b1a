/**
 * @file Times decoding, and GRPO updates with LoRA over frozen f16 weights. The model has a published model's
 * shapes, but random weights, because speed does not depend on their values.
 */
import { median } from 'simple-statistics';
import { parseModelConfig } from '../src/lm/files/config.ts';
import { initialWeights } from '../src/lm/initialize.ts';
import { LORA_MODULES } from '../src/lm/lora/lora-config.ts';
import { DevicePolicies } from '../src/policy/device-policies.ts';
import type { Completion, PlayerTraining } from '../src/policy/policy.ts';
import { openedModel } from '../src/policy/testing/adapter-policy.ts';
import type { Device } from '../src/tensor/device.ts';
import { dispatchesOf, productRate, type Product } from './product-rate.ts';

export interface RealWork {
  promptTokens: number;
  newTokens: number;
  /** Numbers of rollouts to decode at once, one measurement for each. The update learns from the largest number. */
  rollouts: readonly number[];
  /** Number of timed updates. An untimed one before them compiles the kernels. */
  rounds: number;
}

const training: PlayerTraining = {
  kind: 'lora',
  lora: { rank: 8, alpha: 16, targets: [...LORA_MODULES] },
  basePrecision: 'f16',
  seed: 1,
  player: 0,
};
const optimizer = { learningRate: 1e-5, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 };
const memory = { gradientCheckpointing: false, microBatchTokens: 0 };

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const start = performance.now();
  const result = await work();
  return { seconds: (performance.now() - start) / 1000, result };
}

export async function measureRealModel(device: Device, published: object, work: RealWork) {
  const { promptTokens, newTokens } = work;
  const most = Math.max(...work.rollouts);
  const objective = {
    kind: 'grpo',
    clipLow: 0.2,
    clipHigh: 0.2,
    dualClip: 0,
    klWeight: 0.001,
    klEstimator: 'k3',
    entropyWeight: 0,
    aggregation: 'token-mean',
    maxCompletionLength: newTokens,
    temperature: 1,
  } as const;
  const config = parseModelConfig(published);
  const policy = await new DevicePolicies(device).open(
    'real',
    async () => openedModel({ name: 'real', config, weights: initialWeights(config, 1), weightsHash: '' }),
    training,
  );

  const ids = Array.from({ length: promptTokens }, (_, t) => (t * 7919 + 11) % config.vocabSize);
  const decodings = [];
  let completions: readonly Completion[] = [];
  for (const count of work.rollouts) {
    const rollouts = Array.from({ length: count }, (_, rollout) => rollout);
    const generate = (maxNewTokens: number) =>
      policy.generate(
        [{ ids, task: 0, rollouts, position: 0 }],
        { temperature: 1, topK: 0, topP: 1, maxNewTokens, stopIds: [] },
        { seed: 1, stream: 1, epoch: 1 },
      );
    // Compile the pipelines first, without timing.
    await generate(2);
    const first = await timed(() => generate(1));
    const before = dispatchesOf(device);
    const decoded = await timed(() => generate(newTokens));
    if (count === most) ({ completions } = decoded.result);
    decodings.push({
      firstTokenSeconds: first.seconds,
      tokensPerSecond: (count * (newTokens - 1)) / (decoded.seconds - first.seconds),
      dispatchesPerLayer: (dispatchesOf(device) - before) / newTokens / config.layers,
    });
  }

  const sequences = completions.map(({ ids: completion, logprobs }, i) => ({
    prompt: ids,
    completion,
    oldLogprobs: logprobs,
    advantage: i % 2 === 0 ? 1 : -1,
  }));
  const update = () => policy.update({ sequences, objective, optimizer, memory });
  // Compile the pipelines first, without timing.
  await update();
  // Shape of the largest matrix product of a layer in the update.
  const product: Product = [promptTokens + most * newTokens, 2 * config.intermediateSize, config.hiddenSize];
  const rounds = [];
  for (let round = 0; round < work.rounds; round++) {
    // Measure the kernel's rate just before the update, because the speed of a machine changes.
    const limit = await productRate(device, product, 1);
    const { seconds, result } = await timed(update);
    rounds.push({ seconds, rate: result.flops / seconds, limit });
  }
  await policy.dispose();
  return {
    decode: decodings,
    update: {
      seconds: median(rounds.map(({ seconds }) => seconds)),
      tokens: promptTokens + most * (newTokens - 1),
      rate: median(rounds.map(({ rate }) => rate)),
      share: median(rounds.map(({ rate, limit }) => rate / limit)),
    },
  };
}
