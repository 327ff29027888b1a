/** @file The error of everything that reads a model folder, which was made elsewhere and is checked throughout. */
import { CodedError } from '../../common/coded-error.ts';
import { GGUF_FILE } from './model-files.ts';

export type ModelFileErrorCode =
  /** The folder has no such file. */
  | 'missing'
  /** The file is not in the format that its name promises. */
  | 'malformed'
  /** The file asks for something that this engine does not compute. */
  | 'unsupported'
  /** The file is not the one that the folder's list names. */
  | 'damaged'
  /** The file does not belong to the other files of the folder. */
  | 'mismatch'
  /** The weights hold NaN or an infinity. */
  | 'not-finite'
  /** The chat template refuses a conversation, or fails. */
  | 'template';

export class ModelFileError extends CodedError<ModelFileErrorCode> {
  override name = 'ModelFileError';

  /** @param what what is wrong, a sentence without its full stop */
  constructor(code: ModelFileErrorCode, file: string, what: string) {
    super(code, { file, what });
  }

  /** The same error with the folder's name, so that a reader of two models can tell which one failed. */
  inFolder(name: string): ModelFileError {
    const folder = `${name.replace(/\/+$/, '')}/`;
    const { file, what } = this.parameters;
    return file.startsWith(folder) ? this : new ModelFileError(this.code, folder + file, what);
  }
}

/** For a GGUF file that is damaged, or asks for something that is not computed here. */
export const ggufError = (code: 'malformed' | 'unsupported', what: string): ModelFileError =>
  new ModelFileError(code, GGUF_FILE, what);
