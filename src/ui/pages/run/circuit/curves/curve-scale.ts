/** @file Converts points of the small charts to pixels, and computes the cells and colours of the level map. */
import { runText } from '../../../../../text/run.ts';
import { formatCount } from '../../../../shared/format.ts';
import { ownValue } from '../../../../../common/plain-json.ts';
import type { HeldOutPoint } from '../../../../../analysis/metrics.ts';
import { clamp } from '../../../../../common/clamp.ts';

export interface Frame {
  width: number;
  height: number;
  /** Epoch at the right edge of the chart, at least 1. Epoch 0 is at the left edge. */
  last: number;
}

interface EpochValue {
  epoch: number;
  value: number;
}

/** Space around a chart in pixels, for the numbers beside and below it. */
export const MARGIN = { left: 37, right: 8, top: 6, bottom: 17 } as const;

const innerWidth = ({ width }: Frame): number => Math.max(1, width - MARGIN.left - MARGIN.right);
const innerHeight = ({ height }: Frame): number => Math.max(1, height - MARGIN.top - MARGIN.bottom);

export const xOf = (frame: Frame, epoch: number): number => MARGIN.left + (epoch / frame.last) * innerWidth(frame);

/** Returns the y coordinate of a share, in pixels from the top. @param share from 0 (bottom) to 1 (top) */
export const yOf = (frame: Frame, share: number): number => MARGIN.top + (1 - clamp(share, 0, 1)) * innerHeight(frame);

/** Returns the epoch at the position x in pixels, clamped to the frame. */
export const epochAt = (frame: Frame, x: number): number => {
  const share = clamp((x - MARGIN.left) / innerWidth(frame), 0, 1);
  return Math.round(share * frame.last);
};

/** Returns the last epoch of the axis. The axis doubles (10, 20, 40, …) as the run grows, up to the planned epochs. */
export function axisEnd(newest: number, planned: number): number {
  let end = 10;
  while (end < newest) end *= 2;
  return Math.max(newest, Math.min(end, planned));
}

/** Returns the path of a polyline, or of a dot for one point. */
export const linePath = (frame: Frame, points: readonly EpochValue[]): string =>
  points
    .map(({ epoch, value }) => `${xOf(frame, epoch).toFixed(1)} ${yOf(frame, value).toFixed(1)}`)
    .map((point, i) => (i ? `L${point}` : points.length === 1 ? `M${point}h0` : `M${point}`))
    .join('');

const SUCCESS_COLOURS = ['#440154', '#31688e', '#35b779', '#fde725'] as const;

/** CSS background that shows the colours from 0% to 100% success. */
export const SUCCESS_RAMP = `linear-gradient(to right, ${SUCCESS_COLOURS.join(', ')})`;

const channels = SUCCESS_COLOURS.map((colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)));

/** Returns the colour of a success rate, interpolated in RGB between the two nearest `SUCCESS_COLOURS`. */
export function successColour(success: number): string {
  const place = clamp(success, 0, 1) * (channels.length - 1);
  const low = Math.min(channels.length - 2, Math.floor(place));
  const mixed = channels[low].map((from, i) => Math.round(from + (channels[low + 1][i] - from) * (place - low)));
  return `rgb(${mixed.join(' ')})`;
}

interface LevelCell {
  /** Epoch of the evaluation. The cell extends to the next evaluation (`to`), or else to the epoch shown. */
  epoch: number;
  to: number;
  /** Row of the map, from the bottom. Row 0 is the first level of the first family. */
  row: number;
  /** Position of the family among the families, from the bottom. */
  block: number;
  family: string;
  level: number;
  value: number;
}

/** Maximum number of columns. More would be too narrow to see, and each cell is an element of the page. */
const MOST_COLUMNS = 120;

/** Reduces evaluations to at most `MOST_COLUMNS`, evenly spaced, with the newest among them. */
function thinned(points: readonly HeldOutPoint[]): readonly HeldOutPoint[] {
  const step = Math.ceil(points.length / MOST_COLUMNS);
  return step === 1 ? points : points.filter((_, i) => (points.length - 1 - i) % step === 0);
}

interface FamilyRows {
  family: string;
  levels: number;
  /** Row of the family's first level. */
  first: number;
}

/** Computes the rows and cells of the level map. @param now epoch shown */
export function levelRows(
  evaluations: readonly HeldOutPoint[],
  now: number,
): {
  levels: number;
  families: FamilyRows[];
  cells: LevelCell[];
} {
  const points = thinned(evaluations);
  const byLevel = Object.entries(points[0]?.byLevel ?? {});
  const rowsBefore = (block: number) => byLevel.slice(0, block).reduce((sum, [, levels]) => sum + levels.length, 0);
  const families = byLevel.map(([family, levels], block) => ({
    family,
    levels: levels.length,
    first: rowsBefore(block),
  }));
  const cells = points.flatMap(({ epoch, byLevel: success }, i) => {
    const to = points[i + 1]?.epoch ?? Math.max(epoch, now);
    return families.flatMap(({ family, first }, block) =>
      (ownValue(success, family) ?? []).map((value, level) => ({
        epoch,
        to,
        row: first + level,
        block,
        family,
        level: level + 1,
        value,
      })),
    );
  });
  return { levels: rowsBefore(byLevel.length), families, cells };
}

/** Returns the value, followed by the epoch of its measurement if another epoch is shown. */
export const measuredIn = (epoch: number, shown: number, value: string): string =>
  epoch === shown ? value : runText.circuit.ofEpoch({ value, epoch: formatCount(epoch) });
