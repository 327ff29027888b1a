/**
 * @file Computes a decoder-only transformer of the Llama, Qwen2 or Qwen3 family: RMSNorm, rotary embedding,
 * grouped-query attention, SwiGLU, tied or untied head. It has only the forward pass. The tape runs the backward pass.
 *
 * Letters in shapes: N tokens of a packed batch, U rows that predict, M predictions, d width, V vocabulary.
 */
import { CodedError } from '../common/coded-error.ts';
import type { Device } from '../tensor/device.ts';
import { checkpoint, Tape } from '../tensor/tape.ts';
import { attention, type AttentionIndex } from '../tensor/ops/attention.ts';
import { TILE_WORDS } from '../tensor/ops/attention-kernels.ts';
import { embedding } from '../tensor/ops/embedding.ts';
import { type HeadGains, headNorm, rmsNorm, type RowChoice } from '../tensor/ops/rms-norm.ts';
import { matmul } from '../tensor/ops/matmul.ts';
import { rotationTable } from '../tensor/ops/rotary.ts';
import { rotaryFrequencies } from './files/rotary-config.ts';
import { swiglu } from '../tensor/ops/swiglu.ts';
import { ParameterSet } from '../tensor/parameters.ts';
import type { Precision, Tensor } from '../tensor/tensor.ts';
import type { ModelConfig } from './files/config.ts';
import { predict, type Predictions } from './head.ts';
import type { Correction } from './lora/adapter.ts';
import { packSequences, type PackedBatch } from './packing.ts';
import type { WeightArray } from './files/safetensors.ts';
import type { WeightSource } from './files/weight-source.ts';
import {
  exportWeights,
  importBlock,
  importWeights,
  names,
  parameterLayout,
  placedCheckpoint,
  refuseSizes,
  type FusedMatrix,
} from './weights.ts';

export type { Predictions } from './head.ts';

export interface PredictOptions {
  /** Divisor of the logits, above 0. */
  temperature: number;
  /** Frozen model with its hidden states. `differentiable` is true if the gradient passes through the KL divergence. */
  reference?: { hidden: Tensor; model: CausalLM; differentiable: boolean };
}

export interface LayerOptions {
  /** Rows of the result; default: all. */
  rows?: RowChoice;
  /** True if only the input of each layer is kept, and the backward pass computes the layer again. */
  checkpointing?: boolean;
}

/** Computes a layer's attention from its fused projection, over a batch or over a cache. */
export type Attend = (qkv: Tensor, layer: number, gains?: HeadGains) => Tensor;

export class CausalLM {
  private constructor(
    readonly device: Device,
    readonly config: ModelConfig,
    /** Weights in the engine's fused and transposed layout. `readWeights` returns Hugging Face's layout. */
    readonly parameters: ParameterSet,
    /** The correction that is added to products with the matrices of the layers. */
    readonly adapter: Correction | undefined,
    /** Rotary tables, longest last. Shorter tables are kept because recorded work may still read them. */
    private readonly rotations: Tensor[],
  ) {}

  /** Creates a model from weights by Hugging Face name. @throws CodedError if the weights cannot be stored */
  static create(
    device: Device,
    config: ModelConfig,
    weights: ReadonlyMap<string, WeightArray>,
    precision?: Precision,
  ): CausalLM {
    const model = CausalLM.allocate(device, config, precision);
    model.writeWeights(weights);
    return model;
  }

  /** Streams weights to the GPU in blocks. Returns the model and the weights' hash. @throws CodedError as `create` */
  static async load(
    device: Device,
    config: ModelConfig,
    source: Pick<WeightSource, 'stream'>,
    { precision }: { precision?: Precision } = {},
  ): Promise<{ model: CausalLM; weightsHash: string }> {
    const model = CausalLM.allocate(device, config, precision);
    const placed = placedCheckpoint(config);
    try {
      const weightsHash = await source.stream((block) => {
        importBlock(placed, model.parameters, block);
        // Uploads occupy memory until the GPU has taken them.
        return device.finished();
      });
      return { model, weightsHash };
    } catch (error) {
      model.dispose();
      throw error;
    }
  }

