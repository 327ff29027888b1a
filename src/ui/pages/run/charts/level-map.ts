/** @file Draws held-out success as heat maps: a map per family, a row per level, a column per evaluation. */
import * as Plot from '@observablehq/plot';
import type { Axis } from '../../../../analysis/run-summary.ts';
import type { HeldOutPoint } from '../../../../analysis/metrics.ts';
import { formatCount, formatExactPercent } from '../../../shared/format.ts';
import { familyTitle } from '../../../../text/families.ts';
import { runText } from '../../../../text/run.ts';
import { SUCCESS_COLOURS, SUCCESS_RAMP } from '../circuit/curves/curve-scale.ts';
import { xScale, type ChartSpec, type Point, position, type RunSeries } from './line-chart.ts';

interface Cell extends Point {
  left: number;
  right: number;
  level: number;
  family: string;
}

function cellsOf({ name, metrics: { heldOut, epochs } }: RunSeries, axis: Axis): Cell[] {
  const newest = epochs.length ? position(epochs.at(-1)!, axis) : 0;
  return heldOut.flatMap((row, index) => {
    const next: HeldOutPoint | undefined = heldOut[index + 1];
    const at = position(row, axis);
    // Cells end at the newest epoch. Each is at least a hundredth of the axis wide, so that it is visible.
    const right = next ? position(next, axis) : Math.max(at, newest);
    const left = Math.min(at, right - newest / 100);
    return Object.entries(row.byLevel).flatMap(([family, levels]) =>
      levels.map((success, level) => ({
        left,
        right,
        level: level + 1,
        family,
        x: at,
        y: success,
        epoch: row.epoch,
        run: 0,
        runName: name,
        curve: `${familyTitle(family)} ${runText.loop.levelShort({ level: formatCount(level + 1) })}`,
        colour: '',
        detail: '',
      })),
    );
  });
}

export function levelMap(series: readonly RunSeries[], axis: Axis): ChartSpec {
  const { title, about, y, legend } = runText.charts.byLevel;
  const points = series.length ? cellsOf(series[0], axis) : [];
  const families = [...new Set(points.map(({ family }) => family))];
  const levels = Math.max(1, ...points.map(({ level }) => level));
  const channels = {
    x1: 'left',
    x2: 'right',
    y1: (cell: Cell) => cell.level - 0.5,
    y2: (cell: Cell) => cell.level + 0.5,
    ...(families.length > 1 ? { fy: 'family' } : {}),
  };
  return {
    id: 'by-level',
    title,
    about,
    points,
    format: formatExactPercent,
    keys: [{ name: legend, colour: SUCCESS_RAMP }],
    height: Math.max(200, families.length * (40 + 12 * levels)),
    options: {
      x: xScale(axis),
      y: {
        label: y,
        ticks: Array.from({ length: levels }, (_, level) => level + 1),
        domain: [0.5, levels + 0.5],
        tickFormat: 'd',
      },
      // There is no room for a long name beside the map, so it is drawn above.
      fy: { axis: null, padding: 0.22 },
      color: { type: 'linear', domain: [0, 1], range: [...SUCCESS_COLOURS], interpolate: 'rgb', clamp: true },
      marks: [
        Plot.rect(points, { ...channels, fill: 'y', inset: 0.5 }),
        ...(families.length > 1
          ? [
              Plot.text(families, {
                fy: (family) => family,
                text: familyTitle,
                frameAnchor: 'top-right',
                dy: -10,
              }),
            ]
          : []),
        Plot.tip(
          points,
          Plot.pointer({
            ...channels,
            title: (cell: Cell) =>
              `${runText.loop.epoch({ epoch: formatCount(cell.epoch) })}, ${runText.loop.level({ level: formatCount(cell.level) })}\n${legend}: ${formatExactPercent(cell.y)}`,
          }),
        ),
      ],
    },
  };
}
