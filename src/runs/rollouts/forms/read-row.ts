/** @file Reads a row by the schema of its form, and says in one sentence what is wrong with it. */
import { z } from 'zod';
import { CodedError } from '../../../common/coded-error.ts';
import { schemaProblems } from '../../../common/schema-problems.ts';
import type { LoggedRow, Row, RowReader } from '../logged-rollout.ts';

const LARGEST_STEP = 1_000_000;
export const step = z.int().min(0).max(LARGEST_STEP);

const isNaNAt = (row: unknown, path: readonly PropertyKey[]): boolean => {
  const value = path.reduce<unknown>(
    (at, name) => (at as Record<PropertyKey, unknown> | null | undefined)?.[name],
    row,
  );
  return value === null || (typeof value === 'number' && !Number.isFinite(value));
};

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
export const isWhole = (value: unknown, most: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
export const isStep = (value: unknown): boolean => isWhole(value, LARGEST_STEP);

interface Form<Line> {
  recognise: (row: Row) => boolean;
  schema: z.ZodType<Line>;
  /** Checks the usual row by hand: a schema takes ten times as long as JSON.parse. Never accepts what the schema refuses. */
  fits: (row: Row) => boolean;
  /** @param row the same with all of its fields */
  read: (line: Line, row: Row) => LoggedRow;
}

export const rowReader = <Line>({ recognise, schema, fits, read }: Form<Line>): RowReader => ({
  recognise,
  fits,
  schema,
  read: (row) => read(fits(row) ? (row as Line) : readRow(schema, row), row),
});

/** @throws CodedError `row-lacks`, `row-not-finite`, `row-invalid` */
function readRow<Line>(schema: z.ZodType<Line>, row: Row): Line {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [{ place, cause }] = schemaProblems(parsed.error);
  if (issue.path.length === 1 && !(issue.path[0] in row)) throw new CodedError('row-lacks', { field: place });
  const number = issue.code === 'invalid_type' && issue.expected === 'number';
  if (number && isNaNAt(row, issue.path)) throw new CodedError('row-not-finite', { field: place });
  throw new CodedError('row-invalid', { place, cause });
}
