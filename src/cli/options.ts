/** @file Readers of option values that say what is wrong. */
import { InvalidArgumentError } from 'commander';

/** A whole number, 0 or more. */
export function integerOption(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** A whole number, 1 or more. */
export function countOption(text: string): number {
  const value = integerOption(text);
  if (value === 0) throw new InvalidArgumentError('It must be 1 or more.');
  return value;
}

/** A number, 0 or more. */
export function numberOption(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number, 0 or more.');
  return value;
}

/** For an option that may be given again: all its values, in order. */
export const collect = (value: string, all: readonly string[]): string[] => [...all, value];
