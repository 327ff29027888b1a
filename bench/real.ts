/**
 * @file The job `real`: a checkpoint of a published model's shapes (real-shapes.ts) is loaded, decodes, and learns by one
 * GRPO update with LoRA over frozen f16 weights, in Node on Dawn. Prints one line of JSON for each model.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, openWeights } from '../src/lm/files/load-model.ts';
import { LORA_MODULES } from '../src/lm/lora/lora-config.ts';
import { diskFolder } from '../src/lm/files/node-files.ts';
import { DevicePolicies } from '../src/policy/device-policies.ts';
import { planDevice } from '../src/policy/memory-plan.ts';
import type { GrpoObjective } from '../src/objectives/objective.ts';
import type { PlayerTraining } from '../src/policy/training.ts';
import { openNodeDevice } from '../src/tensor/node.ts';
import type { Device } from '../src/tensor/device.ts';
import { multiply } from '../src/tensor/ops/matmul.ts';
import { Tape } from '../src/tensor/tape.ts';
import { realModels, writeRealModel, type RealModel } from './real-shapes.ts';

const ROLLOUTS = 8;
const PROMPT_TOKENS = 64;
const NEW_TOKENS = 32;
const training: PlayerTraining = {
  kind: 'lora',
  lora: { rank: 8, alpha: 16, targets: [...LORA_MODULES] },
  basePrecision: 'f16',
  seed: 1,
  player: 0,
};
const objective: GrpoObjective = {
  kind: 'grpo',
  clipLow: 0.2,
  clipHigh: 0.2,
  dualClip: 0,
  klWeight: 0.001,
  klEstimator: 'k3',
  entropyWeight: 0,
  aggregation: 'token-mean',
  maxCompletionLength: NEW_TOKENS,
  temperature: 1,
};
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

const dispatches = (device: Device): number => device.kernels().reduce((sum, kernel) => sum + kernel.dispatches, 0);

/** Operations per second of the matrix kernel alone, on the largest product of a layer of the update. */
async function matmulRate(device: Device, m: number, k: number, n: number): Promise<number> {
  const tape = new Tape(device, false);
  const [a, b, c] = [tape.allocate([m, k]), tape.allocate([k, n]), tape.allocate([m, n])];
  for (const tensor of [a, b]) device.clear(tensor);
  const products = 4;
  const run = async () => {
    for (let i = 0; i < products; i++) multiply(tape, a, b, c);
    await device.read(c.view([64]));
  };
  await run();
  const { seconds } = await timed('matrix kernel alone', run);
  tape.dispose();
  return (products * 2 * m * k * n) / seconds;
}

async function measure(name: RealModel): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'genenv-real-'));
  const device = await openNodeDevice({
    onProblem: (problem) => {
      throw problem;
    },
  });
  try {
    const made = await timed(`${name} written`, async () => writeRealModel(name, folder));
    const files = diskFolder(folder);
    const config = await loadConfig(files);
    const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
    const lengths = { promptTokens: PROMPT_TOKENS, completionTokens: NEW_TOKENS };
    const plan = await planDevice(
      { kernelStyle: device.profile.kernelStyle, maxBufferSize, maxStorageBufferBindingSize },
      [
        {
          model: name,
          config,
          training,
          holds: false,
          samplings: [{ prompts: 1, ...lengths, rolloutsPerPrompt: ROLLOUTS, sampling: sampling(NEW_TOKENS) }],
          updates: [{ sequences: ROLLOUTS, prompts: 1, ...lengths, objective, memory }],
        },
      ],
    );
    const policies = new DevicePolicies(device);
    const rssBefore = process.memoryUsage().rss;
    const loaded = await timed('loaded', () => policies.open(name, () => openWeights(files), training));
    const policy = loaded.result;
    const bytesLoaded = device.bytes;
    const hostBytes = process.memoryUsage().rss - rssBefore;

    const prompt = {
      ids: Array.from({ length: PROMPT_TOKENS }, (_, t) => (t * 7919 + 11) % config.vocabSize),
      task: 0,
      rollouts: Array.from({ length: ROLLOUTS }, (_, rollout) => rollout),
      position: 0,
    };
    const key = { seed: 1, stream: 1, epoch: 1 };
    const generate = (tokens: number) => policy.generate([prompt], sampling(tokens), key);
    // Compiles the pipelines, and is the time to the first token.
    await timed('two tokens, with compilation', () => generate(2));
    const first = await timed('prompt and first token', () => generate(1));
    const before = dispatches(device);
    const decoded = await timed(`${ROLLOUTS} × ${NEW_TOKENS} tokens`, () => generate(NEW_TOKENS));
    const perStep = (dispatches(device) - before) / NEW_TOKENS;

    const sequences = decoded.result.completions.map(({ ids, logprobs }, i) => ({
      prompt: prompt.ids,
      completion: ids,
      oldLogprobs: logprobs,
      advantage: i % 2 === 0 ? 1 : -1,
    }));
    const update = () => policy.update({ sequences, objective, optimizer, memory });
    const warmUp = await timed('update, with compilation', update);
    const learned = await timed('update', update);
    const limit = await matmulRate(
      device,
      PROMPT_TOKENS + ROLLOUTS * NEW_TOKENS,
      config.hiddenSize,
      2 * config.intermediateSize,
    );
    const rate = learned.result.flops / learned.seconds;
    const decodeSeconds = decoded.seconds - first.seconds;
    console.log(
      JSON.stringify({
        model: name,
        adapter: device.adapter.name,
        fileBytes: made.result.bytes,
        writeSeconds: made.seconds,
        load: { seconds: loaded.seconds, gpuBytes: bytesLoaded, hostBytes },
        decode: {
          seconds: decoded.seconds,
          firstTokenSeconds: first.seconds,
          tokensPerSecond: (ROLLOUTS * (NEW_TOKENS - 1)) / decodeSeconds,
          dispatchesPerToken: perStep,
          dispatchesPerLayer: perStep / config.layers,
        },
        update: {
          seconds: learned.seconds,
          firstSeconds: warmUp.seconds,
          tokens: PROMPT_TOKENS + ROLLOUTS * (NEW_TOKENS - 1),
          gigaflops: rate / 1e9,
          matmulGigaflops: limit / 1e9,
          share: rate / limit,
          gradNorm: learned.result.gradNorm,
        },
        peakBytes: device.peakBytes,
        plannedBytes: plan.peakBytes,
      }),
    );
    await policy.dispose();
  } finally {
    device.destroy();
    rmSync(folder, { recursive: true });
  }
}

const chosen = process.argv.slice(2);
for (const name of realModels) if (chosen.length === 0 || chosen.includes(name)) await measure(name);
process.exit(0);
