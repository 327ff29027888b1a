/** @file Formats sizes in decimal units (1 MB is 10⁶ bytes), with equal units in every language. */
import { once } from '../common/once.ts';
import { languageTag } from './language.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];
const number = once(() => new Intl.NumberFormat(languageTag(), { maximumSignificantDigits: 3 }));

/** Writes three significant digits and a unit: 1_234_567 → “1.23 MB”. */
export function formatBytes(bytes: number): string {
  // Round first, so that 999,999 bytes become 1 MB and not 1,000 kB.
  const rounded = Number(bytes.toPrecision(3));
  const power = rounded >= 1000 ? Math.min(UNITS.length - 1, Math.floor(Math.log10(rounded) / 3)) : 0;
  return `${number().format(rounded / 1000 ** power)} ${UNITS[power]}`;
}
