/**
 * @file Computes by formula how much device memory policies take, before anything is allocated. The formula sums the
 * tensors that opening, sampling and an update hold at once, each with its buffer size (tensor/buffer-pool.ts).
 *
 * Letters: n tokens of a pass, d width, f gated channels, q channels of queries, kv channels of keys and values, v
 * padded vocabulary. Sizes count four-byte elements, unless a name says bytes.
 */
import type { ModelConfig } from '../lm/files/config.ts';
import { chunkRows } from '../lm/head.ts';
import type { Objective } from '../objectives/objective.ts';
import { adaptedMatrices, layOutAdapter } from '../lm/lora/adapter-layout.ts';
import type { LoraConfig } from '../lm/lora/lora-config.ts';
import { cacheRowBytes, MAX_ROLLOUTS } from '../lm/generate.ts';
import { scoringTokens } from '../lm/packing.ts';
import { paddedVocabulary, parameterLayout, refuseSizes } from '../lm/weights.ts';
import { bufferBytes } from '../tensor/buffer-pool.ts';
import { splitsOf } from '../tensor/ops/matmul.ts';
import type { ParameterLayout } from '../tensor/parameters.ts';
import { type KernelStyle, profiles } from '../tensor/profile.ts';
import { UNIFORM_BYTES } from '../tensor/recorder.ts';
import { bytesOf, ELEMENT_BYTES, type Precision } from '../tensor/tensor.ts';
import { microBatches } from './micro-batches.ts';
import type { SamplingSettings, Training, UpdateRequest } from './policy.ts';

/** GPU adapter to plan for. The kernel style decides which kernels run. Limits are in bytes. */
export interface PlannedAdapter {
  kernelStyle: KernelStyle;
  maxBufferSize: number;
  maxStorageBufferBindingSize: number;
}

/** Size of one call of `generate`. */
export interface SamplingWork {
  prompts: number;
  promptTokens: number;
  rolloutsPerPrompt: number;
  sampling: SamplingSettings;
}

/** Size of one optimizer step. */
export interface UpdateWork extends Pick<UpdateRequest, 'memory'> {
  objective: Objective;
  sequences: number;
  prompts: number;
  promptTokens: number;
  completionTokens: number;
}

/** A policy, and the largest samplings and updates that it does in a run. */
export interface PolicyWork {
  /** Name of the checkpoint. Adapters over one checkpoint share its weights. */
  model: string;
  config: ModelConfig;
  training: Training;
  samplings: readonly SamplingWork[];
  updates: readonly UpdateWork[];
  /** True if an update holds copies of weights and optimizer state. */
  holds: boolean;
}

/** Kinds of memory that policies keep between calls. */
export type KeptPart = 'weights' | 'adapters' | 'reference' | 'gradients' | 'optimizer' | 'held';

export interface DevicePlan {
  kept: Record<KeptPart, number>;
  /** Peak bytes of sampling beyond kept memory. `cache` is the share for keys and values. */
  sampling: { bytes: number; cache: number };
  /** Peak bytes of an update beyond kept memory. `logits` is the share for logits, and activations are the rest. */
  learning: { bytes: number; logits: number };
  /** Bytes in use. Buffers kept for reuse take up to a sixteenth more, plus 64 MiB. */
  peakBytes: number;
  /** Bytes of the largest buffer, and of the largest part of a buffer that one kernel binds. */
  largestBuffer: number;
  largestBinding: number;
}

/** Sums the sizes of tensors and tracks the largest. */
class Tally {
  largestBuffer = 0;
  largestBinding = 0;
  /** Returns the total buffer bytes of tensors with these numbers of elements. */
  readonly of = (...sizes: number[]): number => sizes.reduce((sum, size) => sum + this.bytes(size * ELEMENT_BYTES), 0);

  /** Counts one buffer and returns its bytes. @param bound false if kernels bind only parts of the buffer */
  bytes(bytes: number, bound = true): number {
    const buffer = bytes > 0 ? bufferBytes(bytes) : 0;
    this.largestBuffer = Math.max(this.largestBuffer, buffer);
    if (bound) this.largestBinding = Math.max(this.largestBinding, bytes);
    return buffer;
  }

  /** Returns the buffer bytes of a parameter set. @param learns true if the optimizer binds whole segments */
  layout({ segments }: ParameterLayout, learns: boolean): number {
    return segments.reduce((sum, { size, precision }) => sum + this.bytes(bytesOf(size, precision), learns), 0);
  }
}

