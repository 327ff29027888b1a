/** @file The share of epochs in the paper's band. */
import { expect, it } from 'vitest';
import { shareInBand } from './family-results.ts';

const share = (...rates: number[]) => shareInBand(rates.map((successRate) => ({ successRate })));

it('counts the borders of the band, and a rate that rounding has put beyond one', () => {
  expect(share(0.1, 0.4, 0.5, 0.6 + 1e-12)).toBe(0.75);
  expect(share(0.39, 0.61)).toBe(0);
});

it('has no share without an epoch', () => {
  expect(share()).toBeNull();
});
