/** @file Formats numbers in sentences, the same in every language. */

/** Differences smaller than this come from rounding, and are written as 0. */
const ROUNDING_ERROR = 1e-12;

/** Writes three significant digits, or four from 1000 on. */
export const numberOf = (value: number): string =>
  Math.abs(value) >= 1000
    ? value.toLocaleString('en', { maximumSignificantDigits: 4 })
    : String(Math.abs(value) < ROUNDING_ERROR ? 0 : Number(value.toPrecision(3)));

export const signed = (value: number): string => `${value > 0 ? '+' : ''}${numberOf(value)}`;
