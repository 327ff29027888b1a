/** @file What JSON.parse gives, of which nothing is known yet. */
import { isNestedDeeper } from './nesting.ts';

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
