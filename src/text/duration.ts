/** @file Formats durations with the short unit names of the page's language. */
import { once } from '../common/once.ts';
import { languageTag } from './language.ts';

const inUnit = (unit: 'hour' | 'minute' | 'second') =>
  once(() => new Intl.NumberFormat(languageTag(), { style: 'unit', unit, unitDisplay: 'short' }));
const [inHours, inMinutes, inSeconds] = [inUnit('hour'), inUnit('minute'), inUnit('second')];

/** Writes hours and minutes, minutes and seconds, or seconds. */
export function formatDuration(seconds: number): string {
  const all = Math.max(0, Math.ceil(seconds));
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60), all % 60];
  if (hours > 0) return `${inHours().format(hours)} ${inMinutes().format(minutes)}`;
  return minutes > 0 ? `${inMinutes().format(minutes)} ${inSeconds().format(rest)}` : inSeconds().format(rest);
}
