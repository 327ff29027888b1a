/** @file A JSON file of a model folder. */
import { ModelFileError } from './model-file-error.ts';
import type { ModelFiles } from './model-files.ts';

/** @throws ModelFileError where the file is not JSON, or missing and not optional */
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