/** Plans the memory of policies on one device. @throws CodedError if device or engine do not support a shape */
export function planDevice(adapter: PlannedAdapter, policies: readonly PolicyWork[]): DevicePlan {
  const tally = new Tally();
  const kept: DevicePlan['kept'] = { weights: 0, adapters: 0, reference: 0, gradients: 0, optimizer: 0, held: 0 };
  const sampling = { bytes: 0, cache: 0 };
  const learning = { bytes: 0, logits: 0 };
  const limit = Math.min(adapter.maxBufferSize, adapter.maxStorageBufferBindingSize);
  const bases = new Set<string>();
  for (const { model, config, training, samplings, updates, holds } of policies) {
    const precision = training.kind === 'lora' ? training.basePrecision : 'f32';
    const lora = training.kind === 'lora' ? training.lora : undefined;
    refuseSizes(config);
    const base = `${precision} ${model}`;
    const layout = parameterLayout(config, limit, precision);
    if (!lora || !bases.has(base)) kept.weights += tally.layout(layout, training.kind === 'full');
    if (lora) bases.add(base);
    if (training.kind !== 'frozen') {
      const learns = tally.layout(lora ? layOutAdapter(config, lora, limit).layout : layout, true);
      kept[lora ? 'adapters' : 'reference'] += learns;
      kept.gradients += learns;
      kept.optimizer += 2 * learns;
      if (holds) kept.held += 3 * learns;
    }
    const passes = new Passes(tally, adapter, config, precision, lora);
    for (const work of samplings) raise(sampling, passes.sampling(work));
    for (const work of updates) raise(learning, passes.update(work));
  }
  const peak = Object.values(kept).reduce((sum, bytes) => sum + bytes, 0) + Math.max(sampling.bytes, learning.bytes);
  return {
    kept,
    sampling,
    learning,
    peakBytes: peak + UNIFORM_BYTES,
    largestBuffer: tally.largestBuffer,
    largestBinding: tally.largestBinding,
  };
}

const raise = <Key extends string>(most: Record<Key, number>, found: Record<Key, number>): void => {
  for (const key in found) most[key] = Math.max(most[key], found[key]);
};

/** Numbers of tokens, predicting rows and predictions of a pass. */
type PassSize = Record<'n' | 'rows' | 'predictions', number>;

const most = (sizes: readonly PassSize[]): PassSize => sizes.reduce((a, b) => (b.n > a.n ? b : a));

/** Computes the tensor sizes of passes through one model. */
class Passes {
  private readonly d: number;
  private readonly f: number;
  private readonly q: number;
  private readonly kv: number;
  private readonly qkv: number;
  private readonly v: number;
  /** True if decoding steps compute norms and gate inside products. */
  private readonly fuses: boolean;
  /** Matrices that an adapter corrects: number of inputs, of outputs, and of columns of x·A. */
  private readonly adapted: readonly { inputs: number; outputs: number; reduced: number }[];

  constructor(
    private readonly tally: Tally,
    private readonly adapter: PlannedAdapter,
    private readonly config: ModelConfig,
    private readonly precision: Precision,
    lora: LoraConfig | undefined,
  ) {
    const { hiddenSize, intermediateSize, heads, kvHeads, headDim } = config;
    [this.d, this.f, this.q, this.kv] = [hiddenSize, intermediateSize, heads * headDim, 2 * kvHeads * headDim];
    this.qkv = this.q + this.kv;
    this.v = paddedVocabulary(config);
    this.fuses = !lora && profiles[adapter.kernelStyle].products.fused !== undefined;
    const outputs = { qkv: this.qkv, attentionOut: this.d, gateUp: 2 * this.f, down: this.d };
    this.adapted = lora
      ? adaptedMatrices(config, lora).map(({ matrix, inputs, blocks }) => ({
          inputs,
          outputs: outputs[matrix],
          reduced: blocks.length * Math.ceil(lora.rank / 4) * 4,
        }))
      : [];
    // Kernels bind the whole embedding, so it counts as one binding.
    tally.bytes(bytesOf(this.d * this.v, precision));
  }

