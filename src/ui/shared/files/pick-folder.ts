/**
 * @file The browser's own picker of folders (File System Access, https://wicg.github.io/file-system-access), which Chromium
 * has. It asks to view files, where an input for folders asks to upload them.
 */
import type { PickedFile } from '../../../common/picked-file.ts';
import { refuseTooMany } from './picked-files.ts';

type Picker = () => Promise<FileSystemDirectoryHandle>;

const picker = (): Picker | undefined => (globalThis as { showDirectoryPicker?: Picker }).showDirectoryPicker;

export const canPickFolders = (): boolean => picker() !== undefined;

/** The folder that a person picks, with all files in it and below; undefined where they pick none. */
export async function pickedFolder(): Promise<{ name: string; files: PickedFile[] } | undefined> {
  let folder: FileSystemDirectoryHandle;
  try {
    folder = await picker()!();
  } catch (error) {
    if ((error as Error).name === 'AbortError') return undefined;
    throw error;
  }
  const files: PickedFile[] = [];
  await collect(folder, '', files);
  return { name: folder.name, files };
}

async function collect(folder: FileSystemDirectoryHandle, path: string, files: PickedFile[]): Promise<void> {
  for await (const [name, entry] of folder.entries()) {
    if (entry.kind === 'directory') await collect(entry, `${path}${name}/`, files);
    else {
      files.push({ path: `${path}${name}`, file: await entry.getFile() });
      refuseTooMany(files.length);
    }
  }
}
