/**
 * @file Writes the output of commands. A path is checked before the work begins. It is refused if the command also
 * reads it, if it has the wrong kind (file or folder), or if it exists without --force.
 *
 * Output goes to a temporary name in the same folder, and is renamed once it is complete and on disk. So a command that
 * fails or is killed leaves the old file intact. A lint rule (.oxlintrc.json) forbids other files of src/cli to write.
 * `genenv coevolve` and `genenv sweep` can be resumed, and write through src/store instead.
 */
import { mkdir, readdir, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Option } from 'commander';
import { CodedError } from '../common/coded-error.ts';
import { ifFileExists, makeFolder } from '../common/node-files.ts';
import { isSystemError } from '../common/system-error.ts';
import { FileSink } from '../runs/files/node-file.ts';
import { FileRunLocks, replaceFile, syncFolder, unfinishedFile } from '../store/files/durable-files.ts';
import { explainFailure, storeError } from '../store/run-store.ts';

export const forceOption = () =>
  new Option('--force', 'replace what exists: a file, or in a folder the files of the same names').default(false);

export interface Claim {
  force: boolean;
  /** Inputs of the command, which the output must not overwrite. */
  reads?: readonly string[];
}

type Kind = 'file' | 'folder';

/** Checks that the file may be written. Returns a writer for it. Call this before the work begins. */
export async function claimFile(path: string, claim: Claim) {
  await refuse(path, 'file', claim);
  return {
    write: <Result>(fill: (sink: FileSink) => Promise<Result>) =>
      writeBeside(path, 'file', claim, async (unfinished, target) => {
        const sink = await FileSink.open(unfinished);
        const result = await fill(sink).finally(() => sink.close());
        await rename(unfinished, target);
        return result;
      }),
  };
}

/** Checks that the folder is missing or empty, or may be replaced. Returns a writer for it. */
export async function claimFolder(path: string, claim: Claim) {
  await refuse(path, 'folder', claim);
  return {
    write: <Result>(fill: (files: FolderFiles) => Promise<Result>) =>
      writeBeside(path, 'folder', claim, async (unfinished, target) => {
        await mkdir(unfinished);
        const files = new FolderFiles(unfinished);
        const result = await fill(files).finally(() => files.close());
        await moveFolder(unfinished, target, claim);
        return result;
      }),
  };
}

/** Replaces a small text file as a whole. */
export const updateFile = (path: string, text: string): Promise<void> =>
  explainFailure(`write ${path}`, () => replaceFile(path, new TextEncoder().encode(text)));

export class FolderFiles {
  private readonly sinks = new Map<string, FileSink>();

  constructor(readonly path: string) {}

  write = async (path: string, content: Parameters<typeof writeFile>[1]): Promise<void> =>
    writeFile(await this.place(path), content, { flush: true });

  /** Appends text to a file of the folder. The first call creates the file. */
  append = async (path: string, text: string): Promise<void> => {
    const sink = this.sinks.get(path) ?? (await FileSink.open(await this.place(path)));
    this.sinks.set(path, sink);
    await sink.writeText(text);
  };

  async close(): Promise<void> {
    for (const sink of this.sinks.values()) await sink.close();
  }

  private async place(path: string): Promise<string> {
    const file = join(this.path, path);
    await makeFolder(dirname(file));
    return file;
  }
}

const entryOf = (path: string) => ifFileExists(path, () => stat(path));

async function refuse(path: string, kind: Kind, { force, reads = [] }: Claim): Promise<void> {
  const entry = await entryOf(path);
  if (!entry) return;
  for (const read of reads) {
    const input = await entryOf(read);
    if (input?.ino !== entry.ino || input.dev !== entry.dev) continue;
    throw new CodedError('output-is-read', { path, kind });
  }
  if (kind === 'file' ? !entry.isFile() : !entry.isDirectory()) {
    const found = entry.isDirectory() ? 'a folder' : entry.isFile() ? 'a file' : 'a device, a pipe or a socket';
    throw new CodedError('output-of-other-kind', { path, found, kind });
  }
  if (force || (kind === 'folder' && (await readdir(path)).length === 0)) return;
  throw new CodedError('output-exists', { path, kind });
}

/**
 * Writes an output under a lock, and removes the unfinished output after an error.
 * @param write writes to the temporary path `unfinished`, then moves the output to `target`
 */
async function writeBeside<Result>(
  path: string,
  kind: Kind,
  claim: Claim,
  write: (unfinished: string, target: string) => Promise<Result>,
): Promise<Result> {
  const doing = `write ${path}`;
  // If the path is a link, replace its target instead of the link.
  const target = await realpath(path).catch(() => resolve(path));
  const unfinished = unfinishedFile(target);
  const lock = await explainFailure(doing, () => new FileRunLocks().acquire(target));
  try {
    await refuse(path, kind, claim);
    // A killed command may have left its unfinished output behind.
    await rm(unfinished, { recursive: true, force: true });
    const result = await write(unfinished, target);
    await syncFolder(dirname(target));
    return result;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {});
    const own = isSystemError(error) && (error.path ?? target).startsWith(target);
    throw own ? storeError(error, doing) : error;
  } finally {
    lock.release();
  }
}

/** Renames the folder as a whole if the target is missing or empty. Otherwise moves file by file. */
async function moveFolder(from: string, to: string, { reads = [] }: Claim): Promise<void> {
  if ((await ifFileExists(to, () => readdir(to)))?.length === 0) await rmdir(to);
  if (!(await entryOf(to))) return rename(from, to);
  const files = (await readdir(from, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const moves = files.map(({ parentPath, name }) => {
    const file = join(parentPath, name);
    return { file, target: join(to, file.slice(from.length)) };
  });
  for (const { target } of moves) await refuse(target, 'file', { force: true, reads });
  for (const { file, target } of moves) {
    await makeFolder(dirname(target));
    await rename(file, target);
    await syncFolder(dirname(target));
  }
  await rm(from, { recursive: true });
}
