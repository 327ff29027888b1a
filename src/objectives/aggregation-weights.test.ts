/** @file Aggregation weights by hand: how much each token of ragged, partly masked sequences counts. */
import { expect, it } from 'vitest';
import { packSequences } from '../lm/packing.ts';
import { aggregationWeights, perPrediction } from './aggregation-weights.ts';

const prompt = [9];
const batch = packSequences([
  { prompt, completion: [1] },
  { prompt, completion: [1, 2, 3, 4], mask: [1, 0, 1, 1] },
  { prompt, completion: [5, 6], mask: [0, 0] },
]);

it('gives a sequence without its own tokens no weight, but counts it as a sequence', () => {
  expect([...aggregationWeights(batch, 'sequence-mean', 8)]).toEqual([1 / 3, 1 / 9, 1 / 9, 1 / 9].map(Math.fround));
  expect([...aggregationWeights(batch, 'constant-length', 8)]).toEqual(Array(4).fill(Math.fround(1 / 24)));
});

it('weighs every token of the batch alike under token-mean', () => {
  expect([...aggregationWeights(batch, 'token-mean', 8)]).toEqual(Array(4).fill(0.25));
});

it('repeats a number of a sequence at each of its predictions', () => {
  expect([...perPrediction(batch, (s, length) => 10 * s + length)]).toEqual([1, 13, 13, 13]);
});
