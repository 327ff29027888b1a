/**
 * @file Writes files so that they are on the disk when a call returns, locks runs, and stores checkpoints in folders
 * (Node only). The operating system may write fewer bytes than asked without an error (POSIX write(2)). A rename is
 * durable only after its folder is synced (fsync(2)).
 *
 * The lock `run.jsonl.lock` is made with O_EXCL (open(2)) and names the process that holds it. The lock of an ended
 * process is stale. Only the holder of `run.jsonl.lock.takeover`, which is itself such a lock, may replace a stale lock.
 * The takeover file already names the new holder, so one atomic rename makes it the lock. A process may be killed
 * between any two steps.
 */
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { CodedError } from '../../common/coded-error.ts';
import { makeFolder } from '../../common/node-files.ts';
import { parseJsonAs } from '../../common/plain-json.ts';
import { systemError } from '../../common/system-error.ts';
import {
  checkpointOf,
  damagedCheckpoint,
  hashCheckpoint,
  partFile,
  partsOf,
  refuseOtherBytes,
} from '../checkpoint-parts.ts';
import { type Checkpoint, explainFailure, type RunLock, type RunLocks } from '../run-store.ts';

/** File operations of a store. Tests replace them with operations that fail like a full disk. */
export type FileSystem = Pick<typeof fs, 'mkdir' | 'open' | 'readFile' | 'readdir' | 'rename' | 'rm' | 'stat'>;
export const nodeFiles: FileSystem = fs;

/** Opens a file, returns the result of `work` on it, and closes the file even if `work` fails. */
export async function inFile<Result>(
  path: string,
  flags: 'r' | 'r+' | 'w',
  work: (file: fs.FileHandle) => Promise<Result>,
  files = nodeFiles,
): Promise<Result> {
  const file = await files.open(path, flags);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** Writes all bytes, starting at a position. @throws Error with code `ENOSPC` if the disk takes no more bytes */
export async function writeAll(file: fs.FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    if (bytesWritten === 0) throw systemError('ENOSPC', 'write');
    written += bytesWritten;
  }
}

export async function writeSynced(path: string, bytes: Uint8Array, files = nodeFiles): Promise<void> {
  const write = async (file: fs.FileHandle) => {
    await writeAll(file, bytes, 0);
    await file.sync();
  };
  await inFile(path, 'w', write, files);
}

/** Makes new, changed and removed file names in a folder durable. */
export async function syncFolder(folder: string, files = nodeFiles): Promise<void> {
  // Windows cannot open folders and needs no sync for file names.
  if (process.platform === 'win32') return;
  await inFile(folder, 'r', (handle) => handle.sync(), files);
}

/** Returns the temporary path to which {@link replaceFile} writes. */
export const unfinishedFile = (path: string): string => `${path}.unfinished`;

/** Replaces a file atomically: a program killed at any moment leaves the old file or the new one. */
export async function replaceFile(path: string, bytes: Uint8Array, files = nodeFiles): Promise<void> {
  const unfinished = unfinishedFile(path);
  try {
    await writeSynced(unfinished, bytes, files);
    await files.rename(unfinished, path);
  } catch (error) {
    await files.rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(path), files);
}

interface Owner {
  pid: number;
  /** Random id. It distinguishes this process's locks from locks of an ended process with the same `pid`. */
  id: string;
  host: string;
}

const LOOKS = 200;
const BETWEEN_LOOKS_MS = 25;
/** A lock that is still empty after this time was left empty by a killed process or a power failure. */
const WRITTEN_WITHIN_MS = 2000;

export const lockFile = (log: string): string => `${log}.lock`;

const held = new Set<string>();

/** Locks runs by the paths of their logs, which are the ids of the runs. */
export class FileRunLocks implements RunLocks {
  /** Locks a run. @throws CodedError `log-open-elsewhere` if this or another process has the run open */
  acquire(log: string): Promise<RunLock> {
    return explainFailure(`lock ${log}`, async () => {
      await makeFolder(dirname(log));
      return lockOf(lockFile(log), await take(lockFile(log), log));
    });
  }
}

const lockOf = (path: string, id: string): RunLock => ({
  release() {
    held.delete(id);
    const owner = ownerOf(path);
    // Check the id: a user may have removed the lock, and another process may have made its own.
    if (owner && owner !== 'unknown' && owner.id === id) rmSync(path, { force: true });
  },
});

/** Takes the lock and returns the id that it now contains. */
async function take(path: string, log: string): Promise<string> {
  for (let look = 0; look < LOOKS; look += 1) {
    const id = create(path);
    if (id !== undefined) return id;
    const owner = ownerOf(path);
    if (owner === 'unknown') {
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
    } else if (isAlive(owner)) {
      throw new CodedError('log-open-elsewhere', { log, pid: owner.pid, host: owner.host, lock: path });
    } else {
      const takeover = `${path}.takeover`;
      const next = await take(takeover, log);
      const now = ownerOf(path);
      if (now !== 'unknown' && !isAlive(now)) {
        renameSync(takeover, path);
        return next;
      }
      lockOf(takeover, next).release();
    }
  }
  throw new CodedError('lock-in-the-way', { lock: path });
}

