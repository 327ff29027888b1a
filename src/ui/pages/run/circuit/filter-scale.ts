/** @file Maps success rates (across) and rewards (up) to pixels of the filter plot, and draws R_env's curve. */
import { rewardOf, type RewardSettings } from '../../../../curriculum/environment-reward.ts';
import type { Box } from './circuit-geometry.ts';

export interface FilterScale {
  /** Position of the top of the curve, in pixels. */
  top: number;
  /** Position of the line below the tasks' dots, in pixels. */
  floor: number;
  /** Maps a success rate to pixels. Not clamped to 0 and 1. */
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

const SAMPLES = 64;

/** Returns the curve R_env(p̂) as an SVG path. `x` maps a success rate to pixels, `y` a reward. */
export const rewardPath = (
  reward: RewardSettings,
  x: (rate: number) => number,
  y: (reward: number) => number,
): string =>
  Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const rate = i / SAMPLES;
    return `${i ? 'L' : 'M'}${x(rate).toFixed(1)} ${y(rewardOf(rate, reward)).toFixed(1)}`;
  }).join('');
