/**
 * @file A model that this browser keeps, as a folder to load from: in any thread, in parts, without copying it.
 */
import type { ModelFiles } from '../../lm/model-files.ts';
import { MODEL_FILE, parseStored } from './model-record.ts';
import { modelNotStored, noModelStorage } from './model-store-error.ts';
import { fileAt, folderIn, textAt } from './private-folder.ts';

/** The folder of a model among the stored ones: names hold characters that names of files must not. */
export const folderNameOf = (name: string): string => encodeURIComponent(name);

/** Inside the folder of a model: its files, apart from what is known of them. */
export const FILES = 'files';

/** Whether a setting names a model that only the browser's storage can hold: `stored:NAME` or `hf:owner/name`. */
export const isStoredName = (name: string): boolean => /^(stored|hf):/.test(name);

/**
 * Where this site keeps its models.
 * @throws CodedError `no-model-storage`
 */
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
  const find = async (file: string) => fileAt(await (opening ??= open()), file);
  return {
    name,
    size: async (file) => (await find(file))?.size,
    async read(file, range) {
      const found = await find(file);
      return found && new Uint8Array(await found.slice(range?.begin, range?.end).arrayBuffer());
    },
  };
}

/**
 * A stored model. Nothing is read before it is asked for; then a model that is absent or unfinished is refused.
 * @param openRoot opens the folder of all models
 */
export const storedFolder = (
  name: string,
  openRoot: () => Promise<FileSystemDirectoryHandle> = modelsFolder,
): ModelFiles =>
  handleFolder(name, async () => {
    const model = await folderIn(await openRoot(), folderNameOf(name));
    const isWhole = model && parseStored(await textAt(model, MODEL_FILE)) !== undefined;
    const files = isWhole ? await folderIn(model, FILES) : undefined;
    if (!files) throw modelNotStored(name);
    return files;
  });