  sampling({ prompts, promptTokens, rolloutsPerPrompt, sampling }: SamplingWork): { bytes: number; cache: number } {
    const { tally, d, v, config } = this;
    const { layers } = config;
    let rollouts = Math.min(prompts * rolloutsPerPrompt, sampling.rolloutsPerWave || MAX_ROLLOUTS);
    const promptsOf = (count: number) => Math.min(prompts, Math.ceil(count / rolloutsPerPrompt));
    const bytesOfCache = (count: number) =>
      (promptsOf(count) * promptTokens + count * Math.max(1, sampling.maxNewTokens - 1)) * cacheRowBytes(config);
    while (rollouts > 1 && bytesOfCache(rollouts) > this.adapter.maxStorageBufferBindingSize)
      rollouts = Math.ceil(rollouts / 2);
    const read = promptsOf(rollouts);
    const n = read * promptTokens;
    const cacheBytes = bytesOfCache(rollouts);
    const cache = layers * tally.bytes(cacheBytes);
    const diagonals = layers * this.adapted.reduce((sum, { reduced, outputs }) => sum + tally.of(reduced * outputs), 0);
    const wave =
      cache +
      diagonals +
      tally.of(rollouts, rollouts, 2 * rollouts * sampling.maxNewTokens, rollouts * d, 1) +
      // Uploads of prompts: tokens, places, tiles, rows. Uploads of rollouts: sampler rows twice, places, tiles.
      tally.of(n, 2 * n, n, read, 8 * rollouts, 8 * rollouts, 2 * rollouts, 8 * rollouts);
    const prefill = tally.of(n * d) + layers * tally.of(n * d);
    const layer = this.layer(n) - tally.of(n * this.kv);
    const decoded =
      layers * tally.of(rollouts * d) +
      Math.max(
        (this.fuses ? this.fusedLayer(rollouts) : this.layer(rollouts)) -
          tally.of(rollouts * this.kv, rollouts * this.q),
        tally.of(rollouts * v),
      );
    const bytes = Math.max(prefill - tally.of(n * d) + layer, prefill + tally.of(read * d, read * v) + decoded);
    return { bytes: wave + bytes, cache: layers * cacheBytes };
  }

  update({ objective, memory, sequences, prompts, promptTokens, completionTokens }: UpdateWork): {
    bytes: number;
    logits: number;
  } {
    const { tally, d, v, config, adapter } = this;
    const compares = objective.kind !== 'cross-entropy';
    const sharesPrompts = compares || objective.on !== 'all';
    const sizeOf = (members: readonly { prompt: readonly number[] }[]): PassSize => {
      const read = sharesPrompts ? new Set(members.map(({ prompt }) => prompt[0])).size : members.length;
      const own = members.length * (completionTokens - 1);
      return {
        n: read * promptTokens + own,
        rows: (sharesPrompts ? read : read * promptTokens) + own,
        predictions: members.length * (completionTokens + (sharesPrompts ? 0 : promptTokens - 1)),
      };
    };
    const all = Array.from({ length: sequences }, (_, s) => ({
      prompt: new Array<number>(promptTokens).fill(Math.floor((s * prompts) / sequences)),
      completion: new Array<number>(completionTokens).fill(0),
    }));
    const partsOf = (maxTokens: number) => microBatches(all, maxTokens, { sharePrompts: sharesPrompts }).map(sizeOf);
    const [first, ...others] = partsOf(memory?.microBatchTokens ?? 0);
    const checkpointing = memory?.gradientCheckpointing ?? false;
    // From the second micro-batch on, gradients are added to earlier ones.
    const learning = Math.max(
      this.learning(first, { compares, checkpointing, adds: false }),
      ...others.slice(0, 1).map(() => this.learning(most(others), { compares, checkpointing, adds: true })),
    );
    if (!compares) return { bytes: learning, logits: Math.min(this.logits(first, 1), learning) };
    // After the update, the KL divergence from the initial weights is measured.
    const scored = most(partsOf(scoringTokens(config)));
    const ends = tally.of(4 * scored.predictions) + this.logits(scored, 2);
    const lastLayer = this.layer(scored.n) - tally.of(scored.n * d, scored.rows * d);
    const bytes = Math.max(learning, 2 * this.states(scored) + Math.max(ends, lastLayer));
    const rows = Math.min(most([first, ...others]).rows, chunkRows(adapter, v));
    return { bytes, logits: Math.min(2 * tally.of(rows * v), bytes) };
  }

