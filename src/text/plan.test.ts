/** @file A plan claims that a run fits only if the memory that it may take is known. */
import { expect, it } from 'vitest';
import { plan as english } from './en/plan.ts';
import { plan as korean } from './ko/plan.ts';
import { plan as chinese } from './zh/plan.ts';

it.each([
  [english, 'It fits'],
  [chinese, '放得下'],
  [korean, '들어갑니다'],
])('where nobody tells the memory it gives the bytes alone', ({ fits }, claim) => {
  expect(fits('X', 16_130_000_000, null)).not.toContain(claim);
  expect(fits('X', 16_130_000_000, null)).toContain('16.1 GB');
  expect(fits('X', 16_130_000_000, 20_000_000_000)).toContain(claim);
});
