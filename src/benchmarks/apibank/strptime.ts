/**
 * @file Python's `datetime.strptime` for the three formats API-Bank uses, with its error messages, because they appear
 * in the APIs' results and are compared with the gold ones.
 */
import { asciiDigits } from '../python/digits.ts';
import { stringRepr } from '../../tasks/calls/call.ts';
import { strip, WHITE_SPACE_CLASS } from '../../common/python-white-space.ts';

export type DateFormat = '%Y-%m-%d %H:%M:%S' | '%Y-%m-%d' | '%m-%d';

/** A point in time as its fields in sortable text, or Python's error message. */
export type ParsedDate = { value: string; error: null } | { value: null; error: string };

/** `\d` is a digit of any script to Python. */
const DIRECTIVES: Record<string, string> = {
  Y: '(?<Y>\\p{Nd}{4})',
  m: '(?<m>1[0-2]|0[1-9]|[1-9])',
  d: '(?<d>3[01]|[12]\\p{Nd}|0[1-9]|[1-9]| [1-9])',
  H: '(?<H>2[0-3]|[01]\\p{Nd}|\\p{Nd})',
  M: '(?<M>[0-5]\\p{Nd}|\\p{Nd})',
  S: '(?<S>6[01]|[0-5]\\p{Nd}|\\p{Nd})',
};

const pattern = (format: DateFormat) =>
  new RegExp(
    `^${format.replace(' ', `${WHITE_SPACE_CLASS}+`).replace(/%(\w)/g, (_, directive: string) => DIRECTIVES[directive])}`,
    'u',
  );

const PATTERNS: Record<DateFormat, RegExp> = {
  '%Y-%m-%d %H:%M:%S': pattern('%Y-%m-%d %H:%M:%S'),
  '%Y-%m-%d': pattern('%Y-%m-%d'),
  '%m-%d': pattern('%m-%d'),
};

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const daysIn = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** Reads `text` and writes it back in `written` (the same format unless given). */
export function strptime(text: string, format: DateFormat, written: DateFormat = format): ParsedDate {
  const fail = (error: string): ParsedDate => ({ value: null, error });
  const match = PATTERNS[format].exec(text);
  if (match === null) return fail(`time data ${stringRepr(text)} does not match format ${stringRepr(format)}`);
  if (match[0].length < text.length) return fail(`unconverted data remains: ${text.slice(match[0].length)}`);
  // A year that is not given is 1900.
  const found = Object.entries(match.groups!).map(([name, digits]) => [name, asciiDigits(digits)] as const);
  const { Y = '1900', m, d, H = '0', M = '0', S = '0' }: Record<string, string | undefined> = Object.fromEntries(found);
  const [year, month, day, second] = [Number(Y), Number(m), Number(d), Number(S)];
  if (year === 0) return fail('year 0 is out of range');
  if (day > daysIn(year, month)) return fail('day is out of range for month');
  if (second > 59) return fail('second must be in 0..59');
  const fields: Record<string, string> = { Y, m: m!, d: String(day), H, M, S };
  const value = written.replace(/%(\w)/g, (_, directive: string) =>
    fields[directive].padStart(directive === 'Y' ? 4 : 2, '0'),
  );
  return { value, error: null };
}

/** Reads a date as the APIs' own `format_check` does: trims it and pads a short year with zeros first. */
export function readDate(text: string, format: DateFormat, written: DateFormat = format): ParsedDate {
  const parts = strip(text).split('-');
  if (parts.length === 3) parts[0] = '0'.repeat(Math.max(0, 4 - [...parts[0]].length)) + parts[0];
  return strptime(parts.join('-'), format, written);
}
