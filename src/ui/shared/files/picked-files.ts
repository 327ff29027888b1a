/** @file Reads files that were chosen or dropped, with paths relative to the folder, which browsers put first. */
import { CodedError } from '../../../common/coded-error.ts';
import type { PickedFile } from '../../../common/byte-source.ts';

/** Is far above any benchmark (ALFWorld's folders hold 7,000 games); a home folder dropped by mistake holds more. */
const MAX_FILES = 50_000;

/** Returns the files of an input, which forgets them, so that the same can be chosen again after they have changed. */
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

/** Returns dropped files, and folders with all they hold. */
export async function filesOfDrop(items: Iterable<DataTransferItem>): Promise<PickedFile[]> {
  // The list is emptied when the event ends, so every entry is taken before the first wait.
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
    // A reader gives a hundred entries at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const child of some) await collect(child, `${path}/${child.name}`, picked);
  }
}

function refuseTooMany(count: number): void {
  if (count > MAX_FILES) throw new CodedError('too-many-files', { most: MAX_FILES });
}

/** Throws for an empty folder: a browser leaves symbolic links out, and the cache of Hugging Face has nothing else. */
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

/** Returns true if a benchmark's file list means this path: `*` stands for any run of characters. */
export function matchesPattern(path: string, pattern: string): boolean {
  const literals = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literals.join('.*')}$`).test(path);
}

type Picker = () => Promise<FileSystemDirectoryHandle>;

/**
 * Finds the browser's own picker of folders (File System Access, https://wicg.github.io/file-system-access), which
 * Chromium has. It asks to view files; an input for folders asks to upload them.
 */
const picker = (): Picker | undefined => (globalThis as { showDirectoryPicker?: Picker }).showDirectoryPicker;

export const canPickFolders = (): boolean => picker() !== undefined;

/** Returns the folder that the user picks, with all files in it and below; undefined if the user picks none. */
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
