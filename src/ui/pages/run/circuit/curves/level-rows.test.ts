/** @file Cells of the level map: one a level and evaluation, families above each other, no gap between evaluations. */
import { expect, it } from 'vitest';
import { noCost } from '../../../../../genenv/log/epoch-events.ts';
import { levelRows } from './level-rows.ts';

const point = (epoch: number, byLevel: Record<string, number[]>) => ({
  epoch,
  success: 0,
  samples: 1,
  byLevel,
  spent: noCost(),
});

it('stacks families, joins evaluations, and ends with the newest epoch', () => {
  const { levels, families, cells } = levelRows(
    [point(0, { a: [0.1, 0.2], b: [0.3] }), point(10, { a: [0.4, 0.5], b: [0.6] })],
    13,
  );
  expect(levels).toBe(3);
  expect(families).toEqual([
    { family: 'a', levels: 2, first: 0 },
    { family: 'b', levels: 1, first: 2 },
  ]);
  expect(cells.slice(0, 3).map(({ block }) => block)).toEqual([0, 0, 1]);
  expect(cells.map(({ epoch, to, row, value }) => [epoch, to, row, value])).toEqual([
    [0, 10, 0, 0.1],
    [0, 10, 1, 0.2],
    [0, 10, 2, 0.3],
    [10, 13, 0, 0.4],
    [10, 13, 1, 0.5],
    [10, 13, 2, 0.6],
  ]);
  expect(levelRows([], 0)).toEqual({ levels: 0, families: [], cells: [] });
});

it('draws of very many evaluations as many as can be told apart, the last among them', () => {
  const many = Array.from({ length: 501 }, (_, i) => point(10 * i, { a: [i] }));
  const { cells } = levelRows(many, 5000);
  expect(cells.length).toBeLessThanOrEqual(120);
  expect(cells.at(-1)).toMatchObject({ epoch: 5000, value: 500 });
  cells.slice(1).forEach(({ epoch }, i) => expect(cells[i].to).toBe(epoch));
});