/** Makes the lock and returns its id; undefined if a lock already exists. */
function create(path: string): string | undefined {
  const id = crypto.randomUUID();
  const text = `${process.pid} ${id} ${hostname()}\n`;
  held.add(id);
  try {
    writeFileSync(path, text, { flag: 'wx' });
    // If this process was paused between creating and writing, another process may have taken the lock over.
    if (readFileSync(path, 'utf8') === text) return id;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === 'write') rmSync(path, { force: true });
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error;
  }
  held.delete(id);
  return undefined;
}

/** Reads the owner of a lock: `unknown` if the lock is gone or being written, null if it was left empty. */
function ownerOf(path: string): Owner | 'unknown' | null {
  try {
    const text = readFileSync(path, 'utf8');
    const [, pid, id, host] = /^([1-9]\d*) (\S+) (.+)\n$/.exec(text) ?? [];
    if (pid !== undefined) return { pid: Number(pid), id, host };
    // A file of zeros counts as empty, because a power failure may leave one.
    if (/[^\0]/.test(text)) throw new CodedError('lock-in-the-way', { lock: path });
    return Date.now() - statSync(path).mtimeMs > WRITTEN_WITHIN_MS ? null : 'unknown';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EISDIR') throw new CodedError('lock-in-the-way', { lock: path });
    if (code === 'ENOENT') return 'unknown';
    throw error;
  }
}

/** Returns true if the process still runs, or belongs to another machine and cannot be checked. */
function isAlive(owner: Owner | null): owner is Owner {
  if (!owner) return false;
  if (owner.host !== hostname()) return true;
  if (owner.pid === process.pid) return held.has(owner.id);
  try {
    return process.kill(owner.pid, 0);
  } catch (error) {
    // With EPERM the process lives, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const HASHES_FILE = 'checkpoint.json';

/** Content of `checkpoint.json`: the hashes of a checkpoint, and the hash of its epoch's lines in the log. */
const hashesSchema = z.object({
  format: z.literal('genenv-checkpoint'),
  version: z.literal(1),
  epoch: z.int(),
  sha256: z.record(z.string(), z.string()),
  lines: z.string().nullable(),
});

/**
 * Keeps the checkpoints of a log in folders beside it: `run.jsonl.checkpoints/EPOCH/` holds the safetensors files and
 * `checkpoint.json` with their hashes. A checkpoint is written under a temporary name, synced and renamed.
 */
export class CheckpointFolders {
  constructor(
    private readonly log: string,
    private readonly files: FileSystem,
  ) {}

  /** Lists the epochs with a checkpoint, ascending. */
  async epochs(): Promise<number[]> {
    const names = await this.files.readdir(`${this.log}.checkpoints`).catch(() => []);
    return names
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .sort((a, b) => a - b);
  }

  /** Reads a checkpoint and the SHA-256 of its epoch's lines (null if not stored). @throws `checkpoint-damaged` */
  async read(epoch: number): Promise<{ checkpoint: Checkpoint; lines: string | null }> {
    const checkpoint = await checkpointOf(epoch, (name) => this.readFile(epoch, partFile(name)));
    const text = new TextDecoder().decode(await this.readFile(epoch, HASHES_FILE));
    const expected = parseJsonAs(hashesSchema, text);
    if (!expected) throw damagedCheckpoint(this.log, epoch, `${HASHES_FILE} beside them is damaged.`);
    await refuseOtherBytes(this.log, epoch, checkpoint, expected);
    return { checkpoint, lines: expected.lines };
  }

  /** Writes a checkpoint and syncs it. @param lines SHA-256 of the epoch's lines; null if the lines are not stored */
  async write(checkpoint: Checkpoint, lines: string | null): Promise<void> {
    const folder = this.folder(checkpoint.epoch);
    const unfinished = `${folder}.unfinished`;
    const hashes = {
      format: 'genenv-checkpoint',
      version: 1,
      ...(await hashCheckpoint(checkpoint)),
      lines,
    } satisfies z.infer<typeof hashesSchema>;
    await this.files.rm(unfinished, { recursive: true, force: true });
    await this.files.mkdir(unfinished, { recursive: true });
    try {
      for (const { name, bytes } of partsOf(checkpoint))
        await writeSynced(join(unfinished, partFile(name)), bytes, this.files);
      const json = new TextEncoder().encode(`${JSON.stringify(hashes)}\n`);
      await writeSynced(join(unfinished, HASHES_FILE), json, this.files);
      await syncFolder(unfinished, this.files);
      await this.files.rm(folder, { recursive: true, force: true });
      await this.files.rename(unfinished, folder);
    } catch (error) {
      await this.files.rm(unfinished, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
    await syncFolder(dirname(folder), this.files);
  }

  async remove(epoch: number): Promise<void> {
    await this.files.rm(this.folder(epoch), { recursive: true, force: true });
  }

  async removeAll(): Promise<void> {
    await this.files.rm(`${this.log}.checkpoints`, { recursive: true, force: true });
  }

  private folder(epoch: number): string {
    return join(`${this.log}.checkpoints`, String(epoch));
  }

  private async readFile(epoch: number, file: string): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return new Uint8Array(await this.files.readFile(join(this.folder(epoch), file)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw damagedCheckpoint(this.log, epoch, `${file} is missing in ${this.folder(epoch)}.`);
    }
  }
}