  /** Creates a model whose weights are all zero. */
  static allocate(device: Device, config: ModelConfig, precision: Precision = 'f32'): CausalLM {
    refuseSizes(config);
    const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
    const layout = parameterLayout(config, Math.min(maxBufferSize, maxStorageBufferBindingSize), precision);
    return new CausalLM(device, config, new ParameterSet(device, layout), undefined, []);
  }

  /** Returns a model with an adapter over this model's weights. Dispose of this model, but not of the returned one. */
  adapted(adapter: Correction): CausalLM {
    return new CausalLM(this.device, this.config, this.parameters, adapter, this.rotations);
  }

  /** Returns a model for passes between which no weight changes. The model gives the same bits in fewer dispatches. */
  prepared(tape: Tape): CausalLM {
    const adapter = this.adapter?.prepared(tape, (matrix) => this.parameters.get(matrix).shape[1]);
    return adapter ? this.adapted(adapter) : this;
  }

  /** Returns a model with a copy of the weights, made on the GPU. */
  copy(): CausalLM {
    return new CausalLM(this.device, this.config, this.parameters.copy(), undefined, []);
  }

  /** Returns the hidden states after the last norm at the rows that predict, [U, d]. */
  forward(tape: Tape, batch: PackedBatch, options: { checkpointing?: boolean } = {}): Tensor {
    const index = this.attentionIndex(tape, batch);
    const rows = { rows: tape.upload(batch.rows), inverse: tape.upload(batch.rowOfToken) };
    const x = embedding(tape, this.parameters.get(names.embedding), batch.tokens);
    return this.layers(tape, x, this.attendToBatch(tape, index), { ...options, rows });
  }

  /**
   * Returns log-probability, entropy and, with a reference, KL divergence of every prediction. `hidden` and the head's
   * weights receive gradients.
   * @param hidden result of `forward` for this batch
   */
  predict(tape: Tape, hidden: Tensor, batch: PackedBatch, options: PredictOptions): Predictions {
    const { temperature, reference } = options;
    const head = names.head(this.config);
    return predict(tape, batch, {
      hidden,
      head: this.parameters.get(head),
      reference: reference && {
        hidden: reference.hidden,
        head: reference.model.parameters.get(head),
        differentiable: reference.differentiable,
      },
      vocabulary: this.config.vocabSize,
      temperature,
    });
  }

  /** Returns the logits after the last token of each sequence, one array of vocabulary size each. */
  async lastLogits(sequences: readonly (readonly number[])[]): Promise<Float32Array<ArrayBuffer>[]> {
    let end = 0;
    const last = Uint32Array.from(sequences, ({ length }) => (end += length) - 1);
    const logits = await this.logitsAt(sequences, last);
    const { vocabSize } = this.config;
    return sequences.map((_, s) => logits.slice(s * vocabSize, (s + 1) * vocabSize));
  }

  /** Returns the logits [rows, vocabulary] after chosen tokens of a sequence. @param indices positions, ascending */
  logitsAfter(sequence: readonly number[], indices: readonly number[]): Promise<Float32Array<ArrayBuffer>> {
    return this.logitsAt([sequence], Uint32Array.from(indices));
  }

  /** Returns the logits [rows, vocabulary] after some tokens. @param rows token indices, counted over all sequences */
  private async logitsAt(
    sequences: readonly (readonly number[])[],
    rows: Uint32Array<ArrayBuffer>,
  ): Promise<Float32Array<ArrayBuffer>> {
    const tape = new Tape(this.device, false);
    // With `predictPrompts`, equal sequences keep their own rows.
    const batch = packSequences(
      sequences.map((prompt) => ({ prompt, completion: [] })),
      { predictPrompts: true },
    );
    const hidden = this.forward(tape, { ...batch, rows });
    const head = this.parameters.get(names.head(this.config));
    const padded = await this.device.read(matmul(tape, hidden, head));
    tape.dispose();
    const width = head.shape[1];
    const { vocabSize } = this.config;
    if (width === vocabSize) return padded;
    const logits = new Float32Array(rows.length * vocabSize);
    for (let row = 0; row < rows.length; row++)
      logits.set(padded.subarray(row * width, row * width + vocabSize), row * vocabSize);
    return logits;
  }

  /** Reads the current weights back under Hugging Face names. It is the exact inverse of `writeWeights`. */
  async readWeights(): Promise<Map<string, WeightArray>> {
    return (await exportWeights(this.config, [this.parameters]))[0];
  }

