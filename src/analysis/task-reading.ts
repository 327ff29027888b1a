/** @file Parses a task text with its family again, because the log keeps only the verdict. */
import { knownFamily } from '../tasks/registry.ts';
import type { TaskText } from '../genenv/log/events.ts';
import { solveText } from '../tasks/family-parts.ts';

export interface TaskReading {
  /** Fields of the parsed task in the family's own names. Maps and lists of objects have one line per item. */
  fields: { name: string; lines: string[] }[];
  /** The oracle's turns. Null if the task has no answer. */
  answers: readonly string[] | null;
}

/** Parses a task. Returns null if the text is not valid, or if an imported log names an unknown family. */
export function readTask({ family: name, text }: Pick<TaskText, 'family' | 'text'>): TaskReading | null {
  const family = knownFamily(name);
  const parsed = family?.parse(text);
  if (!family || !parsed?.ok) return null;
  const fields = Object.entries(parsed.task as Record<string, unknown>)
    .filter(([field]) => field !== 'text')
    .map(([field, value]) => ({ name: field, lines: linesOf(value) }))
    .filter(({ lines }) => lines.length > 0);
  return { fields, answers: solveText(family, text) };
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);

/** Returns true for a list of records, which needs no name before it, because each record has named fields. */
const isListOfRecords = (value: unknown): value is object[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object');

/** Returns one line per item of a map or a list of objects, no line for an empty value, and one line otherwise. */
function linesOf(value: unknown): string[] {
  if (value instanceof Map) return [...value].map(([key, one]) => `${String(key)}: ${inline(one)}`);
  if (Array.isArray(value))
    return value.every((one) => typeof one !== 'object') ? linesOf(value.join(', ')) : value.map(inline);
  return isEmpty(value) || value === '' ? [] : [inline(value)];
}

/** Writes a value within one line. A nested object that has a name is written as its name. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return value.map(inner).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .filter(([, one]) => !isEmpty(one))
    .map(([key, one]) => (isListOfRecords(one) ? one.map(inline).join(', ') : `${key} ${inner(one)}`))
    .join(', ');
}

function inner(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return inline(value);
  const { name } = value as { name?: unknown };
  return typeof name === 'string' ? name : `(${inline(value)})`;
}
