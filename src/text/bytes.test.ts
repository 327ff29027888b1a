/** @file A size in bytes is the same number with the same unit in every language. */
import { expect, it } from 'vitest';
import { formatBytes } from './bytes.ts';
import { codedProblem } from '../common/error-data.ts';
import { errorSentence as english } from './en/errors.ts';
import { errorSentence as korean } from './ko/errors.ts';
import { errorSentence as chinese } from './zh/errors.ts';

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

it.each([english, chinese, korean])('a limit has the same number and unit in each language', (sentence) => {
  const large = codedProblem('file-too-large', { size: 523_000_000, limit: 200_000_000 });
  expect(sentence(large)).toMatch(/523 MB.*200 MB/);
  const room = codedProblem('no-room-for-model', { name: 'a', needed: 1_500_000_000, available: 300_000_000 });
  expect(sentence(room)).toMatch(/1\.5 GB.*300 MB/);
});
