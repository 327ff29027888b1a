/**
 * @file A folder of the origin private file system (File System Standard, https://fs.spec.whatwg.org): the browser's own
 * files for this site. Paths use `/`.
 *
 * Files are written through synchronous access handles, which only workers have: they write in place, where a writable
 * stream would copy a file of a gigabyte for each part that is added.
 */
import { modelStoreError } from './model-store-error.ts';

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
