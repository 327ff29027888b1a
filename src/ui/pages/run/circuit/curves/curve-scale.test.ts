import StoryCurves from './StoryCurves.svelte';
import type { RunPlayer } from '../../../../state/run-player.svelte.ts';
import { recordRun, tableSettings } from '../../../../../genenv/testing/record-run.ts';
import { viewRun } from '../../../../../analysis/run-view.ts';
import { runMetrics } from '../../../../../analysis/metrics.ts';
import { render } from 'svelte/server';
import { noCost } from '../../../../../genenv/log/epoch-events.ts';
import { expect, it } from 'vitest';
import { axisEnd, epochAt, linePath, xOf, yOf, levelRows } from './curve-scale.ts';

const frame = { width: 400, height: 150, last: 80 };

it('finds the epoch at a position', () => {
  for (const epoch of [0, 1, 40, 79, 80]) expect(epochAt(frame, xOf(frame, epoch))).toBe(epoch);
  expect(epochAt(frame, -50)).toBe(0);
  expect(epochAt(frame, 5000)).toBe(80);
});

it('draws larger shares higher, and none outside the frame', () => {
  expect(yOf(frame, 1)).toBeLessThan(yOf(frame, 0));
  expect(yOf(frame, 2)).toBe(yOf(frame, 1));
});

it('doubles the axis as the run grows, up to the end of the run', () => {
  expect([0, 10, 11, 75, 180].map((newest) => axisEnd(newest, 180))).toEqual([10, 10, 20, 80, 180]);
  expect(axisEnd(3, 6)).toBe(6);
});

it('draws a line through points, and a dot for one point', () => {
  const points = [1, 2, 3].map((epoch) => ({ epoch, value: 0.5 }));
  expect(linePath(frame, points.slice(0, 1))).toMatch(/^M[\d.]+ [\d.]+h0$/);
  expect(linePath(frame, points).match(/[ML]/g)).toEqual(['M', 'L', 'L']);
});

const point = (epoch: number, byLevel: Record<string, number[]>) => ({
  epoch,
  success: 0,
  samples: 1,
  byLevel,
  spent: noCost(),
});

it('stacks the levels of families, and extends each evaluation to the next or to the newest epoch', () => {
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

it('draws at most 120 columns, the newest evaluation among them', () => {
  const many = Array.from({ length: 501 }, (_, i) => point(10 * i, { a: [i] }));
  const { cells } = levelRows(many, 5000);
  expect(cells.length).toBeLessThanOrEqual(120);
  expect(cells.at(-1)).toMatchObject({ epoch: 5000, value: 500 });
  cells.slice(1).forEach(({ epoch }, i) => expect(cells[i].to).toBe(epoch));
});

it('curves and the map of levels end at the epoch in view', async () => {
  const events = await recordRun(tableSettings({ epochs: 3, evalEvery: 1 }));
  const run = {
    kind: 'live',
    view: viewRun(events),
    metrics: runMetrics(events),
    lastEpoch: 3,
    seek: async () => {},
  } as const;
  const drawn = (pinned: number | undefined) => {
    const player: Partial<RunPlayer> = { ...run, pinned, epoch: pinned ?? 3 };
    const props = {
      player: player as RunPlayer,
      story: null,
      evaluation: undefined,
      epochsPlanned: 3,
      evaluating: false,
      against: undefined,
    };
    const { body } = render(StoryCurves, { props });
    const points = /class="training[^"]*" d="([^"]*)"/.exec(body)![1].match(/[ML]/g)!.length;
    const columns = new Set(body.match(/<rect x="[^"]*"/g)).size;
    return { points, columns };
  };
  expect(drawn(undefined)).toEqual({ points: 3, columns: 4 });
  expect(drawn(1)).toEqual({ points: 1, columns: 2 });
});
