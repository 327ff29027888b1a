import { expect, it } from 'vitest';
import { packSequences } from '../lm/packing.ts';
import { microBatches } from './micro-batches.ts';

const sequence = (prompt: number, length: number) => ({
  prompt: [prompt, prompt, prompt],
  completion: Array.from({ length }, (_, t) => t),
});
const sequences = [sequence(1, 4), sequence(1, 5), sequence(1, 6), sequence(2, 30), sequence(3, 1), sequence(3, 2)];

it('keeps every sequence, in order', () => {
  for (const maxTokens of [0, 1, 12, 40, 1000]) expect(microBatches(sequences, maxTokens).flat()).toEqual(sequences);
});

it('puts at most maxTokens packed tokens, or one sequence, into a batch', () => {
  for (const maxTokens of [12, 17, 40])
    for (const sharePrompts of [true, false])
      for (const batch of microBatches(sequences, maxTokens, { sharePrompts }))
        if (batch.length > 1)
          expect(packSequences(batch, { predictPrompts: !sharePrompts }).tokens.length).toBeLessThanOrEqual(maxTokens);
});

it('counts a shared prompt once', () => {
  expect(microBatches(sequences, 18).map(({ length }) => length)).toEqual([3, 1, 2]);
  expect(microBatches(sequences, 17).map(({ length }) => length)).toEqual([2, 1, 1, 2]);
});

it('puts all sequences into one batch without a limit', () => {
  expect(microBatches(sequences, 0)).toEqual([sequences]);
});
