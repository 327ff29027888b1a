/**
 * @file Keeps models for this browser in the site's private files:
 *
 *   NAME/download.json   record of the copy, written first
 *   NAME/files/…         the model's files
 *   NAME/model.json      record with hashes and licence, written last; only then the model counts as stored
 *
 * A failed download keeps its data and can continue. A failed copy of a picked folder is removed, because the original
 * still exists.
 */
import { CodedError } from '../../common/coded-error.ts';
import { withGguf } from '../../lm/files/gguf-folder.ts';
import { GGUF_FILE, type ModelFiles } from '../../lm/files/model-files.ts';
import {
  copyFile,
  fileAt,
  FILES,
  folderIn,
  folderNameOf,
  folderNames,
  handleFolder,
  textAt,
  writeText,
} from './private-folder.ts';
import {
  DOWNLOAD_FILE,
  licenceOf,
  MODEL_FILE,
  type ModelCopy,
  modelFilesAmong,
  type ModelSource,
  type ModelSummary,
  parseCopy,
  parseStored,
  type StoredModel,
  totalBytes,
} from './model-record.ts';
import type { RunLocks } from '../run-store.ts';

interface ModelStoreParts {
  root: FileSystemDirectoryHandle;
  /** Locks that allow one writer per model in all tabs. */
  locks: RunLocks;
  /** Describes a model by headers and small files. @throws CodedError if the folder is not a model that can run here */
  inspect(folder: ModelFiles): Promise<ModelSummary>;
  /** Returns how many more bytes the browser lets this site store; null if unknown. */
  room(): Promise<number | null>;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface CopyProgress {
  name: string;
  file: string;
  /** Bytes stored so far; `total` counts the bytes of all files. */
  done: number;
  total: number;
}

export interface AddOptions {
  signal: AbortSignal;
  onProgress(progress: CopyProgress): void;
}

export interface UnfinishedModel extends ModelCopy {
  done: number;
}

export class ModelStore {
  constructor(private readonly parts: ModelStoreParts) {}

  /** Lists all completely stored models. */
  async models(): Promise<StoredModel[]> {
    return (await this.all()).flatMap(({ whole }) => whole ?? []);
  }

  /** Lists downloads that can continue. */
  async unfinished(): Promise<UnfinishedModel[]> {
    const copies: UnfinishedModel[] = [];
    for (const { folder, whole, copy } of await this.all())
      if (!whole && copy?.origin.kind === 'hub') copies.push({ ...copy, done: await storedBytes(folder, copy) });
    return copies;
  }

  /**
   * Stores a model, or continues a download of the same commit. Returns the record of the stored model.
   * @throws CodedError, or AbortError if the signal aborts
   */
  async add(source: ModelSource, options: AddOptions): Promise<StoredModel> {
    return this.alone(source.name, async () => {
      const begun = await this.read(folderNameOf(source.name));
      if (begun?.whole) throw new CodedError('model-exists', { name: source.name });
      const goesOn = begun?.copy && sameOrigin(begun.copy, source);
      const copy = goesOn ? begun.copy! : await this.checked(source);
      try {
        const folder = goesOn ? begun.folder : await this.begin(copy);
        return await this.complete(folder, copy, source, options);
      } catch (error) {
        if (source.origin.kind === 'folder') await this.erase(source.name);
        throw error;
      }
    });
  }

  /** Removes a model or an unfinished download, if it exists. */
  async remove(name: string): Promise<void> {
    await this.alone(name, () => this.erase(name));
  }

  /** Removes folders that cannot be completed: folder copies that a closed tab left, and folders without a record. */
  async tidy(): Promise<void> {
    const kept = new Set(
      [...(await this.models()), ...(await this.unfinished())].map(({ name }) => folderNameOf(name)),
    );
    for (const folder of await folderNames(this.parts.root)) {
      const lock = kept.has(folder) ? null : await this.parts.locks.acquire(decodeURIComponent(folder));
      if (!lock) continue;
      try {
        await this.parts.root.removeEntry(folder, { recursive: true });
      } finally {
        lock.release();
      }
    }
  }

