import { expect, it } from 'vitest';
import { philox, RandomStream } from './random-stream.ts';
import { streams } from './streams.ts';

// The expected words are known-answer vectors of the Random123 distribution (kat_vectors).
it('philox4x32-10 gives the published known answers', () => {
  expect(philox([0, 0, 0, 0], [0, 0])).toEqual([0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
  const ones = 0xffffffff;
  expect(philox([ones, ones, ones, ones], [ones, ones])).toEqual([0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]);
  expect(philox([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0])).toEqual([
    0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1,
  ]);
});

it('repeats for the same indices and differs for others', () => {
  const draw = (...indices: number[]) =>
    new RandomStream(7, 1, ...indices).shuffle(Array.from({ length: 9 }, (_, i) => i));
  expect(draw(3, 4)).toEqual(draw(3, 4));
  expect(draw(3, 4)).not.toEqual(draw(4, 3));
  expect(draw(3, 4).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

it('draws weighted indices in proportion', () => {
  const stream = new RandomStream(1, 2);
  const counts = [0, 0, 0];
  for (let i = 0; i < 6000; i++) counts[stream.weighted([1, 2, 3])]++;
  // The tolerance is four standard errors, each at most 0.0065 for 6000 draws.
  [1 / 6, 2 / 6, 3 / 6].forEach((share, i) => expect(Math.abs(counts[i] / 6000 - share)).toBeLessThan(0.026));
});

it('has no two uses of randomness that share a stream', () => {
  const numbers = Object.values(streams);
  expect(new Set(numbers).size).toBe(numbers.length);
});
