/** @file JSON that another program or a person wrote. */
import { CodedError } from '../common/coded-error.ts';

/** @throws CodedError `file-not-json`, with `name` for the text */
export function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const cause = (error as Error).message;
    throw new CodedError('file-not-json', { file: name, cause }, error);
  }
}
