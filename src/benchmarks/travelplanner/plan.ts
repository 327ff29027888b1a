/**
 * @file A travel plan as text: a JSON array with one object per day. Days are read leniently, as the evaluator
 * does: it counts what is missing instead of refusing the plan.
 */
import { z } from 'zod';
import { parseJson, mismatch } from '../files.ts';
import { codedProblem } from '../../common/error-data.ts';
import type { CodedProblem } from '../../common/error-parameters.ts';
import { DAY_FIELDS, type DayField } from './day-fields.ts';

/** A value that is neither a text nor false to Python: a list, an object, a number, `true`. */
export class NonText {
  /** @param parts what Python's `in` looks among: a list's items, an object's keys; `null` where it raises */
  constructor(
    readonly text: string,
    readonly parts: readonly unknown[] | null,
  ) {}
}

/** `undefined` without the key, `null` where the value is null or false to Python (`0`, `[]`); `-` means "none". */
export type FieldValue = string | NonText | null | undefined;

export type PlanDay = { [Field in DayField]?: FieldValue } & {
  /** The number of other keys with content; the evaluator counts them as information. */
  others: number;
};

export const isFilled = (value: FieldValue): value is string | NonText =>
  value !== undefined && value !== null && value !== '' && value !== '-';

export const isFilledText = (value: FieldValue): value is string => isFilled(value) && typeof value === 'string';

/** Far longer than any line of a real itinerary. Characters. */
const MAX_FIELD_LENGTH = 4000;
const MAX_DAYS = 100;

/** Python's truth of a JSON value: empty lists and objects are false. */
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

export type ReadPlan = { days: PlanDay[] } | { problem: CodedProblem };

/** The days of a plan already parsed as JSON: an array of days, or an object whose `plan` is one. */
export function readPlan(value: unknown): ReadPlan {
  const bare = z.object({ plan: z.unknown() }).safeParse(value);
  const days = bare.success ? (bare.data.plan ?? []) : value;
  const checked = daysSchema.safeParse(days);
  return checked.success ? { days: checked.data } : { problem: mismatch(checked.error) };
}

/**
 * The plan in a model's output: the whole text as JSON or, failing that, its part from the first `[` to the last `]`.
 * An empty plan (`[]`, `null`) counts as no plan.
 */
export function parsePlan(output: string): ReadPlan {
  let json = parseJson(output);
  if (json.problem !== null) {
    const start = output.indexOf('[');
    const end = output.lastIndexOf(']');
    if (start !== -1 && start < end) json = parseJson(output.slice(start, end + 1));
  }
  if (json.problem !== null) {
    return {
      problem: codedProblem('no-plan', {
        problem: json.problem,
      }),
    };
  }
  const plan = readPlan(json.value);
  if ('days' in plan && plan.days.length === 0) {
    return { problem: codedProblem('empty-plan') };
  }
  return plan;
}
