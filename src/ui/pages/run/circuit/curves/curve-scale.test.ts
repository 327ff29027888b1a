/** @file Places in a small chart: there and back, and paths that stay small however long the run is. */
import { expect, it } from 'vitest';
import { axisEnd, epochAt, linePath, xOf, yOf } from './curve-scale.ts';

const frame = { width: 400, height: 150, first: 0, last: 80 };

it('finds the epoch under a place', () => {
  for (const epoch of [0, 1, 40, 79, 80]) expect(epochAt(frame, xOf(frame, epoch))).toBe(epoch);
  expect(epochAt(frame, -50)).toBe(0);
  expect(epochAt(frame, 5000)).toBe(80);
});

it('draws shares upwards, and none outside the frame', () => {
  expect(yOf(frame, 1)).toBeLessThan(yOf(frame, 0));
  expect(yOf(frame, 2)).toBe(yOf(frame, 1));
});

it('has an axis that grows by doubling, up to the end of the run', () => {
  expect([0, 10, 11, 75, 180].map((newest) => axisEnd(newest, 180))).toEqual([10, 10, 20, 80, 180]);
  expect(axisEnd(3, 6)).toBe(6);
});

it('keeps the extremes of a long run in a short path', () => {
  const long = { ...frame, last: 5000 };
  const points = Array.from({ length: 5000 }, (_, i) => ({
    epoch: i + 1,
    value: i === 2500 ? 1 : 0.2 + (i % 7) / 100,
  }));
  const path = linePath(long, points);
  expect(path.length).toBeLessThan(60_000);
  expect(path).toContain(` ${yOf(long, 1).toFixed(1)}`);
  expect(linePath(frame, points.slice(0, 1))).toMatch(/^M[\d.]+ [\d.]+h0$/);
  expect(linePath(frame, points.slice(0, 3)).match(/[ML]/g)).toEqual(['M', 'L', 'L']);
});
