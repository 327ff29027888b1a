/** @file Checks that a frozen model on ONNX Runtime (wasm) writes the same text as its weights on our engine. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memoryFolder } from '../lm/testing/memory-folder.ts';
import { parameterCount } from '../lm/files/config.ts';
import type { Prompt, SamplingSettings } from '../lm/sampling.ts';
import { OnnxCausalLM } from '../onnx/causal-lm.ts';
import { nodeRuntime } from '../onnx/node-runtime.ts';
import { onnxFolder } from '../onnx/testing/onnx-folder.ts';
import { tinyModel } from '../onnx/testing/tiny-model.ts';
import { Transformers } from '../onnx/transformers.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { OnnxModel } from './onnx-model.ts';
import { LanguageModelPolicy } from './language-model-policy.ts';

/** Tolerance for natural logarithms and entropies, because two runtimes sum f32 in different orders. */
const TOLERANCE = 2e-5;

const tiny = tinyModel();
const key = { seed: 11, stream: 3, epoch: 2 };
const sampling: SamplingSettings = { temperature: 0.9, topK: 0, topP: 1, maxNewTokens: 12, stopIds: [256, 32, 101] };
/** Prompts of different lengths and group sizes. The last prompt continues after an earlier turn. */
const prompts: Prompt[] = [
  { ids: [72, 101, 108], task: 0, rollouts: [0, 1, 2, 3], position: 0 },
  { ids: [1, 2, 3, 4, 5, 6, 7, 8, 9], task: 4, rollouts: [2], position: 0 },
  { ids: [200], task: 5, rollouts: [0, 7], position: 3 },
];

let device: Device;
let trained: LanguageModelPolicy;
let frozen: OnnxModel;
beforeAll(async () => {
  device = await openNodeDevice();
  trained = LanguageModelPolicy.create(device, {
    ...tiny,
    weights: new Map(tiny.weights),
    name: 'tiny',
    weightsHash: '',
  });
  const folder = memoryFolder(await onnxFolder(tiny), 'tiny');
  frozen = new OnnxModel(await OnnxCausalLM.open(await Transformers.open(nodeRuntime), folder));
});
afterAll(async () => {
  await trained?.dispose();
  device?.destroy();
  await frozen?.dispose();
});

it.each([sampling, { ...sampling, topK: 7 }, { ...sampling, topP: 0.6 }, { ...sampling, temperature: 0 }])(
  'writes what our engine writes with the same seed: %o',
  async (settings) => {
    const [ours, theirs] = [
      await trained.generate(prompts, settings, key),
      await frozen.generate(prompts, settings, key),
    ];
    const text = ({ completions }: typeof ours) => completions.map(({ logprobs: _, ...rest }) => rest);
    expect(text(theirs)).toEqual(text(ours));
    expect(new Set(theirs.completions.map(({ finish }) => finish)).size).toBe(settings.temperature === 0 ? 1 : 2);
    theirs.completions.forEach(({ logprobs }, i) =>
      logprobs.forEach((value, t) => expect(Math.abs(value - ours.completions[i].logprobs[t])).toBeLessThan(TOLERANCE)),
    );
  },
);

it('gives the same bits for the same seed, and scores what it wrote with the log-probabilities it reported', async () => {
  const first = await frozen.generate(prompts, sampling, key);
  expect(await frozen.generate(prompts, sampling, key)).toEqual(first);
  const sequences = first.completions.map(({ task, ids }) => ({
    prompt: prompts.find((prompt) => prompt.task === task)!.ids,
    completion: ids,
  }));
  const { scored } = await frozen.score(sequences, 'current', sampling.temperature);
  const { scored: expected } = await trained.score(sequences, 'initial', sampling.temperature);
  scored.forEach(({ logprobs, entropy }, i) => {
    logprobs.forEach((value, t) => {
      expect(Math.abs(value - first.completions[i].logprobs[t])).toBeLessThan(TOLERANCE);
      expect(Math.abs(value - expected[i].logprobs[t])).toBeLessThan(TOLERANCE);
      expect(Math.abs(entropy[t] - expected[i].entropy[t])).toBeLessThan(TOLERANCE);
    });
  });
});

it('scores no token that the mask leaves out', async () => {
  const sequence = { prompt: [1, 2], completion: [3, 4, 5], mask: [1, 0, 1] as const };
  const { scored } = await frozen.score([sequence], 'initial', 1);
  expect(scored[0].logprobs.map((value) => value === 0)).toEqual([false, true, false]);
  expect(scored[0].entropy[1]).toBe(0);
});

it('describes itself, and counts what it did', async () => {
  const description = await frozen.describe();
  expect(description).toMatchObject({
    name: 'tiny',
    family: 'qwen3',
    vocabularySize: 260,
    contextLength: 128,
    weightsHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    runtime: expect.stringMatching(/^ONNX Runtime Web 1\.\d+.*, wasm \(Node\), onnx\/model\.onnx$/) as string,
  });
  // The graph's rotation tables, two of [positions, head size / 2], count as parameters too.
  expect(description.parameters).toBe(parameterCount(tiny.config) + 128 * 16);
  const before = await frozen.telemetry();
  const { completions, flops } = await frozen.generate(prompts.slice(1, 2), sampling, key);
  const after = await frozen.telemetry();
  const written = completions[0].ids.length;
  expect(after.tokensGenerated - before.tokensGenerated).toBe(written);
  expect(flops).toBe(2 * description.parameters * (9 + written - 1));
  expect(after.flops - before.flops).toBe(flops);
  expect(after).toMatchObject({ activity: 'idle', done: written, total: 12 });
});

it('refuses what it cannot sample, and does one thing at a time', async () => {
  const prompt = { ids: new Array<number>(120).fill(1), task: 3, rollouts: [0], position: 0 };
  await expect(frozen.generate([prompt], sampling, key)).rejects.toMatchObject({ code: 'prompt-too-long' });
  await expect(frozen.generate([{ ...prompt, ids: [260] }], sampling, key)).rejects.toThrow('outside the vocabulary');
  const running = frozen.generate(prompts, sampling, key);
  await expect(frozen.score([], 'current', 1)).rejects.toThrow('still generating');
  await running;
});
