/** @file Reads chosen or dropped files. Removes the folder's name, which browsers put first in paths. */
import { CodedError } from '../../../common/coded-error.ts';
import type { PickedFile } from '../../../common/byte-source.ts';

/** Maximum number of files. It is more than any folder of results has, but stops a home folder dropped by mistake. */
const MAX_FILES = 50_000;

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
  // A Hugging Face cache seems empty, because browsers omit its symbolic links.
  if (entries.length > 0 && picked.length === 0)
    throw new CodedError('folder-without-files', { folder: entries[0].name });
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

/** Removes the folder's own name if all files lie in one folder. */
function relativeToFolder(files: PickedFile[]): PickedFile[] {
  const folder = /^[^/]+\//.exec(files[0]?.path ?? '')?.[0];
  if (folder === undefined || !files.every(({ path }) => path.startsWith(folder))) return files;
  return files.map(({ path, file }) => ({ path: path.slice(folder.length), file }));
}
