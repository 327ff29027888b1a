/** @file Learning curves with known points. */
import { expect, it } from 'vitest';
import { areaUnderCurve, clipped, commonEnd, reaches, valueAt, valueNear } from './statistics.ts';

const curve = [
  { x: 0, y: 0 },
  { x: 10, y: 0.5 },
  { x: 20, y: 0.25 },
  { x: 40, y: 0.75 },
];

it('reach a threshold at a measured point, or never', () => {
  expect(reaches(curve, 0.5)).toBe(10);
  expect(reaches(curve, 0.51)).toBe(40);
  expect(reaches(curve, 0.8)).toBeNull();
});

it('have values between points, and none outside', () => {
  expect(valueAt(curve, 5)).toBe(0.25);
  expect(valueAt(curve, 20)).toBe(0.25);
  expect(valueAt(curve, 30)).toBe(0.5);
  expect(valueAt(curve, 41)).toBeNull();
  expect(valueAt(curve.slice(1), 5)).toBeNull();
});

it('have the value of a measured point that is at most 2% away', () => {
  expect(valueNear(curve, 39)).toBe(0.725);
  expect(valueNear(curve, 39.5)).toBe(0.75);
  expect(valueNear(curve, 40.5)).toBe(0.75);
  expect(valueNear(curve, 41)).toBeNull();
  const dense = [0.1, 0.2, 0.3].map((y, i) => ({ x: 99 + i, y }));
  expect([99.2, 100.2, 100.8].map((budget) => valueNear(dense, budget))).toEqual([0.1, 0.2, 0.3]);
});

it('end together where the first of them ends', () => {
  expect(commonEnd([curve, curve.slice(0, 3)])).toBe(20);
  expect(commonEnd([curve, []])).toBeNull();
  expect(commonEnd([])).toBeNull();
});

it('have a mean height', () => {
  // (2.5 + 3.75 + 10) / 40
  expect(areaUnderCurve(curve)).toBeCloseTo(16.25 / 40, 12);
  expect(areaUnderCurve(clipped(curve, 5, 15))).toBeCloseTo((0.375 * 5 + 0.4375 * 5) / 10, 12);
  expect(areaUnderCurve(curve.slice(0, 1))).toBeNull();
  expect(areaUnderCurve([])).toBeNull();
});
