/** @file Formats numbers in sentences, the same in every language. */

/** Differences of equal means are not exactly 0 in floating point. */
const ROUNDING_ERROR = 1e-12;

/** Writes three significant digits, or four of large numbers. */
export const numberOf = (value: number): string =>
  Math.abs(value) >= 1000
    ? value.toLocaleString('en', { maximumSignificantDigits: 4 })
    : String(Math.abs(value) < ROUNDING_ERROR ? 0 : Number(value.toPrecision(3)));

export const signed = (value: number): string => `${value > 0 ? '+' : ''}${numberOf(value)}`;
