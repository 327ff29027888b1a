/**
 * @file Reads a travel plan: a JSON array with one object per day, and the wordings in its fields ("from A to B",
 * "Name, City", "City(State)"). Days are read leniently, as the evaluator does: it counts what is missing instead of
 * refusing the plan.
 *
 * The official evaluator (github.com/OSU-NLP-Group/TravelPlanner, `utils/func.py`) reads wordings with regular
 * expressions whose backtracking is cubic on hostile text; the scanners here read the same without it.
 */
import { z } from 'zod';
import { codedProblem } from '../../common/error-data.ts';
import type { CodedProblem } from '../../common/error-parameters.ts';
import { mismatch, parseJson } from '../files.ts';
import { DAY_FIELDS, type DayField } from '../benchmark.ts';

const isSpace = (character: string | undefined) => character !== undefined && /\s/.test(character);

/** Returns the first index at or after `from` that holds no white space. */
function skipSpaces(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at += 1;
  return at;
}

/** Returns the destination after a "to" that ends at `end`: from the next word to a comma, never empty. */
function destinationAfter(text: string, end: number): string | null {
  const word = skipSpaces(text, end);
  // If no word follows, the expression matches white space itself, provided that there is more than one character.
  const start = word < text.length && text[word] !== ',' ? word : word - 1;
  if (start <= end) return null;
  const comma = text.indexOf(',', start);
  return text.slice(start, comma === -1 ? text.length : comma);
}

/** Returns the first reading of "from A to B" whose "from" ends at `end`; A has no line feed. */
function readFromTo(text: string, end: number): { from: string; to: string } | null {
  const start = skipSpaces(text, end);
  for (let to = text.indexOf('to', start + 1); to !== -1; to = text.indexOf('to', to + 1)) {
    if (!isSpace(text[to - 1]) || !isSpace(text[to + 2])) continue;
    const from = text.slice(start, to).trimEnd();
    if (from.includes('\n')) break;
    const destination = destinationAfter(text, to + 2);
    if (destination !== null) return { from, to: destination };
  }
  // In "from   to B" the name between is a space.
  if (!text.startsWith('to', start) || !isSpace(text[start + 2])) return null;
  for (let at = start - 2; at > end; at--) {
    const destination = text[at] === '\n' ? null : destinationAfter(text, start + 2);
    if (destination !== null) return { from: text[at], to: destination };
  }
  return null;
}

/** Finds the two cities of "from A to B" anywhere in a text; B ends at a comma or with the text. */
export function extractFromTo(text: string): { from: string; to: string } | null {
  for (let at = text.indexOf('from'); at !== -1; at = text.indexOf('from', at + 1)) {
    const end = at + 'from'.length;
    const found = isSpace(text[end]) ? readFromTo(text, end) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Cuts "Pittsburgh(Pennsylvania)" before its first parenthesis. */
export function beforeParenthesis(text: string): string {
  const open = text.indexOf('(');
  if (open === -1 || text.indexOf(')', open) === -1) return text;
  const before = text.slice(0, open);
  return before.includes('\n') ? text : before;
}

/** Replaces a place that cannot be read. */
const UNREADABLE = '-';

/** Reads "Name, with commas perhaps, City(State)": the city follows the last comma. */
export function nameAndCity(text: string): { name: string; city: string } {
  const comma = text.lastIndexOf(',');
  if (comma === -1 || comma === text.length - 1) return { name: UNREADABLE, city: UNREADABLE };
  const name = text.slice(text.lastIndexOf('\n', comma) + 1, comma).trim();
  return { name, city: beforeParenthesis(text.slice(comma + 1).trim()).trim() };
}

/** Wraps a value that is not text but true to Python: a list, an object, a number, `true`. */
export class NonText {
  /** @param parts what Python's `in` looks among: a list's items, an object's keys; `null` if it raises */
  constructor(
    readonly text: string,
    readonly parts: readonly unknown[] | null,
  ) {}
}

/** `undefined` means no key, `null` a value that is null or false to Python (`0`, `[]`), and `-` "none". */
export type FieldValue = string | NonText | null | undefined;

export type PlanDay = { [Field in DayField]?: FieldValue } & {
  /** Counts the other keys with content, because the evaluator counts them as information. */
  others: number;
};

export const isFilled = (value: FieldValue): value is string | NonText =>
  value !== undefined && value !== null && value !== '' && value !== '-';

export const isFilledText = (value: FieldValue): value is string => isFilled(value) && typeof value === 'string';

/** No line of a real itinerary has nearly this many characters. */
const MAX_FIELD_LENGTH = 4000;
const MAX_DAYS = 100;

/** Returns true if a JSON value is true to Python: empty lists and objects are false. */
const isTruthy = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

function readField(value: unknown): FieldValue {
  if (value === undefined || typeof value === 'string') return value;
  if (!isTruthy(value)) return null;
  const parts = Array.isArray(value) ? (value as unknown[]) : typeof value === 'object' ? Object.keys(value!) : null;
  return new NonText(JSON.stringify(value), parts);
}

const field = z
  .unknown()
  .refine((value) => typeof value !== 'string' || value.length <= MAX_FIELD_LENGTH, {
    message: `more than ${MAX_FIELD_LENGTH} characters`,
  })
  .transform(readField)
  .optional();

const daySchema = z
  .looseObject({
    current_city: field,
    transportation: field,
    breakfast: field,
    attraction: field,
    lunch: field,
    dinner: field,
    accommodation: field,
  })
  .transform((day): PlanDay => {
    const others = Object.entries(day).filter(([key]) => !(DAY_FIELDS as readonly string[]).includes(key));
    const fields = Object.fromEntries(DAY_FIELDS.map((name) => [name, day[name]]));
    return { ...fields, others: others.filter(([, value]) => isTruthy(value) && value !== '-').length };
  });

const daysSchema = z.array(daySchema).max(MAX_DAYS);

type ReadPlan = { days: PlanDay[] } | { problem: CodedProblem };

/** Reads the days of a parsed plan: an array of days, or an object whose `plan` is one. */
export function readPlan(value: unknown): ReadPlan {
  const bare = z.object({ plan: z.unknown() }).safeParse(value);
  const days = bare.success ? (bare.data.plan ?? []) : value;
  const checked = daysSchema.safeParse(days);
  return checked.success ? { days: checked.data } : { problem: mismatch(checked.error) };
}

/**
 * Reads the plan in a model's output: the whole text as JSON or, failing that, its part from the first `[` to the last
 * `]`. An empty plan (`[]`, `null`) counts as no plan.
 */
export function parsePlan(output: string): ReadPlan {
  let json = parseJson(output);
  if (json.problem !== null) {
    const start = output.indexOf('[');
    const end = output.lastIndexOf(']');
    if (start !== -1 && start < end) json = parseJson(output.slice(start, end + 1));
  }
  if (json.problem !== null) {
    return { problem: codedProblem('no-plan', { problem: json.problem }) };
  }
  const plan = readPlan(json.value);
  if ('days' in plan && plan.days.length === 0) {
    return { problem: codedProblem('empty-plan') };
  }
  return plan;
}
