/**
 * @file A checkpoint of a published model's shapes (real-shapes.ts) is loaded, decodes, and learns by GRPO updates with
 * LoRA over frozen f16 weights, in Node on Dawn.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import { loadConfig, openWeights } from '../src/lm/files/load-model.ts';
import { LORA_MODULES } from '../src/lm/lora/lora-config.ts';
import { diskFolder } from '../src/lm/files/node-files.ts';
import { DevicePolicies } from '../src/policy/device-policies.ts';
import { planDevice } from '../src/policy/memory-plan.ts';
import type { GrpoObjective } from '../src/objectives/objective.ts';
import type { PlayerTraining } from '../src/policy/training.ts';
import type { Completion } from '../src/policy/policy.ts';
import type { Device } from '../src/tensor/device.ts';
import { dispatchesOf, productRate, type Product } from './product-rate.ts';
import { writeRealModel } from './real-shapes.ts';

/** How much is computed. */
export interface RealWork {
  promptTokens: number;
  newTokens: number;
  /** Rollouts decoded at once: one measurement each; the update learns from the most. */
  rollouts: readonly number[];
  /** Updates that are timed, after one that compiles. */
  rounds: number;
}

export const REAL_WORK: RealWork = { promptTokens: 64, newTokens: 32, rollouts: [8], rounds: 1 };

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

/** @param what named on stderr when it is done, because some of it takes minutes */
async function timed<T>(what: string, work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const start = performance.now();
  const result = await work();
  const seconds = (performance.now() - start) / 1000;
  console.error(`${what}: ${seconds.toFixed(1)} s`);
  return { seconds, result };
}

/**
 * @param published the fields of its config.json
 * @param device used by nothing else, where its most memory is to be compared with the plan
 */
export async function measureRealModel(device: Device, name: string, published: object, work: RealWork) {
  const { promptTokens, newTokens } = work;
  const most = Math.max(...work.rollouts);
  const objective = objectiveOf(newTokens);
  const folder = mkdtempSync(join(tmpdir(), 'genenv-real-'));
  try {
    const made = await timed(`${name} written`, async () => writeRealModel(published, folder));
    const files = diskFolder(folder);
    const config = await loadConfig(files);
    const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
    const lengths = { promptTokens, completionTokens: newTokens };
    const plan = await planDevice(
      { kernelStyle: device.profile.kernelStyle, maxBufferSize, maxStorageBufferBindingSize },
      [
        {
          model: name,
          config,
          training,
          holds: false,
          samplings: [{ prompts: 1, ...lengths, rolloutsPerPrompt: most, sampling: sampling(newTokens) }],
          updates: [{ sequences: most, prompts: 1, ...lengths, objective, memory }],
        },
      ],
    );
    const policies = new DevicePolicies(device);
    const rssBefore = process.memoryUsage().rss;
    const bytesBefore = device.bytes;
    const loaded = await timed('loaded', () => policies.open(name, () => openWeights(files), training));
    const policy = loaded.result;
    const gpuBytes = device.bytes - bytesBefore;
    const hostBytes = process.memoryUsage().rss - rssBefore;

    const ids = Array.from({ length: promptTokens }, (_, t) => (t * 7919 + 11) % config.vocabSize);
    const key = { seed: 1, stream: 1, epoch: 1 };
    const decodings = [];
    let completions: readonly Completion[] = [];
    for (const count of work.rollouts) {
      const rollouts = Array.from({ length: count }, (_, rollout) => rollout);
      const generate = (tokens: number) =>
        policy.generate([{ ids, task: 0, rollouts, position: 0 }], sampling(tokens), key);
      // Compiles the pipelines, and is the time to the first token.
      await timed('two tokens, with compilation', () => generate(2));
      const first = await timed('prompt and first token', () => generate(1));
      const before = dispatchesOf(device);
      const decoded = await timed(`${count} × ${newTokens} tokens`, () => generate(newTokens));
      const dispatchesPerToken = (dispatchesOf(device) - before) / newTokens;
      if (count === most) ({ completions } = decoded.result);
      decodings.push({
        rollouts: count,
        seconds: decoded.seconds,
        firstTokenSeconds: first.seconds,
        tokensPerSecond: (count * (newTokens - 1)) / (decoded.seconds - first.seconds),
        dispatchesPerToken,
        dispatchesPerLayer: dispatchesPerToken / config.layers,
      });
    }

    const sequences = completions.map(({ ids: completion, logprobs }, i) => ({
      prompt: ids,
      completion,
      oldLogprobs: logprobs,
      advantage: i % 2 === 0 ? 1 : -1,
    }));
    const update = () => policy.update({ sequences, objective, optimizer, memory });
    const warmUp = await timed('update, with compilation', update);
    // The largest product of a layer of the update.
    const product: Product = [promptTokens + most * newTokens, 2 * config.intermediateSize, config.hiddenSize];
    const rounds = [];
    for (let round = 0; round < work.rounds; round++) {
      // Alone just before the update, so that both have the machine's speed of the moment.
      const limit = await productRate(device, product, 1);
      const { seconds, result } = await timed('update', update);
      rounds.push({ seconds, rate: result.flops / seconds, limit, gradNorm: result.gradNorm });
    }
    await policy.dispose();
    return {
      model: name,
      adapter: device.adapter.name,
      fileBytes: made.result.bytes,
      writeSeconds: made.seconds,
      load: { seconds: loaded.seconds, gpuBytes, hostBytes },
      decode: decodings,
      update: {
        seconds: median(rounds.map(({ seconds }) => seconds)),
        firstSeconds: warmUp.seconds,
        tokens: promptTokens + most * (newTokens - 1),
        gigaflops: median(rounds.map(({ rate }) => rate)) / 1e9,
        matmulGigaflops: median(rounds.map(({ limit }) => limit)) / 1e9,
        share: median(rounds.map(({ rate, limit }) => rate / limit)),
        gradNorm: rounds[0].gradNorm,
      },
      peakBytes: device.peakBytes,
      plannedBytes: plan.peakBytes,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
