/** @file Reads a JSON file of a model folder, and checks what it holds. */
import type { z } from 'zod';
import { schemaProblems } from '../../common/schema-problems.ts';
import { ModelFileError } from './model-file-error.ts';
import type { ModelFiles } from './model-files.ts';

/** Reads a file as JSON. @throws ModelFileError if the file is not JSON, or missing and not optional */
export async function readJson(source: ModelFiles, file: string, optional = false): Promise<unknown> {
  const bytes = await source.read(file);
  if (!bytes) {
    if (optional) return undefined;
    throw new ModelFileError('missing', file, 'missing');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new ModelFileError('malformed', file, `not JSON (${(error as Error).message})`);
  }
}

/** Parses a value with a schema. @throws ModelFileError with `what` and the first problem */
export function checkedFile<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  file: string,
  what = 'malformed',
): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [{ place, cause }] = schemaProblems(parsed.error);
  throw new ModelFileError('malformed', file, `${what} (${place}: ${cause})`);
}
