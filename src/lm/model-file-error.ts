/**
 * @file The one error of everything that reads a model folder: which file, what is wrong with it, what to do.
 *
 * Files come from strangers (a hub, a disk, a person's own script), so each reader checks what it reads and says in a
 * sentence what it found.
 */

/** A model's file is missing or malformed; the message names the file, the cause and the remedy. */
export class ModelFileError extends Error {
  override name = 'ModelFileError';

  /**
   * @param file name inside the model folder, such as `config.json`, or with its folder
   * @param what what is wrong, a sentence without its last full stop
   * @param remedy what a person can do, a sentence without its last full stop
   */
  constructor(
    readonly file: string,
    private readonly what: string,
    private readonly remedy: string,
  ) {
    super(`${file}: ${what}. ${remedy}.`);
  }

  /** The same error, of a file in a folder: where two models are loaded, it must say which. */
  inFolder(name: string): ModelFileError {
    return new ModelFileError(`${name.replace(/\/+$/, '')}/${this.file}`, this.what, this.remedy);
  }
}
