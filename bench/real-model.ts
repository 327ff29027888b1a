/**
 * @file Times decoding and GRPO updates with LoRA over frozen f16 weights, in the shapes of SmolLM2-135M. The weights
 * are random, because speed does not depend on them.
 */
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import { parameterShapes, parseModelConfig } from '../src/lm/files/config.ts';
import { loadConfig, openWeights } from '../src/lm/files/load-model.ts';
import { diskFolder } from '../src/lm/files/node-files.ts';
import { LORA_MODULES } from '../src/lm/lora/lora-config.ts';
import type { GrpoObjective } from '../src/objectives/objective.ts';
import { DevicePolicies } from '../src/policy/device-policies.ts';
import type { Completion, PlayerTraining } from '../src/policy/policy.ts';
import { RandomStream } from '../src/random/random-stream.ts';
import { streams } from '../src/random/streams.ts';
import type { Device } from '../src/tensor/device.ts';
import { halfBits } from '../src/tensor/packed-numbers.ts';
import { dispatchesOf, productRate, type Product } from './product-rate.ts';

/** Fields of SmolLM2-135M's config.json that decide the computation. */
export const SMOLLM2_135M = {
  model_type: 'llama',
  vocab_size: 49152,
  hidden_size: 576,
  num_hidden_layers: 30,
  num_attention_heads: 9,
  num_key_value_heads: 3,
  intermediate_size: 1536,
  max_position_embeddings: 8192,
  rms_norm_eps: 1e-5,
  rope_theta: 100000,
  tie_word_embeddings: true,
  eos_token_id: 0,
};

const SEED = 1;
const HALF_BYTES = 2;
/** Number of different values in a tensor. */
const LEVELS = 2 ** 16;

/** Writes `config.json` and `model.safetensors` in f16 tensor by tensor, so that only one tensor is in memory. */
function writeRandomModel(published: object, folder: string): void {
  const config = parseModelConfig(published);
  const shapes = [...parameterShapes(config)].map(([tensor, shape]) => ({
    tensor,
    shape,
    size: shape.reduce((product, extent) => product * extent, 1),
  }));
  let end = 0;
  const header = Object.fromEntries(
    shapes.map(({ tensor, shape, size }) => {
      const start = end;
      end += size * HALF_BYTES;
      return [tensor, { dtype: 'F16', shape, data_offsets: [start, end] }];
    }),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), JSON.stringify(published));
  const file = openSync(join(folder, 'model.safetensors'), 'w');
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(text.length), true);
  writeSync(file, length);
  writeSync(file, text);
  shapes.forEach((shape, index) => {
    const bytes = new Uint8Array(randomHalves(shape, index).buffer);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, Math.min(2 ** 28, bytes.length - at));
  });
  closeSync(file);
}

/** Draws uniform weights with standard deviation fan_in^−½, which keeps the scale of activations. Norms are 1. */
function randomHalves({ tensor, shape, size }: { tensor: string; shape: number[]; size: number }, index: number) {
  if (tensor.includes('norm')) return new Uint16Array(size).fill(halfBits(1));
  const largest = Math.sqrt(3 / shape[shape.length - 1]);
  const values = Uint16Array.from({ length: LEVELS }, (_, i) => halfBits(largest * ((2 * i + 1) / LEVELS - 1)));
  const random = new RandomStream(SEED, streams.benchWeights, index);
  // A packed word holds two values.
  const halves = new Uint16Array(size + (size % 2));
  for (let i = 0; i < size; i += 2) {
    const word = random.word();
    halves[i] = values[word & 0xffff];
    halves[i + 1] = values[word >>> 16];
  }
  return halves.slice(0, size);
}

export interface RealWork {
  promptTokens: number;
  newTokens: number;
  /** Numbers of rollouts decoded at once, one measurement each. The update learns from the largest. */
  rollouts: readonly number[];
  /** The first update compiles the kernels and is not timed. */
  rounds: number;
}

const training: PlayerTraining = {
  kind: 'lora',
  lora: { rank: 8, alpha: 16, targets: [...LORA_MODULES] },
  basePrecision: 'f16',
  seed: 1,
  player: 0,
};
const objectiveOf = (newTokens: number): GrpoObjective => ({
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
});
const optimizer = { learningRate: 1e-5, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 };
const memory = { gradientCheckpointing: false, microBatchTokens: 0 };
const sampling = (maxNewTokens: number) => ({ temperature: 1, topK: 0, topP: 1, maxNewTokens, stopIds: [] });

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const start = performance.now();
  const result = await work();
  return { seconds: (performance.now() - start) / 1000, result };
}

export async function measureRealModel(device: Device, published: object, work: RealWork) {
  const { promptTokens, newTokens } = work;
  const most = Math.max(...work.rollouts);
  const objective = objectiveOf(newTokens);
  const folder = mkdtempSync(join(tmpdir(), 'genenv-real-'));
  try {
    writeRandomModel(published, folder);
    const files = diskFolder(folder);
    const config = await loadConfig(files);
    const policy = await new DevicePolicies(device).open('real', () => openWeights(files), training);

    const ids = Array.from({ length: promptTokens }, (_, t) => (t * 7919 + 11) % config.vocabSize);
    const key = { seed: 1, stream: 1, epoch: 1 };
    const decodings = [];
    let completions: readonly Completion[] = [];
    for (const count of work.rollouts) {
      const rollouts = Array.from({ length: count }, (_, rollout) => rollout);
      const generate = (tokens: number) =>
        policy.generate([{ ids, task: 0, rollouts, position: 0 }], sampling(tokens), key);
      // The first call compiles the pipelines.
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
    // The first call compiles the pipelines.
    await update();
    // The largest product of a layer in the update.
    const product: Product = [promptTokens + most * newTokens, 2 * config.intermediateSize, config.hiddenSize];
    const rounds = [];
    for (let round = 0; round < work.rounds; round++) {
      // Measure the speed just before the update, so that both see the machine's current speed.
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
  } finally {
    rmSync(folder, { recursive: true });
  }
}
