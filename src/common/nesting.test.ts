import { expect, it } from 'vitest';
import { isNestedDeeper } from './plain-json.ts';

it('counts levels of lists and objects', () => {
  expect(isNestedDeeper(1, 0)).toBe(false);
  expect(isNestedDeeper([], 0)).toBe(true);
  expect(isNestedDeeper([1, { a: [null] }], 3)).toBe(false);
  expect(isNestedDeeper([1, { a: [null] }], 2)).toBe(true);
  expect(isNestedDeeper(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 200)).toBe(true);
});
