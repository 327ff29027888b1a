/**
 * @file Reads values of unknown type: tells objects from lists, reads own properties only, and shows values in
 * sentences.
 *
 * This file also finds NaN and infinities, which JSON would turn into null. It can keep numbers as written, because
 * JavaScript rounds 18446744073709551617 and drops the last digit of 0.10.
 */

/** Parses JSON with a schema. Returns undefined if the text is missing, not JSON, or does not match. */
export function parseJsonAs<Value>(
  schema: { safeParse(value: unknown): { data?: Value } },
  text: string | undefined,
): Value | undefined {
  try {
    return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Finds the place of a non-finite number in plain data, e.g. `steps[2].loss`; null if there is none. */
export function nonFinitePlace(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : '';
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i];
      // Lists are long, so skip the recursive call for strings and finite numbers.
      if (typeof item === 'string' || Number.isFinite(item)) continue;
      const place = nonFinitePlace(item);
      if (place !== null) return join(`[${i}]`, place);
    }
    return null;
  }
  // Plain data inherits no names. `for … in` allocates no list, unlike `Object.keys`.
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
 * Parses JSON with each number as a string: a mark, then the number as written. {@link withNumbers} undoes this.
 * @throws SyntaxError if it is not JSON
 */
export function jsonWithNumbersAsWritten(json: string): unknown {
  const value: unknown = JSON.parse(json);
  // Text that contains the mark would be ambiguous. No caller accepts it, so its numbers stay unmarked.
  if (json.includes('\\u0001')) return value;
  return JSON.parse(json.replace(TOKEN, (token) => (token.startsWith('"') ? token : JSON.stringify(MARK + token))));
}

/**
 * Removes the marks of {@link jsonWithNumbersAsWritten}. `Number` gives JavaScript numbers. `String` gives numbers as
 * written, and lists and objects as JSON text.
 */
export function withNumbers(value: unknown, as: typeof Number | typeof String): unknown {
  const written = writtenNumber(value);
  if (written !== undefined) return as(written);
  if (typeof value !== 'object' || value === null) return value;
  const json = JSON.stringify(value).replace(/"\\u0001([^"]*)"/g, '$1');
  return as === String ? json : (JSON.parse(json) as unknown);
}

/** Returns true if lists and objects nest deeper than `levels`. It looks no deeper, so the stack does not overflow. */
export const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1)));

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an own property. Inherited names such as `constructor` give undefined. */
export const ownValue = <Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined;

const SHOWN = 40;

/** Shortens a value for a sentence. Deep values become `…`, because JSON.stringify fails on thousands of levels. */
export const shown = (value: unknown): string => {
  if (isNestedDeeper(value, 2)) return '…';
  const text = JSON.stringify(value) ?? '–';
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};
