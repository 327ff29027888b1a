/** @file The curve R_env(p̂), as the path of an SVG. */
import { rewardOf, type RewardSettings } from '../../../curriculum/environment-reward.ts';

const SAMPLES = 64;

/** @param x pixels of a success rate, @param y of a reward */
export const rewardPath = (
  reward: RewardSettings,
  x: (rate: number) => number,
  y: (reward: number) => number,
): string =>
  Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const rate = i / SAMPLES;
    return `${i ? 'L' : 'M'}${x(rate).toFixed(1)} ${y(rewardOf(rate, reward)).toFixed(1)}`;
  }).join('');
