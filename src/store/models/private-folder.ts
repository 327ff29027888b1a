/**
 * @file A folder of the origin private file system (File System Standard, https://fs.spec.whatwg.org): the browser's own
 * files for this site. Paths use `/`.
 *
 * Files are written through synchronous access handles, which only workers have: they write in place, where a writable
 * stream would copy a file of a gigabyte for each part that is added.
 */
import { checkedFolder, type FileList } from '../../lm/files/checked-folder.ts';
import { fileFolder, type ModelFiles } from '../../lm/files/model-files.ts';
import { MODEL_FILE, modelNotStored, modelStoreError, noModelStorage, parseStored } from './model-record.ts';

const NOT_THERE = new Set(['NotFoundError', 'TypeMismatchError']);

async function ifThere<Handle>(opening: Promise<Handle>): Promise<Handle | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (NOT_THERE.has((error as Error).name)) return undefined;
    throw error;
  }
}

/** The folder inside `root`; undefined where there is none. */
export const folderIn = (
  root: FileSystemDirectoryHandle,
  name: string,
): Promise<FileSystemDirectoryHandle | undefined> => ifThere(root.getDirectoryHandle(name));

/** The file of a path, made with its folders where it is absent. */
export async function madeFile(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemFileHandle> {
  const folders = path.split('/');
  const name = folders.pop()!;
  let folder = root;
  for (const part of folders) folder = await folder.getDirectoryHandle(part, { create: true });
  return folder.getFileHandle(name, { create: true });
}

/** The file of a path, whose bytes are read only when they are asked for; undefined where there is none. */
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

/** Writes a small file as a whole, to the disk. @throws CodedError `model-storage-full` */
export async function writeText(root: FileSystemDirectoryHandle, path: string, text: string): Promise<void> {
  const handle = await (await madeFile(root, path)).createSyncAccessHandle();
  try {
    handle.truncate(0);
    writeAll(handle, new TextEncoder().encode(text), 0);
    handle.flush();
  } catch (error) {
    throw modelStoreError(error, path);
  } finally {
    handle.close();
  }
}

/** Writes all bytes at a position. A browser without room throws, or writes fewer bytes than asked. */
export function writeAll(handle: FileSystemSyncAccessHandle, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  if (handle.write(bytes, { at }) < bytes.byteLength) throw new DOMException('No room left.', 'QuotaExceededError');
}

/** The names of the folders in a folder, in the order of the alphabet. */
export async function folderNames(root: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const [name, { kind }] of root.entries()) if (kind === 'directory') names.push(name);
  return names.sort();
}

/** The folder of a model among the stored ones: names hold characters that names of files must not. */
export const folderNameOf = (name: string): string => encodeURIComponent(name);

/** Subfolder for the model's files; its records lie beside it. */
export const FILES = 'files';

/** True if a setting names a model that only the browser's storage can hold: `stored:NAME` or `hf:owner/name`. */
export const isStoredName = (name: string): boolean => /^(stored|hf):/.test(name);

/** The folder in which this site keeps its models. @throws CodedError `no-model-storage` */
export async function modelsFolder(): Promise<FileSystemDirectoryHandle> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle('models', { create: true });
  } catch (error) {
    throw noModelStorage((error as Error).message);
  }
}

/** The files of a folder handle; `name` is for messages. */
export function handleFolder(name: string, open: () => Promise<FileSystemDirectoryHandle>): ModelFiles {
  let opening: Promise<FileSystemDirectoryHandle> | undefined;
  return fileFolder(name, async (file) => fileAt(await (opening ??= open()), file));
}

/** A stored model, compared with its record's hashes while read; an absent or unfinished one is refused then. */
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
  throw modelNotStored(name);
}
