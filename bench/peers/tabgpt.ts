/**
 * @file Trains the batch in TabGPT (https://github.com/jbingen/tabgpt), whose training step is one fixed list of
 * dispatches with products that hold vectors of four in registers. It is in no registry, so the user gives a folder of
 * its source.
 *
 * It has its own model. Width, layers, heads and vocabulary are ours. It has squared ReLU of 4d channels instead of our
 * SwiGLU of 3d, norms of queries and keys, its embedding as its head, weights from its own seed and its own learning
 * rate.
 */
import type { Contestant } from '../contestant.ts';
import { batch, configOf, LENGTH, trainedTokens, WEIGHTS_PER_TOKEN, WHOLE, type WorkSize } from '../workload.ts';

type Tokens = Uint32Array<ArrayBuffer>;
/** The parts of its modules `src/engine/model.ts` and `src/engine/kernels.ts` that are used here. */
export interface TabGpt {
  GPT: new (device: GPUDevice, config: object) => { trainStep(x: Tokens, y: Tokens): Promise<number> };
  setF16(on: boolean): void;
}

const { hiddenSize: d, layers, heads, vocabSize } = configOf(WHOLE);
/** Its matrices' multiply-adds as a share of ours. */
export const TABGPT_SHARE = (layers * 12 * d * d + d * vocabSize) / WEIGHTS_PER_TOKEN;

/** @param half stores weights, activations and gradients in f16, as its own page does if the adapter has it */
export async function prepare({ sequences }: WorkSize, { GPT, setF16 }: TabGpt, half: boolean): Promise<Contestant> {
  const adapter = (await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' }))!;
  if (half && !adapter.features.has('shader-f16')) throw new Error('The adapter lacks shader-f16.');
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  const device = await adapter.requestDevice({
    requiredFeatures: half ? ['shader-f16'] : [],
    requiredLimits: { maxBufferSize, maxStorageBufferBindingSize },
  });
  setF16(half);
  const size = { B: sequences, T: LENGTH, C: d, L: layers, NH: heads, V: vocabSize };
  const model = new GPT(device, { ...size, lr: 1e-3, warmup: 1, f16: half });
  const tokens = trainedTokens(batch().slice(0, sequences));
  const [inputs, targets] = [tokens.inputs, tokens.targets].map((ids) => Uint32Array.from(ids));
  return { train: () => model.trainStep(inputs, targets) };
}
