/**
 * @file Reads values of which nothing is known: tells objects from lists, reads own names only, and shows a value in a
 * sentence.
 */
import { z } from 'zod';

/** True if lists and objects are nested more than so many levels deep. Goes no deeper itself. */
export const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1)));

/** True of an object with names, not of a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a record's own name; undefined for names that only `Object.prototype` has. */
export const ownValue = <Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (record && Object.hasOwn(record, name) ? record[name] : undefined);

const SHOWN = 40;

/** A value as a sentence about it shows it. JSON.stringify fails on what is nested thousands deep. */
export const shown = (value: unknown): string => {
  if (isNestedDeeper(value, 2)) return '…';
  const text = JSON.stringify(value) ?? '–';
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

/** A record of any names. Zod's own record drops `__proto__`, so a map of zod reads its entries. */
export const recordOf = <Value extends z.ZodType>(value: Value) =>
  z
    .custom<Record<string, z.input<Value>>>(isObject, { error: 'expected record' })
    .transform((given) => new Map(Object.entries(given)))
    .pipe(z.map(z.string(), value))
    .transform((read): Record<string, z.output<Value>> => Object.fromEntries(read));
