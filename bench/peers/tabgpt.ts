/**
 * @file The batch in TabGPT (https://github.com/jbingen/tabgpt): its training step is one fixed list of dispatches whose
 * products hold vectors of four in registers. It is in no registry: a folder of its source is given.
 *
 * Its model is its own. Width, layers, heads and vocabulary are ours; it has squared ReLU of 4d channels for our SwiGLU of
 * 3d, norms of queries and keys, its embedding for a head, weights from its own seed and a learning rate that it chooses.
 */
import type { Contestant } from '../contestant.ts';
import { batch, configOf, LENGTH, trainedTokens, WEIGHTS_PER_TOKEN, WHOLE, type WorkSize } from '../workload.ts';

type Tokens = Uint32Array<ArrayBuffer>;
/** Its modules `src/engine/model.ts` and `src/engine/kernels.ts`, as far as they are used here. */
export interface TabGpt {
  GPT: new (device: GPUDevice, config: object) => { trainStep(x: Tokens, y: Tokens): Promise<number> };
  setF16(on: boolean): void;
}

const { hiddenSize: d, layers, heads, vocabSize } = configOf(WHOLE);
/** What its matrices multiply, as a share of ours. */
export const TABGPT_SHARE = (layers * 12 * d * d + d * vocabSize) / WEIGHTS_PER_TOKEN;

/** @param half weights, activations and gradients are stored in f16, as on its own page where the adapter has it */
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
