/** @file The list of a model folder’s files, as it is written; checked-folder.ts reads it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

export const LIST_FILE = 'files.json';

export interface FileMark {
  size: number;
  /** 64 hexadecimal digits. */
  sha256: string;
}
export type FileList = Readonly<Record<string, FileMark>>;

/** What the list’s own hash is of. */
export const hashedText = (files: FileList): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(files));

const hashOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** What {@link LIST_FILE} holds. */
export const writtenList = (files: FileList): string =>
  `${JSON.stringify({ files, sha256: hashOf(hashedText(files)) }, null, 1)}\n`;

/** The files of a folder with their list. */
export function withList(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Map<string, Uint8Array<ArrayBuffer>> {
  const marks = [...files].map(([path, bytes]) => [path, { size: bytes.length, sha256: hashOf(bytes) }] as const);
  return new Map([...files, [LIST_FILE, new TextEncoder().encode(writtenList(Object.fromEntries(marks)))]]);
}