  /** Checks a source before anything is stored, and returns the record of the copy. */
  private async checked({ name, origin, files, folder }: ModelSource): Promise<ModelCopy> {
    if (!files.some(({ path }) => path === 'config.json' || path === GGUF_FILE))
      throw new CodedError('no-model-files', { name: folder.name });
    const summary = await this.parts.inspect(folder);
    const needed = modelFilesAmong(files, summary.graph);
    const [bytes, available] = [totalBytes(needed), await this.parts.room()];
    if (available !== null && bytes > available)
      throw new CodedError('no-room-for-model', { name, needed: bytes, available });
    return { name, origin, files: needed, summary };
  }

  private async begin(copy: ModelCopy): Promise<FileSystemDirectoryHandle> {
    await this.erase(copy.name);
    const folder = await this.parts.root.getDirectoryHandle(folderNameOf(copy.name), { create: true });
    await writeText(folder, DOWNLOAD_FILE, JSON.stringify(copy));
    return folder;
  }

  private async complete(
    folder: FileSystemDirectoryHandle,
    copy: ModelCopy,
    source: ModelSource,
    { signal, onProgress }: AddOptions,
  ): Promise<StoredModel> {
    const { name, files } = copy;
    const target = await folder.getDirectoryHandle(FILES, { create: true });
    const total = totalBytes(files);
    let before = 0;
    const stored: StoredModel['files'] = [];
    for (const file of files) {
      const report = (bytes: number) => onProgress({ name, file: file.path, done: before + bytes, total });
      report(0);
      const sha256 = await copyFile(target, source, file, { signal, onProgress: report });
      stored.push({ ...file, sha256 });
      before += file.size;
    }
    const arrived = handleFolder(name, async () => target);
    try {
      // The copied files may differ from the files checked before the copy.
      await this.parts.inspect(arrived);
    } catch (error) {
      await this.erase(name);
      throw error;
    }
    const card = await (await withGguf(arrived)).read('README.md');
    const record: StoredModel = {
      ...copy,
      files: stored,
      licence: card === undefined ? null : licenceOf(new TextDecoder().decode(card)),
      addedAt: this.parts.now(),
    };
    await writeText(folder, MODEL_FILE, JSON.stringify(record));
    return record;
  }

  private async all() {
    const models = await Promise.all((await folderNames(this.parts.root)).map((name) => this.read(name)));
    return models.filter((model) => model !== undefined);
  }

  private async read(folderName: string) {
    const folder = await folderIn(this.parts.root, folderName);
    if (!folder) return undefined;
    const whole = parseStored(await textAt(folder, MODEL_FILE));
    const copy = parseCopy(await textAt(folder, DOWNLOAD_FILE));
    return { folder, whole, copy };
  }

  private async erase(name: string): Promise<void> {
    const folder = folderNameOf(name);
    if (await folderIn(this.parts.root, folder)) await this.parts.root.removeEntry(folder, { recursive: true });
  }

  private async alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const lock = await this.parts.locks.acquire(name);
    if (!lock) throw new CodedError('model-busy', { name });
    try {
      return await work();
    } finally {
      lock.release();
    }
  }
}

/** Returns true if the source has the hub and commit of an unfinished download. */
const sameOrigin = ({ origin }: ModelCopy, source: ModelSource): boolean =>
  origin.kind === 'hub' &&
  source.origin.kind === 'hub' &&
  origin.endpoint === source.origin.endpoint &&
  origin.revision === source.origin.revision;

async function storedBytes(folder: FileSystemDirectoryHandle, { files }: ModelCopy): Promise<number> {
  const target = await folderIn(folder, FILES);
  if (!target) return 0;
  const sizes = await Promise.all(files.map(async ({ path }) => (await fileAt(target, path))?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}
