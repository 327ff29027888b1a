import { expect, it } from 'vitest';
import { NO_ROW, packSequences } from './packing.ts';

it('stores a shared prompt once, and lets each completion see the prompt and itself', () => {
  const batch = packSequences([
    { prompt: [5, 6], completion: [1, 2, 3] },
    { prompt: [7], completion: [4] },
    { prompt: [5, 6], completion: [8, 9] },
  ]);
  // Nothing is predicted from the last token of a completion, so it is not in the batch.
  expect([...batch.tokens]).toEqual([5, 6, 1, 2, 8, 7]);
  expect([...batch.places]).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 2, 4, 0, 5]);
  expect(Array.from({ length: 4 }, (_, t) => [...batch.tiles.subarray(8 * t, 8 * t + 7)])).toEqual([
    [0, 2, 5, 0, 0, 0, 0],
    [2, 2, 4, 2, 0, 2, 2],
    [4, 1, 5, 2, 0, 2, 4],
    [5, 1, 6, 0, 5, 5, 5],
  ]);
  expect([...batch.rows]).toEqual([1, 2, 3, 4, 5]);
  expect([...batch.rowOfToken]).toEqual([NO_ROW, 0, 1, 2, 3, 4]);
  expect([...batch.targets]).toEqual([1, 2, 3, 4, 8, 9]);
  expect([...batch.sequenceStarts]).toEqual([0, 3, 4, 6]);
  expect([...batch.tokenIndices]).toEqual([0, 1, 2, 0, 0, 1]);
  // Row 0, the end of the shared prompt, predicts the first token of both completions.
  expect([...batch.rowStarts]).toEqual([0, 2, 3, 4, 5, 6]);
  expect([...batch.rowPredictions]).toEqual([0, 4, 1, 2, 5, 3]);
});

it('predicts only tokens with mask 1', () => {
  const batch = packSequences([{ prompt: [1], completion: [2, 3, 4, 5], mask: [1, 0, 1, 0] }]);
  expect([...batch.tokens]).toEqual([1, 2, 3]);
  expect([...batch.targets]).toEqual([2, 4]);
  expect([...batch.tokenIndices]).toEqual([0, 2]);
  expect([...batch.rows]).toEqual([0, 2]);
});

it('predicts prompts too with predictPrompts, and then shares none', () => {
  const sequences = [
    { prompt: [5, 6], completion: [1] },
    { prompt: [5, 6], completion: [] },
  ];
  const batch = packSequences(sequences, { predictPrompts: true });
  expect([...batch.tokens]).toEqual([5, 6, 5, 6]);
  expect([...batch.targets]).toEqual([6, 1, 6]);
  expect([...batch.tokenIndices]).toEqual([1, 2, 1]);
  expect([...batch.sequenceStarts]).toEqual([0, 2, 3]);
});

it('says what is wrong with a sequence', () => {
  expect(() => packSequences([{ prompt: [], completion: [1] }])).toThrow('Sequence 0 has an empty prompt');
  expect(() => packSequences([{ prompt: [1], completion: [1], mask: [] }])).toThrow('mask of 0');
});
