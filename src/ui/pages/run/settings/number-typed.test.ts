/** @file Numbers as people type them. */
import { expect, it } from 'vitest';
import { numberTyped } from './number-typed.ts';

it('reads a decimal comma as a point, and leaves what is no number to the check of the setting', () => {
  expect(['0,35', ' 8 ', '-1,5', '1e-4', ',5'].map(numberTyped)).toEqual([0.35, 8, -1.5, 1e-4, 0.5]);
  expect(['1,000,5', 'a half', '', '0,'].map(numberTyped)).toEqual(['1,000,5', 'a half', '', '0,']);
});
