/** @file Places points in a small chart, in pixels. Even thousands of epochs need only a few path strings. */
import { clamp } from '../../../../../common/clamp.ts';

export interface Frame {
  width: number;
  height: number;
  /** Epoch at the left edge. `last` is at the right edge. */
  first: number;
  last: number;
}

interface EpochValue {
  epoch: number;
  value: number;
}

/** Space for the numbers beside and below a chart, in pixels. */
export const MARGIN = { left: 37, right: 8, top: 6, bottom: 17 } as const;

const innerWidth = ({ width }: Frame): number => Math.max(1, width - MARGIN.left - MARGIN.right);
const innerHeight = ({ height }: Frame): number => Math.max(1, height - MARGIN.top - MARGIN.bottom);

export const xOf = (frame: Frame, epoch: number): number =>
  MARGIN.left + ((epoch - frame.first) / Math.max(1, frame.last - frame.first)) * innerWidth(frame);

/** @param share from 0, at the bottom, to 1 */
export const yOf = (frame: Frame, share: number): number => MARGIN.top + (1 - clamp(share, 0, 1)) * innerHeight(frame);

/** Returns the epoch at x (pixels), clamped to the frame. */
export const epochAt = (frame: Frame, x: number): number => {
  const share = clamp((x - MARGIN.left) / innerWidth(frame), 0, 1);
  return Math.round(frame.first + share * (frame.last - frame.first));
};

/** Returns the last epoch of the axis: the first of 10, 20, 40, … that fits all epochs, at most the run's last. */
export function axisEnd(newest: number, planned: number): number {
  let end = 10;
  while (end < newest) end *= 2;
  return Math.max(newest, Math.min(end, planned));
}

/** Returns the path of a polyline, or of a dot for one point. Keeps the lowest and highest point per pixel column. */
export function linePath(frame: Frame, points: readonly EpochValue[]): string {
  const columns = new Map<number, { first: number; low: number; high: number; last: number }>();
  for (const { epoch, value } of points) {
    const x = Math.round(xOf(frame, epoch) * 2) / 2;
    const y = yOf(frame, value);
    const column = columns.get(x);
    if (!column) columns.set(x, { first: y, low: y, high: y, last: y });
    else {
      column.low = Math.min(column.low, y);
      column.high = Math.max(column.high, y);
      column.last = y;
    }
  }
  return [...columns]
    .flatMap(([x, { first, low, high, last }]) =>
      [...new Set([first, low, high, last])].map((y) => `${x} ${y.toFixed(1)}`),
    )
    .map((point, index, { length }) => (index ? `L${point}` : length === 1 ? `M${point}h0` : `M${point}`))
    .join('');
}
