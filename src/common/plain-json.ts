/**
 * @file Reads values of unknown type: tells objects from lists, reads own properties only, and shows a value in a
 * sentence.
 *
 * It also finds NaN and infinities, which JSON would turn into null. It can read JSON without changing how numbers are
 * written, because JavaScript rounds 18446744073709551616 and drops the last digit of 0.10.
 */
import { z } from 'zod';

/** Reads JSON of a known form; undefined if there is no text, or another one. */
export function parseJsonAs<Schema extends z.ZodType>(schema: Schema, text: string | undefined) {
  try {
    return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

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

/** Returns the digits of a number from {@link jsonWithNumbersAsWritten}, or undefined for any other value. */
export const writtenNumber = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(MARK) ? value.slice(1) : undefined;

/**
 * Parses JSON, but turns each number into a string: a mark, then the number as written. {@link withNumbers} undoes
 * this.
 * @throws SyntaxError if it is not JSON
 */
export function jsonWithNumbersAsWritten(json: string): unknown {
  const value: unknown = JSON.parse(json);
  // The text itself contains the mark. No caller accepts such text, so its numbers need no marks.
  if (json.includes('\\u0001')) return value;
  return JSON.parse(json.replace(TOKEN, (token) => (token.startsWith('"') ? token : JSON.stringify(MARK + token))));
}

/**
 * Removes the marks. `Number` returns JavaScript numbers. `String` returns a number as written, and a list or an object
 * as JSON text.
 */
export function withNumbers(value: unknown, as: typeof Number | typeof String): unknown {
  const written = writtenNumber(value);
  if (written !== undefined) return as(written);
  if (typeof value !== 'object' || value === null) return value;
  const json = JSON.stringify(value).replace(/"\\u0001([^"]*)"/g, '$1');
  return as === String ? json : (JSON.parse(json) as unknown);
}

/** Returns true if lists and objects nest deeper than `levels`. It stops there, to keep deep data off the stack. */
export const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1)));

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an own property. Names such as `constructor`, which every object inherits, give undefined. */
export const ownValue = <Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined;

const SHOWN = 40;

/** Shortens a value for a sentence. Deep values become `…`, because JSON.stringify fails at thousands of levels. */
export const shown = (value: unknown): string => {
  if (isNestedDeeper(value, 2)) return '…';
  const text = JSON.stringify(value) ?? '–';
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

/** Checks a record with any names. It reads a zod map, because zod's record drops the name `__proto__`. */
export const recordOf = <Value extends z.ZodType>(value: Value) =>
  z
    .custom<Record<string, z.input<Value>>>(isObject, { error: 'expected record' })
    .transform((given) => new Map(Object.entries(given)))
    .pipe(z.map(z.string(), value))
    .transform((read): Record<string, z.output<Value>> => Object.fromEntries(read));
