import { describe, expect, it } from 'vitest';
import { type Box, circuitGeometry, PARTS, WIRES, LETTERING, matrixLayout, TITLE_HEIGHT } from './circuit-geometry.ts';

const sizes = [
  [300, 320],
  [366, 364],
  [660, 290],
  [640, 430],
  [640, 540],
  [900, 600],
  [1300, 900],
] as const;

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Returns the points of an SVG path of M, H and V commands, from tail to head. */
function points(path: string): { x: number; y: number }[] {
  let at = { x: 0, y: 0 };
  return [...path.matchAll(/([MHV])([\d.]+)(?: ([\d.]+))?/g)].map(([, step, first, second]) => {
    const value = Number(first);
    at = step === 'M' ? { x: value, y: Number(second) } : step === 'H' ? { ...at, x: value } : { ...at, y: value };
    return at;
  });
}

const touches = ({ x, y, width, height }: Box, point: { x: number; y: number }): boolean =>
  point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;

it('has positions in a frame without a size', () => {
  for (const box of Object.values(circuitGeometry({ width: 0, height: 0 }).boxes))
    expect(Math.min(box.width, box.height)).toBeGreaterThan(0);
});

describe.each(sizes)('%i × %i', (width, height) => {
  const { boxes, wires } = circuitGeometry({ width, height });

  it('keeps the parts inside the frame and apart', () => {
    for (const part of PARTS) {
      const { x, y, width: w, height: h } = boxes[part];
      expect(Math.min(x, y, w, h), part).toBeGreaterThanOrEqual(0);
      expect(x + w, part).toBeLessThanOrEqual(width);
      expect(y + h, part).toBeLessThanOrEqual(height);
      for (const other of PARTS) if (other !== part) expect(overlap(boxes[part], boxes[other])).toBe(false);
    }
    expect(boxes.tasks.width).toBeGreaterThan(90);
    expect(boxes.environment.height).toBeGreaterThan(60);
  });

  it('ends every wire at a part of the loop', () => {
    const ends = {
      writes: ['environment', 'tasks'],
      attempts: ['tasks', 'agent'],
      answers: ['agent', 'tasks'],
      judges: ['tasks', 'filter'],
      keeps: ['filter', 'environmentPool'],
      regression: ['environmentPool', 'environment'],
      policyGradient: ['tasks', 'agent'],
      traces: ['tasks', 'trainPool'],
    } as const;
    for (const wire of WIRES) {
      const line = points(wires[wire].path);
      const [from, to] = ends[wire];
      expect(touches(boxes[from], line[0]), `${wire} from ${from}`).toBe(true);
      expect(touches(boxes[to], line.at(-1)!), `${wire} to ${to}`).toBe(true);
    }
  });
});

it('lays out the tasks of one family as one list, and cuts it if its rows would be too low', () => {
  expect(matrixLayout([16], 470, 340)).toEqual({ columns: 1, columnWidth: 470, rowHeight: 340 / 16, fit: 22 });
  expect(matrixLayout([2], 470, 340).rowHeight).toBe(25);
  expect(matrixLayout([], 470, 340).columns).toBe(1);
  const cut = matrixLayout([16], 250, 144);
  expect(cut.fit).toBe(9);
  expect(cut.rowHeight).toBeGreaterThanOrEqual(LETTERING);
  const touched = matrixLayout([16], 356, 160, 'finger');
  expect([touched.columns, touched.fit]).toEqual([1, 6]);
  expect(touched.rowHeight).toBeGreaterThanOrEqual(24);
});

it('puts several families below each other, or in columns if their rows would be too low', () => {
  const { columns, rowHeight } = matrixLayout([4, 4], 470, 340);
  expect(columns).toBe(1);
  expect(rowHeight).toBeGreaterThanOrEqual(LETTERING);
  const many = matrixLayout([16, 16, 16, 16, 16], 470, 340);
  expect([many.columns, many.columnWidth]).toEqual([3, 470 / 3]);
  expect(many.fit).toBeGreaterThanOrEqual(16);
  expect(2 * (TITLE_HEIGHT + 16 * many.rowHeight)).toBeLessThanOrEqual(340 + 1e-9);
});
