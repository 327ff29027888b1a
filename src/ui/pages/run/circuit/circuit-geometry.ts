/**
 * @file Places the parts and wires of the loop in pixels of the picture. The environment is on the left, and the agent
 * on the right. Tasks and filter are between the models, and the pools are below the models. In a narrow picture the
 * tasks take the whole width below the models. The picture is not scaled, so text keeps its size on every screen.
 */
import type { EpochStory } from '../../../../analysis/epoch-story.ts';
import type { EpochStage } from '../../../../genenv/log/epoch-events.ts';
import { clamp } from '../../../../common/clamp.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the CSS that places a part. */
export const placed = ({ x, y, width, height }: Box): string =>
  `left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px`;

/** SVG path of a wire from tail to arrowhead, and the place of the label. */
interface WirePath {
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

interface Geometry {
  /** True if the picture has no room for labels of wires. */
  compact: boolean;
  /** True if the models are above the tasks, as on a phone. Rows of tasks are then high enough to touch. */
  stacked: boolean;
  boxes: Record<Part, Box>;
  wires: Record<WireName, WirePath>;
}

/** Makes a wire. `x`, `y` and `anchor` place the label, which the stacked picture does not show. */
const wire = (path: string, x = 0, y = 0, anchor: WirePath['label']['anchor'] = 'start'): WirePath => ({
  path,
  label: { x, y, anchor },
});

/** Smallest width of a picture with the tasks between the models, in pixels. */
const BESIDE = 520;
/** Smallest height of a picture with labels of wires, in pixels. */
const LINES = 310;

/** Smallest size of the picture in pixels. Before layout the frame has no size of its own. */
const SMALLEST = { width: 300, height: 220 };

/** Places all parts and wires. @param frame size of the picture in pixels */
export function circuitGeometry(frame: Pick<Box, 'width' | 'height'>): Geometry {
  const width = Math.max(SMALLEST.width, frame.width);
  const height = Math.max(SMALLEST.height, frame.height);
  if (width < BESIDE) return stackedGeometry(width, height);
  const compact = height < LINES;
  const side = Math.round(compact ? 124 : clamp(width * 0.2, 136, 172));
  const gap = compact ? 16 : 64;
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
    stacked: false,
    boxes: { environment, tasks, agent, filter, environmentPool, trainPool },
    wires: {
      writes: wire(`M${left} ${model.y} V${top} H${tasks.x}`, left + inset, top - 6, 'start'),
      attempts: wire(`M${tasksEnd} ${top} H${right} V${model.y}`, right - inset, top - 6, 'end'),
      answers: wire(`M${agent.x} ${answersY} H${tasksEnd}`, tasksEnd + gap / 2, answersY - 8, 'middle'),
      judges: wire(
        `M${filter.x + Math.round(filter.width / 2)} ${bottom} V${filter.y}`,
        filter.x + filter.width / 2 + inset,
        bottom + below / 2 + 4,
        'start',
      ),
      keeps: wire(`M${filter.x} ${storeMiddle} H${side}`, side + (filter.x - side) / 2, storeMiddle - 8, 'middle'),
      regression: wire(`M${left} ${store.y} V${modelBottom}`, left + inset, regressionY, 'start'),
      policyGradient: wire(`M${tasksEnd} ${gradientY} H${right} V${modelBottom}`, right - inset, gradientY + 18, 'end'),
      traces: wire(
        `M${corridor} ${bottom} V${storeMiddle} H${trainPool.x}`,
        corridor + inset,
        storeMiddle - 8,
        'start',
      ),
    },
  };
}

function stackedGeometry(width: number, height: number): Geometry {
  /** Gap between neighbouring parts in pixels. Most wires are as long as the gap. */
  const gap = 16;
  /** Width left of the tasks for the wire from the environment's pool to the environment, in pixels. */
  const corridor = 10;
  const side = Math.round(width * 0.47);
  const pool = Math.round(width * 0.25);
  const model = { y: 0, width: side, height: 66 };
  const environment: Box = { x: 0, ...model };
  const agent: Box = { x: width - side, ...model };
  const filterHeight = 72;
  const tasks: Box = {
    x: corridor,
    y: model.height + gap,
    width: width - corridor,
    height: height - model.height - filterHeight - 2 * gap,
  };
  const bottom = tasks.y + tasks.height;
  const store = { y: bottom + gap + (filterHeight - 36) / 2, width: pool, height: 36 };
  const environmentPool: Box = { x: 0, ...store };
  const trainPool: Box = { x: width - pool, ...store };
  const filter: Box = {
    x: pool + gap,
    y: bottom + gap,
    width: width - 2 * (pool + gap),
    height: filterHeight,
  };
  const down = (x: number, from: number, to: number) => wire(`M${Math.round(x)} ${from} V${to}`);
  const of = (box: Box, share: number) => box.x + share * box.width;
  return {
    compact: true,
    stacked: true,
    boxes: { environment, tasks, agent, filter, environmentPool, trainPool },
    wires: {
      writes: down(of(environment, 0.5), model.height, tasks.y),
      attempts: down(of(agent, 0.25), tasks.y, model.height),
      answers: down(of(agent, 0.5), model.height, tasks.y),
      policyGradient: down(of(agent, 0.75), tasks.y, model.height),
      judges: down(of(filter, 0.5), bottom, filter.y),
      keeps: wire(`M${filter.x} ${store.y + 18} H${pool}`),
      regression: down(corridor / 2, store.y, model.height),
      traces: down(of(trainPool, 0.5), bottom, store.y),
    },
  };
}

