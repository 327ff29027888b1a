/**
 * @file Reads values of which nothing is known: tells objects from lists, reads own names only, and shows a value in a
 * sentence.
 *
 * It also finds NaN and the infinities, which JSON would turn into null, and reads JSON whose numbers stay as they are
 * written: 18446744073709551616 and 0.10 are no numbers of JavaScript.
 */
import { z } from 'zod';

/** Finds a number that is not finite in plain data, e.g. `steps[2].loss`; null if all are finite. */
export function nonFinitePlace(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : '';
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i];
      // Lists are long: a call for each number would take most of the time.
      if (typeof item === 'string' || Number.isFinite(item)) continue;
      const place = nonFinitePlace(item);
      if (place !== null) return join(`[${i}]`, place);
    }
    return null;
  }
  // Plain data has no inherited names. `in` makes no list of them.
  for (const name in value) {
    const item = (value as Record<string, unknown>)[name];
    if (typeof item === 'number' ? Number.isFinite(item) : typeof item !== 'object' || item === null) continue;
    const place = nonFinitePlace(item);
    if (place !== null) return join(name, place);
  }
  return null;
}

const join = (outer: string, inner: string): string =>
  inner === '' || inner.startsWith('[') ? outer + inner : `${outer}.${inner}`;

const MARK = '\u0001';
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Returns the text of a number that {@link jsonWithNumbersAsWritten} read; undefined for any other value. */
export const writtenNumber = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(MARK) ? value.slice(1) : undefined;

/**
 * Reads JSON into a value in which each number is its text behind a mark, for {@link withNumbers}.
 * @throws SyntaxError if it is not JSON
 */
export function jsonWithNumbersAsWritten(json: string): unknown {
  const value: unknown = JSON.parse(json);
  // A text that holds the mark is one that no reader here takes.
  if (json.includes('\\u0001')) return value;
  return JSON.parse(json.replace(TOKEN, (token) => (token.startsWith('"') ? token : JSON.stringify(MARK + token))));
}

/**
 * Takes the marks off: `Number` gives JavaScript's numbers, `String` a number's text, and the JSON of a list or an
 * object.
 */
export function withNumbers(value: unknown, as: typeof Number | typeof String): unknown {
  const written = writtenNumber(value);
  if (written !== undefined) return as(written);
  if (typeof value !== 'object' || value === null) return value;
  const json = JSON.stringify(value).replace(/"\\u0001([^"]*)"/g, '$1');
  return as === String ? json : (JSON.parse(json) as unknown);
}

/** Returns true if lists and objects are nested more than this many levels deep. It goes no deeper itself. */
export const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1)));

/** Returns true for an object with names, false for a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value of a record's own name; undefined for names that only `Object.prototype` has. */
export const ownValue = <Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined;

const SHOWN = 40;

/** Shows a value in a sentence about it. JSON.stringify fails on what is nested thousands deep. */
export const shown = (value: unknown): string => {
  if (isNestedDeeper(value, 2)) return '…';
  const text = JSON.stringify(value) ?? '–';
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

/** Checks a record of any names. Zod's own record drops `__proto__`, so a map of zod reads its entries. */
export const recordOf = <Value extends z.ZodType>(value: Value) =>
  z
    .custom<Record<string, z.input<Value>>>(isObject, { error: 'expected record' })
    .transform((given) => new Map(Object.entries(given)))
    .pipe(z.map(z.string(), value))
    .transform((read): Record<string, z.output<Value>> => Object.fromEntries(read));
