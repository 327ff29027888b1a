/** @file A model that this browser keeps, as a folder to load from: in any thread, in parts, without copying it. */
import { checkedFolder, type FileList } from '../../lm/files/checked-folder.ts';
import { fileFolder, type ModelFiles } from '../../lm/files/model-files.ts';
import { MODEL_FILE, parseStored } from './model-record.ts';
import { modelNotStored, noModelStorage } from './model-store-error.ts';
import { fileAt, folderIn, textAt } from './private-folder.ts';

/** The folder of a model among the stored ones: names hold characters that names of files must not. */
export const folderNameOf = (name: string): string => encodeURIComponent(name);

/** Inside the folder of a model: its files, apart from what is known of them. */
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
