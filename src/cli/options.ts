/** @file Readers of option values. An error says what the value must be; commander adds which option it was. */
import { InvalidArgumentError } from 'commander';

const numeral =
  (what: string, form: RegExp) =>
  (text: string): number => {
    if (!form.test(text)) throw new InvalidArgumentError(`It must be ${what} or more.`);
    return Number(text);
  };
export const integerOption = numeral('a whole number, 0', /^\d+$/);
export const countOption = numeral('a whole number, 1', /^0*[1-9]\d*$/);

/** Also `.5` and `1e-3`. */
export function numberOption(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number, 0 or more.');
  return value;
}

/** For an option that may be repeated: all its values, in order. */
export const collect = (value: string, all: readonly string[]): string[] => [...all, value];
