/**
 * @file Checks a model folder against its list: `files.json` names each file with its size and SHA-256. A damaged or
 * exchanged file is refused. By default, a file that the list lacks is never requested, because offline the request would
 * fail.
 *
 * Weights are hashed while they are read. A reader that goes through a file from its beginning needs no second hash to
 * identify the weights (checkpoint.ts). If a reader jumps ahead, the whole file is hashed first.
 */
import { sha256 as newSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { recordOf } from '../../common/record-schema.ts';
import { sha256 } from '../../common/sha-256.ts';
import { ModelFileError } from './model-file-error.ts';
import type { ByteRange, ModelFiles } from './model-files.ts';

export const LIST_FILE = 'files.json';

export interface FileMark {
  size: number;
  /** 64 hexadecimal digits. */
  sha256: string;
}
export type FileList = Readonly<Record<string, FileMark>>;

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const mark = z.object({ size: z.int().nonnegative(), sha256: hex });
/** The list has its own hash, because a damaged name would otherwise hide a file. */
const listing = z.object({ files: recordOf(mark), sha256: hex });

const hashOf = (bytes: Uint8Array): string => bytesToHex(newSha256(bytes));
const hashOfList = (files: FileList): string => hashOf(utf8ToBytes(JSON.stringify(files)));

export const writtenList = (files: FileList): string =>
  `${JSON.stringify({ files, sha256: hashOfList(files) }, null, 1)}\n`;

export function withList(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Map<string, Uint8Array<ArrayBuffer>> {
  const marks = [...files].map(([path, bytes]) => [path, { size: bytes.length, sha256: hashOf(bytes) }] as const);
  return new Map([...files, [LIST_FILE, new TextEncoder().encode(writtenList(Object.fromEntries(marks)))]]);
}

/** Reads the list of a folder. Returns undefined if there is none. @throws ModelFileError `damaged` */
export async function readList(source: ModelFiles): Promise<FileList | undefined> {
  const bytes = await source.read(LIST_FILE);
  if (!bytes) return undefined;
  try {
    const { files, sha256 } = listing.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    if (hashOfList(files) === sha256) return files;
  } catch {
    // A malformed list counts as damaged, like a list with a wrong hash.
  }
  throw damaged(source, LIST_FILE, 'the list is damaged, so the files of the folder cannot be checked');
}

const damaged = ({ name }: ModelFiles, file: string, what: string): ModelFileError =>
  new ModelFileError('damaged', file, what).inFolder(name);

/** Number of bytes per read while a whole file is hashed. */
const PIECE_BYTES = 2 ** 22;

/**
 * Presents a folder whose files are checked against a list.
 * @param unlisted treatment of a file that the list lacks: absent, or read unchecked because the user may have added it
 */
export function checkedFolder(
  source: ModelFiles,
  list: () => Promise<FileList | undefined>,
  unlisted: 'absent' | 'read' = 'absent',
): ModelFiles {
  let reading: Promise<FileList | undefined> | undefined;
  /** Running hash of the bytes before `at`, for each file that is read front to back. */
  const passes = new Map<string, { hash: ReturnType<typeof newSha256.create>; at: number }>();
  /** Comparisons of whole files with their hashes, finished or running. */
  const whole = new Map<string, Promise<void>>();

  /** Returns a file's entry in the list; undefined if the file is read unchecked, null if it counts as absent. */
  async function markOf(file: string): Promise<FileMark | undefined | null> {
    const files = await (reading ??= list());
    if (files && Object.hasOwn(files, file)) return files[file];
    return files && unlisted === 'absent' ? null : undefined;
  }

  async function bytesOf(file: string, range?: ByteRange): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await source.read(file, range);
    if (!bytes) throw damaged(source, file, 'it is missing, though the list of the folder names it');
    return bytes;
  }

  function compare(file: string, found: string, { sha256 }: FileMark): void {
    if (found !== sha256)
      throw damaged(source, file, 'it is damaged or was exchanged: the list of the folder has another SHA-256');
  }

  async function hashWhole(file: string, mark: FileMark): Promise<void> {
    const hash = newSha256.create();
    for (let begin = 0; begin < mark.size; begin += PIECE_BYTES)
      hash.update(await bytesOf(file, { begin, end: Math.min(mark.size, begin + PIECE_BYTES) }));
    compare(file, bytesToHex(hash.digest()), mark);
  }

  async function readRange(file: string, mark: FileMark, range: ByteRange): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await bytesOf(file, range);
    if (range.begin === 0) passes.set(file, { hash: newSha256.create(), at: 0 });
    const pass = passes.get(file);
    if (!pass || range.begin > pass.at) {
      if (!whole.has(file)) whole.set(file, hashWhole(file, mark));
      await whole.get(file);
      return bytes;
    }
    const more = bytes.subarray(pass.at - range.begin);
    pass.hash.update(more);
    pass.at += more.length;
    if (pass.at < mark.size) return bytes;
    passes.delete(file);
    compare(file, bytesToHex(pass.hash.digest()), mark);
    whole.set(file, Promise.resolve());
    return bytes;
  }

  return {
    name: source.name,
    async size(file) {
      const mark = await markOf(file);
      return mark === undefined ? source.size(file) : mark?.size;
    },
    async read(file, range) {
      const mark = await markOf(file);
      if (mark === null) return undefined;
      if (mark === undefined) return source.read(file, range);
      if (range) return readRange(file, mark, range);
      const bytes = await bytesOf(file);
      compare(file, await sha256(bytes), mark);
      return bytes;
    },
    async sha256(file) {
      return (await markOf(file))?.sha256;
    },
  };
}

/** Presents a folder whose files are checked against the folder's own list, if there is one. */
export const listedFolder = (source: ModelFiles, unlisted?: 'absent' | 'read'): ModelFiles =>
  checkedFolder(source, () => readList(source), unlisted);
