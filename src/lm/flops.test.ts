/** @file Operation counts against hand counts, and sampling against the packed pass over the same tokens. */
import { describe, expect, it } from 'vitest';
import type { ModelConfig } from './config.ts';
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

describe('operation counts', () => {
  it('count one token of a small model by hand', () => {
    // Per layer: q 4·4, k 4·2, v 4·2, o 4·4, three of 4·6, attention 2 heads · 2 dims · 2 products; head 4·10.
    const multiplications = 2 * (16 + 8 + 8 + 16 + 72 + 8) + 40;
    const one = { tokens: 1, attended: 1, rows: 1 };
    expect(forwardFlops(config, one)).toBe(2 * multiplications);
    expect(trainingFlops(config, one)).toBe(6 * multiplications);
  });

  it('read a shared prompt once, in a batch and in sampling alike', () => {
    const prompt = [1, 2, 3];
    const batch = packSequences([
      { prompt, completion: [4, 5] },
      { prompt, completion: [6, 7, 8, 9] },
    ]);
    const expected = { tokens: 3 + 1 + 3, attended: 6 + 4 + (4 + 5 + 6), rows: 1 + 1 + 3 };
    expect(packedSize(batch)).toEqual(expected);
    expect(samplingSize([{ prompt: 3, completions: [2, 4] }])).toEqual(expected);
  });
});
