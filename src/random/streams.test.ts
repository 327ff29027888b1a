import { expect, it } from 'vitest';
import { streams } from './streams.ts';

it('no two uses of randomness share a stream', () => {
  const numbers = Object.values(streams);
  expect(new Set(numbers).size).toBe(numbers.length);
});
