/** @file Compares operation counts with hand counts, and sampling with the packed pass over the same tokens. */
import { expect, it } from 'vitest';
import type { ModelConfig } from './files/config.ts';
import { forwardFlops, packedSize, samplingSize, trainingFlops } from './flops.ts';
import { packSequences } from './packing.ts';

const config = {
  hiddenSize: 4,
  intermediateSize: 6,
  layers: 2,
  heads: 2,
  kvHeads: 1,
  headDim: 2,
  vocabSize: 10,
} as ModelConfig;

it('counts one token of a small model by hand', () => {
  // Per layer: q 4·4, k 4·2, v 4·2, o 4·4, three of 4·6, attention 2 heads · 2 dims · 2 products; head 4·10.
  const multiplications = 2 * (16 + 8 + 8 + 16 + 72 + 8) + 40;
  const one = { tokens: 1, attended: 1, rows: 1 };
  expect(forwardFlops(config, one)).toBe(2 * multiplications);
  expect(trainingFlops(config, one)).toBe(6 * multiplications);
});

it('counts an adapter, and the frozen weights below it, by hand', () => {
  // Rank 3 on q [4 → 4] and down [6 → 4], in both layers.
  const lora = { rank: 3, alpha: 6, targets: ['q_proj', 'down_proj'] as const };
  const adapter = 2 * 3 * (4 + 4 + 6 + 4);
  const one = { tokens: 1, attended: 1, rows: 1 };
  expect(forwardFlops(config, one, lora)).toBe(forwardFlops(config, one) + 2 * adapter);
  // Frozen projections 2 · 120 and head 40 count twice: forward, and the gradient of the input. Attention 2 · 8 and the
  // adapter count three times.
  expect(trainingFlops(config, one, lora)).toBe(2 * (2 * (240 + 40) + 3 * (16 + adapter)));
});

it('reads a shared prompt once, in a batch and in sampling alike', () => {
  const prompt = [1, 2, 3];
  const batch = packSequences([
    { prompt, completion: [4, 5] },
    { prompt, completion: [6, 7, 8, 9] },
  ]);
  const expected = { tokens: 3 + 1 + 3, attended: 6 + 4 + (4 + 5 + 6), rows: 1 + 1 + 3 };
  expect(packedSize(batch)).toEqual(expected);
  expect(samplingSize([{ prompt: 3, completions: [2, 4] }])).toEqual(expected);
});
