/** @file The pixels of the filter plot: success rates across, rewards up. */
import type { Box } from './circuit-geometry.ts';

export interface FilterScale {
  /** Of the top of the curve. */
  top: number;
  /** Of the line that the tasks stand on. */
  floor: number;
  /** Of a success rate; beyond the ends the line goes on. */
  x(rate: number): number;
  y(reward: number): number;
}

export function filterScale(box: Box, compact: boolean): FilterScale {
  const margin = { x: compact ? 8 : 16, top: compact ? 8 : 26, bottom: 18 };
  const floor = box.height - margin.bottom;
  return {
    top: margin.top,
    floor,
    x: (rate) => margin.x + rate * (box.width - 2 * margin.x),
    y: (reward) => floor - 4 - reward * (floor - 4 - margin.top),
  };
}
