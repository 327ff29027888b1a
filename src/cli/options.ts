/** @file Readers of option values that say what is wrong. */
import { InvalidArgumentError } from 'commander';

/** A whole number, 0 or more. */
export function integerOption(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
