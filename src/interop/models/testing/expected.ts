/** @file Compares what our engine and another program compute with the same model. */
import { expect } from 'vitest';
import type { ModelConfig } from '../../../lm/files/config.ts';
import type { WeightArray } from '../../../lm/files/safetensors.ts';
import { generate } from '../../../lm/generate.ts';
import { CausalLM } from '../../../lm/transformer.ts';
import type { Device } from '../../../tensor/device.ts';
import { relativeError } from '../../../tensor/testing/relative-error.ts';

/** Results of the other program. */
export interface Expected {
  /** Token ids of the inputs. */
  sequences: number[][];
  /** Logits after the last token of each sequence. */
  logits: number[][];
  /** Token ids of each sequence with its greedy continuation. */
  greedy: number[][];
}

/** Maximum error relative to a sequence's largest logit. Both programs use f32, but sum in different orders. */
const TOLERANCE = 1e-5;

export async function expectComputes(
  device: Device,
  config: ModelConfig,
  weights: ReadonlyMap<string, WeightArray>,
  { sequences, logits, greedy }: Expected,
): Promise<void> {
  const model = CausalLM.create(device, config, new Map(weights));
  const own = await model.lastLogits(sequences);
  own.forEach((values, i) => expect(relativeError(values, Float32Array.from(logits[i]))).toBeLessThan(TOLERANCE));
  const maxNewTokens = greedy[0].length - sequences[0].length;
  const prompts = sequences.map((ids, task) => ({ ids, task, rollouts: [0], position: 0 }));
  const sampling = { temperature: 0, topK: 0, topP: 1, maxNewTokens, stopIds: [] };
  const completions = await generate(model, prompts, sampling, { seed: 1, stream: 0, epoch: 0 });
  expect(completions.map(({ ids }, i) => [...sequences[i], ...ids])).toEqual(greedy);
  model.dispose();
}
