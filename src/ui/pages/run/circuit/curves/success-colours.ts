/** @file Maps a success rate to colours for both themes: dark is failure, bright is success. */
import { clamp } from '../../../../../common/clamp.ts';

export const SUCCESS_COLOURS = ['#440154', '#31688e', '#35b779', '#fde725'] as const;

/** All these colours, from 0% to 100%, as a CSS background. */
export const SUCCESS_RAMP = `linear-gradient(to right, ${SUCCESS_COLOURS.join(', ')})`;

const channels = SUCCESS_COLOURS.map((colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)));

/** Interpolates linearly in RGB between the two nearest colours. */
export function successColour(success: number): string {
  const place = clamp(success, 0, 1) * (channels.length - 1);
  const low = Math.min(channels.length - 2, Math.floor(place));
  const mixed = channels[low].map((from, i) => Math.round(from + (channels[low + 1][i] - from) * (place - low)));
  return `rgb(${mixed.join(' ')})`;
}