  /** Overwrites a parameter set (default: the current weights). Names and shapes are the same as in `create`. */
  writeWeights(weights: ReadonlyMap<string, WeightArray>, parameters: ParameterSet = this.parameters): void {
    importWeights(this.config, parameters, weights);
  }

  /**
   * Computes all layers and the last norm: x [N, d] → [N, d], or [U, d] at the chosen rows. With checkpointing, or if
   * nothing is recorded, a layer's intermediate tensors are released at its end.
   */
  layers(tape: Tape, x: Tensor, attend: Attend, { rows, checkpointing = false }: LayerOptions = {}): Tensor {
    const { layers, rmsNormEps } = this.config;
    let h = x;
    for (let layer = 0; layer < layers; layer++) {
      const input = h;
      const compute = () => this.layer(tape, input, layer, attend);
      h = checkpointing || !tape.recording ? checkpoint(tape, compute) : compute();
    }
    return rmsNorm(tape, h, this.parameters.get(names.finalNorm), rmsNormEps, rows);
  }

  /** Computes one layer, [N, d] → [N, d]. */
  private layer(tape: Tape, x: Tensor, layer: number, attend: Attend): Tensor {
    const { rmsNormEps, qkvBias } = this.config;
    const name = names.layer(layer);
    const weight = (key: keyof typeof name) => this.parameters.get(name[key]);
    const product = (key: FusedMatrix, x: Tensor, options?: { bias?: Tensor; residual?: Tensor }) => {
      const y = matmul(tape, x, weight(key), options);
      return this.adapter ? this.adapter.correct(tape, name[key], x, y) : y;
    };
    const qkv = product('qkv', rmsNorm(tape, x, weight('attentionNorm'), rmsNormEps), {
      bias: qkvBias ? weight('qkvBias') : undefined,
    });
    const h = product('attentionOut', attend(qkv, layer, this.headGains(layer)), { residual: x });
    const gateUp = product('gateUp', rmsNorm(tape, h, weight('mlpNorm'), rmsNormEps));
    return product('down', swiglu(tape, gateUp), { residual: h });
  }

  /** Returns the gains of a layer's query and key norms; undefined if the model has none. */
  headGains(layer: number): HeadGains | undefined {
    const { qkNorm, rmsNormEps: epsilon } = this.config;
    const { qNorm, kNorm } = names.layer(layer);
    return qkNorm ? { q: this.parameters.get(qNorm), k: this.parameters.get(kNorm), epsilon } : undefined;
  }

  /** Returns attention over a batch. @param cache receives the keys and values of each layer; default: none */
  attendToBatch(tape: Tape, index: AttentionIndex, cache?: readonly Tensor[]): Attend {
    return (qkv, layer, gains) => {
      const normalised = gains ? headNorm(tape, qkv, gains, this.config) : qkv;
      return attention(tape, normalised, this.config, index, cache?.[layer]);
    };
  }

  /** Uploads the index of which tokens attend to which. */
  attentionIndex(tape: Tape, batch: Pick<PackedBatch, 'places' | 'tiles'>): AttentionIndex {
    const { places, tiles } = batch;
    let last = 0;
    for (let i = 0; i < places.length; i += 2) last = Math.max(last, places[i]);
    return {
      places: tape.upload(places, [places.length / 2, 2]),
      tiles: tape.upload(tiles, [tiles.length / TILE_WORDS, TILE_WORDS]),
      rotations: this.rotationsUpTo(last + 1),
    };
  }

  /** Returns a rotary table of at least `positions` rows. New tables have 2ⁿ rows, or `maxPositions`. */
  rotationsUpTo(positions: number): Tensor {
    const { headDim, maxPositions } = this.config;
    if (positions > maxPositions)
      throw new CodedError('sequence-too-long', { tokens: positions, positions: maxPositions });
    const longest = this.rotations.at(-1);
    if (longest && longest.shape[0] >= positions) return longest;
    const length = Math.min(maxPositions, 2 ** Math.ceil(Math.log2(Math.max(positions, 64))));
    const table = this.device.upload(rotationTable(length, rotaryFrequencies(this.config)), [length, headDim / 2, 2]);
    this.rotations.push(table);
    return table;
  }

  dispose(): void {
    this.parameters.dispose();
    for (const table of this.rotations) this.device.release(table);
  }
}
