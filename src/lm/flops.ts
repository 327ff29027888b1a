/**
 * @file Counts floating-point operations from shapes. A multiplication counts as one, and so does an addition.
 *
 * Only projections, attention, head and adapter count, as in Kaplan et al., "Scaling Laws for Neural Language Models"
 * (arXiv 2001.08361, section 2.1). Norms, softmax and activations are left out.
 */
import type { ModelConfig } from './files/config.ts';
import { adapterParameterCount } from './lora/adapter-layout.ts';
import type { LoraConfig } from './lora/lora-config.ts';
import type { PackedBatch } from './packing.ts';

/** Size of a pass, independent of the model. */
export interface PassSize {
  /** Number of tokens that run through the layers. */
  tokens: number;
  /** Number of tokens that each token attends to, itself included, summed over all tokens. */
  attended: number;
  /** Number of rows of logits. */
  rows: number;
}

function forwardParts(config: ModelConfig, { tokens, attended, rows }: PassSize, lora: LoraConfig | undefined) {
  const { hiddenSize: d, intermediateSize: ff, layers, heads, kvHeads, headDim, vocabSize } = config;
  const projections = d * (heads + 2 * kvHeads) * headDim + heads * headDim * d + 3 * d * ff;
  // Scores and the weighted sum of values each take headDim multiplications per head and pair of tokens.
  const attention = 2 * heads * headDim;
  return {
    projections: 2 * layers * tokens * projections,
    attention: 2 * layers * attended * attention,
    head: 2 * rows * d * vocabSize,
    // Each token is multiplied once with every weight of A and B.
    adapter: lora ? 2 * tokens * adapterParameterCount(config, lora) : 0,
  };
}

/**
 * Counts the operations of a forward pass.
 * @param lora the adapter; default: none
 */
export function forwardFlops(config: ModelConfig, size: PassSize, lora?: LoraConfig): number {
  const { projections, attention, head, adapter } = forwardParts(config, size, lora);
  return projections + attention + head + adapter;
}

/** Counts the operations of a forward and a backward pass: 3 forward passes, or 2 for parts with frozen weights. */
export function trainingFlops(config: ModelConfig, size: PassSize, lora?: LoraConfig): number {
  const { projections, attention, head, adapter } = forwardParts(config, size, lora);
  const ofWeights = lora ? 2 : 3;
  return ofWeights * (projections + head) + 3 * (attention + adapter);
}

export function packedSize(batch: PackedBatch): PassSize {
  let attended = 0;
  // A token at position p attends to the p tokens before it and to itself.
  for (let i = 0; i < batch.places.length; i += 2) attended += batch.places[i] + 1;
  return { tokens: batch.tokens.length, attended, rows: batch.rows.length };
}

/** Returns the size of sampling with a KV cache. Each prompt is read once, and a completion's last token never. */
export function samplingSize(prompts: readonly { prompt: number; completions: readonly number[] }[]): PassSize {
  const size: PassSize = { tokens: 0, attended: 0, rows: 0 };
  const triangle = (n: number) => (n * (n + 1)) / 2;
  for (const { prompt, completions } of prompts) {
    size.tokens += prompt;
    size.attended += triangle(prompt);
    size.rows += 1;
    for (const length of completions) {
      const read = Math.max(0, length - 1);
      size.tokens += read;
      size.attended += read * prompt + triangle(read);
      size.rows += read;
    }
  }
  return size;
}

/** Counts the operations of sampling. @param completions in the order of `generate` */
export function samplingFlops(
  config: ModelConfig,
  prompts: readonly { ids: readonly number[]; rollouts: readonly number[] }[],
  completions: readonly { ids: readonly number[] }[],
  lora?: LoraConfig,
): number {
  let next = 0;
  const lengths = prompts.map(({ ids, rollouts }) => ({
    prompt: ids.length,
    completions: rollouts.map(() => completions[next++].ids.length),
  }));
  return forwardFlops(config, samplingSize(lengths), lora);
}
