/** @file Readers of option values. An error says what the value must be; commander adds which option it was. */
import { InvalidArgumentError } from 'commander';

/** A whole number, 0 or more. */
export function integerOption(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(text);
}

/** A whole number, 1 or more. */
export function countOption(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return Number(text);
}

/** A number, 0 or more. */
export function numberOption(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number, 0 or more.');
  return value;
}

/** For an option that may be repeated: all its values, in order. */
export const collect = (value: string, all: readonly string[]): string[] => [...all, value];
