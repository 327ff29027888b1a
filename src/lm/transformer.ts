/**
 * @file A decoder-only transformer of the Llama and Qwen2 family on the tensor engine: RMSNorm, rotary embedding,
 * grouped-query attention, SwiGLU, tied or untied head.
 */
import type { Device } from '../tensor/device.ts';
import type { ParameterSet } from '../tensor/parameters.ts';
import type { Tape } from '../tensor/tape.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { ModelConfig } from './config.ts';
import type { PackedBatch } from './packing.ts';
import type { WeightArray } from './safetensors.ts';

/** Per prediction of a packed batch, each [M]; see `PackedBatch` for the order. */
export interface Predictions {
  /** log softmax(logits / temperature)[target], natural logarithm. */
  logprobs: Tensor;
  /** Entropy of softmax(logits / temperature), nats. */
  entropy: Tensor;
  /** KL(π‖π_reference) over the whole vocabulary, nats; only with a reference. */
  kl?: Tensor;
}

export class CausalLM {
  private constructor(
    readonly device: Device,
    readonly config: ModelConfig,
    /** Trainable weights, f32. Storage inside is fused and transposed; use `readWeights` for Hugging Face's layout. */
    readonly parameters: ParameterSet,
    /** Same layout as `parameters`; written by the backward pass. */
    readonly gradients: ParameterSet,
  ) {}

  /**
   * @param weights by Hugging Face name, matrices [out, in]
   * @throws Error naming every missing, unexpected or misshapen weight
   */
  static create(_device: Device, _config: ModelConfig, _weights: ReadonlyMap<string, WeightArray>): CausalLM {
    throw new Error('The model is not there yet.');
  }

  /** The hidden states after the last norm at the rows that predict, [U, d]. */
  forward(_tape: Tape, _batch: PackedBatch, _parameters: ParameterSet = this.parameters): Tensor {
    throw new Error('The forward pass is not there yet.');
  }

  /**
   * Log-probability, entropy and, with a reference, KL divergence of every prediction; differentiable in `hidden` and in
   * the head's weights.
   * @param hidden what `forward` returned for this batch and these parameters
   */
  predict(
    _tape: Tape,
    _hidden: Tensor,
    _batch: PackedBatch,
    _options: {
      temperature: number;
      parameters?: ParameterSet;
      reference?: { hidden: Tensor; parameters: ParameterSet };
    },
  ): Predictions {
    throw new Error('The head is not there yet.');
  }

  /** Logits after the last token of each sequence, one array of vocabulary size each. For tests and the command line. */
  async lastLogits(_sequences: readonly (readonly number[])[]): Promise<Float32Array<ArrayBuffer>[]> {
    throw new Error('The forward pass is not there yet.');
  }

  /** A frozen copy of the weights on the GPU. */
  copyParameters(): ParameterSet {
    return this.parameters.copy();
  }

  /** Reads weights (default: the current ones) back under their Hugging Face names; the exact inverse of `create`. */
  async readWeights(_parameters: ParameterSet = this.parameters): Promise<Map<string, WeightArray>> {
    throw new Error('The model is not there yet.');
  }

  /** Overwrites weights (default: the current ones; or an optimizer's moments); names and shapes as in `create`. */
  writeWeights(_weights: ReadonlyMap<string, WeightArray>, _parameters: ParameterSet = this.parameters): void {
    throw new Error('The model is not there yet.');
  }

  dispose(): void {
    this.parameters.dispose();
    this.gradients.dispose();
  }
}
