/** @file Reads chosen or dropped files. Removes the folder's name, which browsers put first in paths. */
import { CodedError } from '../../../common/coded-error.ts';
import type { PickedFile } from '../../../common/byte-source.ts';

/** Exceeds any folder of results, but stops a home folder that was dropped by mistake. */
const MAX_FILES = 50_000;

/** Returns the files of an input and clears it, so that the user can choose the same files again after a change. */
export function chosenFiles({ currentTarget }: Event & { currentTarget: HTMLInputElement }): File[] {
  const files = [...(currentTarget.files ?? [])];
  currentTarget.value = '';
  return files;
}

export function filesOfInput(files: Iterable<File>): PickedFile[] {
  const picked = [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  refuseTooMany(picked.length);
  return relativeToFolder(picked);
}

/** Returns dropped files, including all files in dropped folders. */
export async function filesOfDrop(items: Iterable<DataTransferItem>): Promise<PickedFile[]> {
  // The browser empties the list when the event ends, so take all entries before the first `await`.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const picked: PickedFile[] = [];
  for (const entry of entries) await collect(entry, entry.name, picked);
  if (entries.length > 0) refuseEmpty(picked, entries[0].name);
  return relativeToFolder(picked);
}

async function collect(entry: FileSystemEntry, path: string, picked: PickedFile[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    picked.push({ path, file });
    refuseTooMany(picked.length);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A reader returns at most a hundred entries per call, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const child of some) await collect(child, `${path}/${child.name}`, picked);
  }
}

function refuseTooMany(count: number): void {
  if (count > MAX_FILES) throw new CodedError('too-many-files', { most: MAX_FILES });
}

/** Throws for an empty folder. Browsers omit symbolic links, and the Hugging Face cache contains only those. */
function refuseEmpty(files: readonly PickedFile[], folder: string): void {
  if (files.length === 0) throw new CodedError('folder-without-files', { folder });
}

/** Removes the folder's own name if all files lie in one folder. */
export function relativeToFolder(files: readonly PickedFile[]): PickedFile[] {
  const folder = folderOf(files);
  return files.map(({ path, file }) => ({ path: folder === undefined ? path : path.slice(folder.length + 1), file }));
}

function folderOf(files: readonly PickedFile[]): string | undefined {
  const [first, ...others] = files.map(({ path }) => path.split('/'));
  if (first === undefined || first.length < 2) return undefined;
  return others.every((parts) => parts.length > 1 && parts[0] === first[0]) ? first[0] : undefined;
}

type Picker = () => Promise<FileSystemDirectoryHandle>;

/**
 * Finds the browser's folder picker (File System Access, https://wicg.github.io/file-system-access). Only
 * Chromium has it. It asks to view files, while an input for folders asks to upload them.
 */
const picker = (): Picker | undefined => (globalThis as { showDirectoryPicker?: Picker }).showDirectoryPicker;

export const canPickFolders = (): boolean => picker() !== undefined;

/** Returns the folder that the user picks, with all its files, recursively. Undefined if the user cancels. */
export async function pickedFolder(): Promise<{ name: string; files: PickedFile[] } | undefined> {
  let folder: FileSystemDirectoryHandle;
  try {
    folder = await picker()!();
  } catch (error) {
    if ((error as Error).name === 'AbortError') return undefined;
    throw error;
  }
  const files: PickedFile[] = [];
  await collectFolder(folder, '', files);
  refuseEmpty(files, folder.name);
  return { name: folder.name, files };
}

async function collectFolder(folder: FileSystemDirectoryHandle, path: string, files: PickedFile[]): Promise<void> {
  for await (const [name, entry] of folder.entries()) {
    if (entry.kind === 'directory') await collectFolder(entry, `${path}${name}/`, files);
    else {
      files.push({ path: `${path}${name}`, file: await entry.getFile() });
      refuseTooMany(files.length);
    }
  }
}