/** Layout of an epoch's tasks in the picture of the loop. Each family has a block of rows, and columns hold blocks. */
interface MatrixLayout {
  columns: number;
  /** Width of a column, and so of its rows, in pixels. */
  columnWidth: number;
  rowHeight: number;
  /** Number of rows that fit into a block. */
  fit: number;
}

/** Height of a block's title, in pixels. */
export const TITLE_HEIGHT = 15;
const TALLEST = 25;
/** Smallest height of a row in pixels: visible for a mouse, or a touch target (WCAG 2.2, 2.5.8) for a finger. */
const LOWEST = { pointer: 7, finger: 24 };
/** Smallest height of a row with legible text, in pixels. */
export const LETTERING = 15;
/** Smallest width of a column of dots and bars, in pixels. */
const NARROWEST = 130;

/**
 * Returns the layout with the fewest columns that leaves rows room for text, or else the layout with the most columns.
 * @param counts number of tasks of each family
 * @param by what the user points with
 */
export function matrixLayout(
  counts: readonly number[],
  width: number,
  height: number,
  by: keyof typeof LOWEST = 'pointer',
): MatrixLayout {
  const most = Math.max(1, ...counts);
  // The rows of a single family must have text. With several families, low rows may lack text.
  const lowest = counts.length > 1 ? LOWEST[by] : Math.max(LOWEST[by], LETTERING);
  const withColumns = (columns: number): MatrixLayout => {
    const blocks = Math.max(1, Math.ceil(counts.length / columns));
    const room = height / blocks - (counts.length > 1 ? TITLE_HEIGHT : 0);
    const fit = Math.max(1, Math.floor(room / lowest));
    return { columns, columnWidth: width / columns, rowHeight: Math.min(TALLEST, room / Math.min(fit, most)), fit };
  };
  const widest = Math.max(1, Math.min(counts.length, Math.floor(width / NARROWEST)));
  const layouts = Array.from({ length: widest }, (_, i) => withColumns(i + 1));
  return layouts.find(({ rowHeight }) => rowHeight >= LETTERING) ?? layouts[widest - 1];
}

interface Flow {
  parts: readonly Part[];
  wires: readonly WireName[];
}

const flows: Readonly<Record<EpochStage, Flow>> = {
  'tasks-written': { parts: ['environment', 'tasks'], wires: ['writes'] },
  'rolled-out': { parts: ['agent', 'tasks'], wires: ['attempts', 'answers'] },
  scored: { parts: ['tasks'], wires: [] },
  filtered: { parts: ['tasks', 'filter'], wires: ['judges'] },
  'agent-updated': { parts: ['agent'], wires: ['policyGradient'] },
  'environment-updated': { parts: ['environment'], wires: ['keeps', 'regression'] },
  'pools-updated': { parts: ['environmentPool', 'trainPool'], wires: ['keeps', 'traces'] },
  // The agent attempts held-out tasks, so only the charts of held-out success are lit.
  'epoch-ended': { parts: [], wires: [] },
};

export const flowOf = (stage: EpochStage | undefined): Flow => (stage ? flows[stage] : { parts: [], wires: [] });

/** Returns how many tasks, answers or other pieces moved along each wire in an epoch. Null while unknown. */
export const piecesOf = (story: EpochStory | null): Readonly<Record<WireName, number | null>> => {
  const attempted = story?.attempted ?? null;
  const environment = story?.environment;
  return {
    writes: attempted,
    attempts: attempted,
    answers: story?.rollouts ?? null,
    judges: attempted,
    keeps: story?.kept ?? null,
    regression: environment ? (environment.steps > 0 ? environment.pairs : 0) : null,
    policyGradient: story?.agentSteps === 0 ? 0 : (story?.mixed ?? null),
    traces: story?.pools?.train ?? null,
  };
};
