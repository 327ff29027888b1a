/**
 * @file Runs the training step in webgpu-llm (https://llm.istanbul, npm `webgpu-llm`): hand-written WGSL for adapters
 * with `shader-f16` and subgroups of 32 threads. It ties the head to the embedding, so our model does the same for this
 * comparison (`WorkSize.tied`). It trains one window of text at a time. The fastest number of sequences shares a
 * window, and gradients are summed over windows.
 */
import { LLMEngine, Model } from 'webgpu-llm/llm';
import {
  batch,
  configOf,
  type Contestant,
  LENGTH,
  trainedTokens,
  weightsOf,
  WHOLE,
  type WorkSize,
} from '../workload.ts';

const config = configOf(WHOLE);
const { hiddenSize: D, heads: H, headDim: HD } = config;
const OPTIMIZER = { lr: 1e-3, beta1: 0.9, beta2: 0.98, adam_eps: 1e-8, weight_decay: 0, grad_clip: 1e30 };
/** Numbers of sequences per window to try. Its fast kernels take windows of at most 1,024 tokens. */
const SHARED = [4, 8, 16];

/** Maps webgpu-llm's weight names to ours, without the layer. */
const NAMES: Readonly<Record<string, string>> = {
  attn_norm_w: 'input_layernorm',
  wq: 'self_attn.q_proj',
  wk: 'self_attn.k_proj',
  wv: 'self_attn.v_proj',
  wo: 'self_attn.o_proj',
  ffn_norm_w: 'post_attention_layernorm',
  w_gate: 'mlp.gate_proj',
  w_up: 'mlp.up_proj',
  w_down: 'mlp.down_proj',
  tok_emb: 'model.embed_tokens',
  final_norm_w: 'model.norm',
};

/**
 * Returns our channel for webgpu-llm's `channel`. Its rotary embedding rotates neighbouring channels; ours pairs
 * channels of the two halves of a head.
 */
const rotatedChannel = (channel: number) => {
  const inHead = channel % HD;
  return channel - inHead + Math.floor(inHead / 2) + (inHead % 2) * (HD / 2);
};

/** Reorders one of our weights from [out, in] to [in, out]. */
function weightOf(label: string, source: ReturnType<typeof weightsOf>): Float32Array<ArrayBuffer> {
  const [, layer, name] = /^(?:L(\d+)\.)?(.+)$/.exec(label)!;
  const { shape, data } = source.get(`${layer ? `model.layers.${layer}.` : ''}${NAMES[name]}.weight`)!;
  const numbers = data as Float32Array<ArrayBuffer>;
  if (shape.length === 1 || name === 'tok_emb') return numbers;
  const [outputs, inputs] = shape;
  const rowOf = name === 'wq' || name === 'wk' ? rotatedChannel : (output: number) => output;
  return Float32Array.from({ length: numbers.length }, (_, i) => {
    const [input, output] = [Math.floor(i / outputs), i % outputs];
    return numbers[rowOf(output) * inputs + input];
  });
}

/** Makes a step for windows with this many sequences. The step resolves to the loss before it. */
function stepOf(engine: LLMEngine, precision: 'f32' | 'mixed', shared: number, sequences: number) {
  const tokens = shared * LENGTH;
  const settings = {
    d_model: D,
    n_heads: H,
    n_kv_heads: config.kvHeads,
    head_dim: HD,
    kv_dim: config.kvHeads * HD,
    n_layers: config.layers,
    d_ff: config.intermediateSize,
    activation: 'swiglu',
    vocab_size: config.vocabSize,
    rms_eps: config.rmsNormEps,
    seq_len: tokens,
    precision,
  };
  const model = new Model(engine, settings);
  model.allocate();
  const source = weightsOf({ ...WHOLE, tied: true });
  const { queue } = engine.device;
  for (const { label, offset } of model.paramLayout.entries)
    queue.writeBuffer(model._megaW, 4 * offset, weightOf(label, source));
  if (precision === 'mixed') model._refreshF16Weights();
  model.allocActivations();
  model.allocBackward();

  const rows = batch().slice(0, sequences);
  const documentStarts = Uint32Array.from({ length: tokens }, (_, i) => i - (i % LENGTH));
  const windows = Array.from({ length: sequences / shared }, (_, window) => {
    const { inputs, targets } = trainedTokens(rows.slice(window * shared, (window + 1) * shared));
    return { inputs: Uint32Array.from(inputs), targets: Uint32Array.from(targets) };
  });
  return async () => {
    let loss = 0;
    for (const [window, { inputs, targets }] of windows.entries()) {
      loss += (await model.forwardLoss(inputs, targets, documentStarts)) / windows.length;
      await model.backward(inputs, window > 0);
    }
    await model.step(OPTIMIZER, windows.length);
    await queue.onSubmittedWorkDone();
    return loss;
  };
}

export async function prepare({ sequences }: WorkSize, precision: 'f32' | 'mixed'): Promise<Contestant> {
  const engine = await new LLMEngine().init();
  const candidates = SHARED.filter((shared) => sequences % shared === 0);
  let fastest = { milliseconds: Infinity, shared: 1 };
  for (const shared of candidates) {
    const step = stepOf(engine, precision, shared, sequences);
    await step();
    const start = performance.now();
    await step();
    const milliseconds = performance.now() - start;
    if (milliseconds < fastest.milliseconds) fastest = { milliseconds, shared };
  }
  return { train: stepOf(engine, precision, fastest.shared, sequences) };
}
