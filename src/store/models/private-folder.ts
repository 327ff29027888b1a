/**
 * @file Opens folders of the origin private file system (File System Standard, https://fs.spec.whatwg.org), the
 * browser's own files for this site. Streams model files into the folders. Paths use `/`.
 *
 * Files are written through synchronous access handles, which exist only in workers. They write in place, while a
 * writable stream would copy the whole file for each added part.
 */
import { sha256 as newSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { CodedError } from '../../common/coded-error.ts';
import { checkedFolder, type FileList } from '../../lm/files/checked-folder.ts';
import { fileFolder, type ModelFiles } from '../../lm/files/model-files.ts';
import { type ListedFile, MODEL_FILE, type ModelSource, modelStoreError, parseStored } from './model-record.ts';

const NOT_THERE = new Set(['NotFoundError', 'TypeMismatchError']);

async function ifThere<Handle>(opening: Promise<Handle>): Promise<Handle | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (NOT_THERE.has((error as Error).name)) return undefined;
    throw error;
  }
}

export const folderIn = (
  root: FileSystemDirectoryHandle,
  name: string,
): Promise<FileSystemDirectoryHandle | undefined> => ifThere(root.getDirectoryHandle(name));

/** Returns the file at a path. Makes the file and its folders if they do not exist. */
async function madeFile(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemFileHandle> {
  const folders = path.split('/');
  const name = folders.pop()!;
  let folder = root;
  for (const part of folders) folder = await folder.getDirectoryHandle(part, { create: true });
  return folder.getFileHandle(name, { create: true });
}

/** Returns the file at a path, or undefined if there is none. The bytes are read only when needed. */
export async function fileAt(root: FileSystemDirectoryHandle, path: string): Promise<File | undefined> {
  const folders = path.split('/');
  const name = folders.pop()!;
  let folder: FileSystemDirectoryHandle | undefined = root;
  for (const part of folders) folder = folder && (await folderIn(folder, part));
  const handle = folder && (await ifThere(folder.getFileHandle(name)));
  return handle?.getFile();
}

export const textAt = async (root: FileSystemDirectoryHandle, path: string): Promise<string | undefined> =>
  (await fileAt(root, path))?.text();

/** Returns the result of `work` on a file that is opened in place, made if missing, and closed. @throws CodedError */
async function inFile<Result>(
  root: FileSystemDirectoryHandle,
  path: string,
  work: (handle: FileSystemSyncAccessHandle) => Promise<Result>,
): Promise<Result> {
  let handle: FileSystemSyncAccessHandle | undefined;
  try {
    handle = await (await madeFile(root, path)).createSyncAccessHandle();
    return await work(handle);
  } catch (error) {
    throw modelStoreError(error, path);
  } finally {
    handle?.close();
  }
}

/** Replaces a small file and flushes it to disk. @throws CodedError `model-storage-full` */
export const writeText = (root: FileSystemDirectoryHandle, path: string, text: string): Promise<void> =>
  inFile(root, path, async (handle) => {
    handle.truncate(0);
    writeAll(handle, new TextEncoder().encode(text), 0);
    handle.flush();
  });

/** Writes all bytes at a position. Throws if there is no room, even in a browser that then only writes fewer bytes. */
export function writeAll(handle: FileSystemSyncAccessHandle, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  if (handle.write(bytes, { at }) < bytes.byteLength) throw new DOMException('No room left.', 'QuotaExceededError');
}

/** Lists the names of the folders in a folder, sorted. */
export async function folderNames(root: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const [name, { kind }] of root.entries()) if (kind === 'directory') names.push(name);
  return names.sort();
}

/** Encodes a model's name as a folder name, because the name may contain characters that file names must not. */
export const folderNameOf = (name: string): string => encodeURIComponent(name);

/** Subfolder for the model's files. The records lie beside it. */
export const FILES = 'files';

/** Returns true if a setting names a model that only browser storage can hold: `stored:NAME` or `hf:owner/name`. */
export const isStoredName = (name: string): boolean => /^(stored|hf):/.test(name);

