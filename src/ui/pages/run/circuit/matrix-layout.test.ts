/** @file The places of an epoch's tasks in the picture of the loop. */
import { describe, expect, it } from 'vitest';
import { LETTERING, matrixLayout, TITLE_HEIGHT } from './matrix-layout.ts';

describe('the tasks of one family', () => {
  it('are one list over the whole width, with rows that fill it', () => {
    expect(matrixLayout([16], 470, 340)).toEqual({ columns: 1, columnWidth: 470, rowHeight: 340 / 16, fit: 22 });
    expect(matrixLayout([2], 470, 340).rowHeight).toBe(25);
    expect(matrixLayout([], 470, 340).columns).toBe(1);
  });

  it('are cut where rows would be too low for their text', () => {
    const { rowHeight, fit } = matrixLayout([16], 250, 144);
    expect(fit).toBe(9);
    expect(rowHeight).toBeGreaterThanOrEqual(LETTERING);
  });

  it('are rows that a finger meets on a phone, with text', () => {
    const { columns, rowHeight, fit } = matrixLayout([16], 356, 160, 'finger');
    expect([columns, fit]).toEqual([1, 6]);
    expect(rowHeight).toBeGreaterThanOrEqual(24);
  });
});

describe('the tasks of several families', () => {
  it('are blocks below each other while their rows can be read', () => {
    const { columns, rowHeight } = matrixLayout([4, 4], 470, 340);
    expect(columns).toBe(1);
    expect(rowHeight).toBeGreaterThanOrEqual(LETTERING);
  });

  it('are beside each other where they are many, all of them in view', () => {
    const { columns, columnWidth, rowHeight, fit } = matrixLayout([16, 16, 16, 16, 16], 470, 340);
    expect([columns, columnWidth]).toEqual([3, 470 / 3]);
    expect(fit).toBeGreaterThanOrEqual(16);
    expect(2 * (TITLE_HEIGHT + 16 * rowHeight)).toBeLessThanOrEqual(340 + 1e-9);
  });
});
