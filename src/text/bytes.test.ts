import { expect, it } from 'vitest';
import { formatBytes } from './bytes.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [64 * 2 ** 20, '67.1 MB'],
  [200_000_000, '200 MB'],
  [999_999, '1 MB'],
  [16_130_000_000, '16.1 GB'],
])('%i bytes are %s', (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown);
});