/**
 * Returns the folder in which this site keeps its models.
 * @throws CodedError `no-model-storage`
 */
export async function modelsFolder(): Promise<FileSystemDirectoryHandle> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle('models', { create: true });
  } catch (error) {
    throw new CodedError('no-model-storage', { reason: (error as Error).message });
  }
}

/** Returns the files of a folder handle. `name` appears in messages. */
export function handleFolder(name: string, open: () => Promise<FileSystemDirectoryHandle>): ModelFiles {
  let opening: Promise<FileSystemDirectoryHandle> | undefined;
  return fileFolder(name, async (file) => fileAt(await (opening ??= open()), file));
}

/** Opens a stored model. Reading a file checks its hash. Missing and unfinished models are refused. */
export function storedFolder(
  name: string,
  openRoot: () => Promise<FileSystemDirectoryHandle> = modelsFolder,
): ModelFiles {
  const model = async () => (await folderIn(await openRoot(), folderNameOf(name))) ?? notStored(name);
  const files = handleFolder(name, async () => (await folderIn(await model(), FILES)) ?? notStored(name));
  return checkedFolder(files, async (): Promise<FileList> => {
    const record = parseStored(await textAt(await model(), MODEL_FILE)) ?? notStored(name);
    return Object.fromEntries(record.files.map(({ path, size, sha256 }) => [path, { size, sha256 }]));
  });
}

function notStored(name: string): never {
  throw new CodedError('model-not-stored', { name });
}

const REREAD_BYTES = 1 << 22;

interface CopyOptions {
  signal: AbortSignal;
  /** Receives the number of bytes of this file stored so far. */
  onProgress(bytes: number): void;
}

/**
 * Copies a file, or continues an unfinished copy. Returns the SHA-256 of the whole file in hexadecimal.
 * @throws CodedError. A file that differs from the source's list is emptied, so that the next call fetches it again.
 */
export const copyFile = (
  folder: FileSystemDirectoryHandle,
  source: Pick<ModelSource, 'open'>,
  { path, size, sha256 }: ListedFile,
  { signal, onProgress }: CopyOptions,
): Promise<string> =>
  inFile(folder, path, async (handle) => {
    if (handle.getSize() > size) handle.truncate(0);
    let at = handle.getSize();
    let hash = newSha256.create();
    await reread(handle, at, hash, signal);
    if (at < size) {
      const { from, stream } = await source.open(path, at, signal);
      if (from < at) {
        // The source cannot start in the middle, so start again.
        handle.truncate(from);
        hash = newSha256.create();
        at = from;
      }
      for await (const part of partsOf(stream, signal)) {
        if (at + part.byteLength > size) throw different(handle, path, 'longer');
        writeAll(handle, part, at);
        hash.update(part);
        at += part.byteLength;
        onProgress(at);
      }
      handle.flush();
    }
    // A connection may end early without an error.
    if (at < size) throw new CodedError('model-broken-off', { path, at, size });
    const found = bytesToHex(hash.digest());
    if (sha256 !== null && found !== sha256) throw different(handle, path, 'other');
    return found;
  });

/** Adds the first `end` bytes, which an earlier call stored, to `hash`. */
async function reread(
  handle: FileSystemSyncAccessHandle,
  end: number,
  hash: ReturnType<typeof newSha256.create>,
  signal: AbortSignal,
): Promise<void> {
  const part = new Uint8Array(REREAD_BYTES);
  for (let at = 0; at < end;) {
    const read = handle.read(part.subarray(0, end - at), { at });
    hash.update(part.subarray(0, read));
    at += read;
    // Let the worker receive messages, so that the user can cancel.
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  }
}

/** Yields the parts of a stream. Uses a reader, because streams are not iterable in every browser. */
async function* partsOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    // The rest is not needed. Cancelling a failed stream rejects.
    await reader.cancel().catch(() => {});
  }
}

function different(handle: FileSystemSyncAccessHandle, path: string, how: 'longer' | 'other'): CodedError {
  handle.truncate(0);
  return new CodedError('model-file-different', { path, how });
}
