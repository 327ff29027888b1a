/**
 * @file Where the parts of the loop stand and how its wires run, in pixels of the picture: the environment left, the agent
 * right, tasks and filter between them, the two pools below. A pure function of the picture's size, so that lettering keeps
 * its size on every screen.
 */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A wire: the path from its tail to its arrowhead, and where its label stands. */
export interface WirePath {
  path: string;
  label: { x: number; y: number; anchor: 'start' | 'middle' | 'end' };
}

export const PARTS = ['environment', 'tasks', 'agent', 'filter', 'environmentPool', 'trainPool'] as const;
export type Part = (typeof PARTS)[number];

export const WIRES = [
  'writes',
  'attempts',
  'answers',
  'judges',
  'keeps',
  'regression',
  'policyGradient',
  'traces',
] as const;
export type WireName = (typeof WIRES)[number];

export interface Geometry {
  /** Too narrow for the texts of tasks and the labels of wires. */
  compact: boolean;
  boxes: Record<Part, Box>;
  wires: Record<WireName, WirePath>;
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** The narrowest picture with room for words. */
const WORDS = 520;
/** The lowest one. */
const LINES = 310;

/** A frame that is not laid out has no size; its picture is not seen. */
const SMALLEST = { width: 300, height: 220 };

/** @param frame in pixels */
export function circuitGeometry(frame: Pick<Box, 'width' | 'height'>): Geometry {
  const width = Math.max(SMALLEST.width, frame.width);
  const height = Math.max(SMALLEST.height, frame.height);
  const compact = width < WORDS || height < LINES;
  const side = Math.round(compact ? clamp(width * 0.25, 76, 124) : clamp(width * 0.2, 136, 172));
  const gap = compact ? 16 : Math.round(clamp(width * 0.065, 56, 64));
  const filterHeight = Math.round(clamp(height * 0.3, compact ? 76 : 104, 180));
  const below = compact ? 16 : 30;
  const head = compact ? 22 : 40;
  const pool = compact ? 36 : 50;

  const tasks: Box = { x: side + gap, y: 0, width: width - 2 * (side + gap), height: height - filterHeight - below };
  const bottom = tasks.height;
  const filter: Box = {
    x: tasks.x + (compact ? 0 : 8),
    y: bottom + below,
    width: tasks.width - (compact ? 12 : 44),
    height: filterHeight,
  };
  const model = { y: head, width: side, height: bottom - head - (compact ? 8 : 26) };
  const environment: Box = { x: 0, ...model };
  const agent: Box = { x: width - side, ...model };
  const store = { y: filter.y + Math.round((filterHeight - pool) / 2), width: side, height: pool };
  const environmentPool: Box = { x: 0, ...store };
  const trainPool: Box = { x: width - side, ...store };

  const left = Math.round(side / 2);
  const right = width - left;
  const tasksEnd = tasks.x + tasks.width;
  const top = Math.round(head / 2);
  const modelBottom = model.y + model.height;
  const answersY = Math.round(model.y + model.height * 0.5);
  const gradientY = bottom - (compact ? 2 : 8);
  const storeMiddle = store.y + Math.round(pool / 2);
  const corridor = filter.x + filter.width + Math.round((tasksEnd - filter.x - filter.width) / 2);
  const regressionY = Math.round((modelBottom + store.y) / 2);
  const inset = compact ? 4 : 8;

  return {
    compact,
    boxes: { environment, tasks, agent, filter, environmentPool, trainPool },
    wires: {
      writes: {
        path: `M${left} ${model.y} V${top} H${tasks.x}`,
        label: { x: left + inset, y: top - 6, anchor: 'start' },
      },
      attempts: {
        path: `M${tasksEnd} ${top} H${right} V${model.y}`,
        label: { x: right - inset, y: top - 6, anchor: 'end' },
      },
      answers: {
        path: `M${agent.x} ${answersY} H${tasksEnd}`,
        label: { x: tasksEnd + gap / 2, y: answersY - 8, anchor: 'middle' },
      },
      judges: {
        path: `M${filter.x + Math.round(filter.width / 2)} ${bottom} V${filter.y}`,
        label: { x: filter.x + filter.width / 2 + inset, y: bottom + below / 2 + 4, anchor: 'start' },
      },
      keeps: {
        path: `M${filter.x} ${storeMiddle} H${side}`,
        label: { x: side + (filter.x - side) / 2, y: storeMiddle - 8, anchor: 'middle' },
      },
      regression: {
        path: `M${left} ${store.y} V${modelBottom}`,
        label: { x: left + inset, y: regressionY, anchor: 'start' },
      },
      policyGradient: {
        path: `M${tasksEnd} ${gradientY} H${right} V${modelBottom}`,
        label: { x: right - inset, y: gradientY + 18, anchor: 'end' },
      },
      traces: {
        path: `M${corridor} ${bottom} V${storeMiddle} H${trainPool.x}`,
        label: { x: corridor + inset, y: storeMiddle - 8, anchor: 'start' },
      },
    },
  };
}
