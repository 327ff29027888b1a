/** @file A file that a person picked or dropped in the page, or one that stands for it in a test. */

/** Its bytes are read when they are asked for; `path` is relative to the picked folder, with `/`. */
export interface PickedFile {
  path: string;
  file: Blob;
}
