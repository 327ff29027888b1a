/** @file Reads a row by the schema of its form, and says in one sentence what is wrong with it. */
import { z } from 'zod';
import { CodedError } from '../../../common/coded-error.ts';
import { schemaProblems } from '../../../common/schema-problems.ts';
import type { Row } from '../logged-rollout.ts';

const LARGEST_STEP = 1_000_000;
export const step = z.int().min(0).max(LARGEST_STEP);

const isNaNAt = (row: unknown, path: readonly PropertyKey[]): boolean => {
  const value = path.reduce<unknown>(
    (at, name) => (at as Record<PropertyKey, unknown> | null | undefined)?.[name],
    row,
  );
  return value === null || (typeof value === 'number' && !Number.isFinite(value));
};

/** @throws CodedError `row-lacks`, `row-not-finite`, `row-invalid` */
export function readRow<Schema extends z.ZodType>(schema: Schema, row: Row): z.infer<Schema> {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [{ place, cause }] = schemaProblems(parsed.error);
  if (issue.path.length === 1 && !(issue.path[0] in row)) throw new CodedError('row-lacks', { field: place });
  const number = issue.code === 'invalid_type' && issue.expected === 'number';
  if (number && isNaNAt(row, issue.path)) throw new CodedError('row-not-finite', { field: place });
  throw new CodedError('row-invalid', { place, cause });
}