  /** Returns the peak bytes of a micro-batch's forward and backward pass. */
  private learning(
    size: PassSize,
    { compares, checkpointing, adds }: Record<'compares' | 'checkpointing' | 'adds', boolean>,
  ): number {
    const { tally, d, v, config, precision } = this;
    const { n, rows, predictions } = size;
    const kept =
      this.states(size) +
      (checkpointing ? 0 : config.layers * (this.layer(n) - tally.of(n * d))) +
      (compares ? this.states(size) : 0) +
      tally.of(4 * rows, rows, 2 * predictions) +
      this.logits(size, compares ? 2 : 1) +
      // The head's outputs, their gradients and the terms of the loss exist together.
      tally.of(4 * predictions, 4 * predictions, 4 * predictions, predictions, predictions, predictions);
    const chunk = Math.min(rows, chunkRows(this.adapter, v));
    let head = tally.bytes(bytesOf(d * v, precision)) + tally.of(rows * d);
    // The head's gradient is a sum over chunks of rows.
    for (let first = 0; first < rows && this.adapted.length === 0; first += chunk)
      head += this.gradient(d, v, Math.min(chunk, rows - first), adds || first > 0);
    const layer = this.layerBackward(n, adds) + (checkpointing ? this.layer(n) : 0);
    return kept + Math.max(head, layer);
  }

  /** Counts the bytes of attention indices, the embedding, each layer's result and the last norm's result. */
  private states({ n, rows }: PassSize): number {
    const { tally, d, config } = this;
    return tally.of(n, 2 * n, 8 * Math.ceil(n / 8), rows, n, rows * d) + (config.layers + 1) * tally.of(n * d);
  }

  /** Counts the bytes of one chunk of logits, of one or two models. */
  private logits({ rows }: PassSize, models: number): number {
    return models * this.tally.of(Math.min(rows, chunkRows(this.adapter, this.v)) * this.v);
  }

  /** Counts the bytes of all tensors that a layer computes from n tokens, including its result. */
  private layer(n: number): number {
    const { tally, d, f, qkv } = this;
    const corrected = this.adapted.reduce(
      (sum, { outputs, reduced }) => sum + tally.of(n * reduced, reduced * outputs, n * outputs),
      0,
    );
    return this.attention(n) + tally.of(n * d, n * qkv, n * d, n * d, n * 2 * f, n * f, n * d) + corrected;
  }

  private fusedLayer(n: number): number {
    const { tally, d, f, qkv } = this;
    return this.attention(n) + tally.of(n * qkv, n * d, n * f, n * d);
  }

  private attention(n: number): number {
    const { heads, qkNorm } = this.config;
    return this.tally.of(n * this.q, n * this.kv, n * this.q, 2 * n * heads, ...(qkNorm ? [n * this.qkv] : []));
  }

  /** Returns the peak bytes of a layer's backward pass beyond what the forward pass kept. @param adds see `gradient` */
  private layerBackward(n: number, adds: boolean): number {
    const { tally, d, f, q, qkv } = this;
    const stream = tally.of(n * d);
    /** Counts bytes of the gradient of a product's input, the transposed matrix, and the matrix's partial gradients. */
    const product = (inputs: number, outputs: number) => {
      const matrix = tally.bytes(bytesOf(inputs * outputs, this.precision));
      const correction = this.adapted.find((one) => one.inputs === inputs && one.outputs === outputs);
      if (this.adapted.length === 0) return tally.of(n * inputs) + matrix + this.gradient(inputs, outputs, n, adds);
      return tally.of(n * inputs) + matrix + (correction ? tally.of(n * inputs) : 0);
    };
    return Math.max(
      stream + product(f, d),
      stream + tally.of(n * f, 2 * n * f),
      stream + tally.of(2 * n * f) + product(d, 2 * f),
      stream + product(q, d),
      stream + tally.of(n * q, n * qkv, ...(this.config.qkNorm ? [n * qkv] : [])),
      stream + tally.of(n * qkv) + product(d, qkv),
    );
  }

  /**
   * Counts scratch bytes for the gradient of a weight [m, n] over k rows.
   * @param adds true to add to an earlier gradient
   */
  private gradient(m: number, n: number, k: number, adds: boolean): number {
    const splits = splitsOf(profiles[this.adapter.kernelStyle], { m, n, k });
    return splits > 1 || adds ? this.tally.of(splits * m * n) : 0;
  }
}
