/** @file Declares the error of code that reads model folders. Users bring such folders, so every file is checked. */
import { CodedError } from '../../common/coded-error.ts';
import { GGUF_FILE } from './model-files.ts';

export type ModelFileErrorCode =
  /** The folder lacks a required file. */
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

  /** Creates the error. @param what the problem, as a sentence without a full stop */
  constructor(
    code: ModelFileErrorCode,
    private readonly file: string,
    private readonly what: string,
  ) {
    super(code, { file, what });
  }

  /** Adds the folder's name, so that a reader of two models can tell which one failed. */
  inFolder(name: string): ModelFileError {
    const folder = `${name.replace(/\/+$/, '')}/`;
    const { file, what } = this;
    return file.startsWith(folder) ? this : new ModelFileError(this.code, folder + file, what);
  }
}

/** Creates the error for a GGUF file that is damaged, or needs something that this engine does not compute. */
export const ggufError = (code: 'malformed' | 'unsupported', what: string): ModelFileError =>
  new ModelFileError(code, GGUF_FILE, what);
