/**
 * @file Simulates disk faults. A write takes only a part of the bytes (POSIX write(2)), the disk is full, or the
 * program is killed. After a power failure, unsynced data (fsync(2)) are partly lost.
 */
import { open as openFile, readFile, writeFile, rename as renameFile, type FileHandle } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RandomStream } from '../../../random/random-stream.ts';
import { nodeFiles, type FileSystem } from '../durable-files.ts';

export interface DiskFaults {
  /** Free bytes on the disk. */
  room?: number;
  /** Maximum number of bytes that one write takes. */
  most?: number;
  /** Number of calls until the kill. If the last call is a write, it writes half of its bytes. Later calls reject. */
  calls?: number;
}

/** Error of file operations once the simulated process is killed. */
class ProcessKilled extends Error {
  override name = 'ProcessKilled';
}

export interface FaultyDisk {
  files: FileSystem;
  isKilled(): boolean;
  /**
   * Changes the real disk like a power failure. An unsynced file has its old content, its new content, a part of the
   * new content, or that part followed by zeros. A rename in an unsynced folder may be undone. Removals stay.
   */
  losePower(random: RandomStream): Promise<void>;
}

type AnyCall = (...request: never[]) => Promise<unknown>;

export function faultyDisk({ room = Infinity, most = Infinity, calls = Infinity }: DiskFaults): FaultyDisk {
  let killed = false;
  /** Content of each written file that survives a power failure; null if the file itself may be lost. */
  const durable = new Map<string, Buffer | null>();
  let renames: { from: string; to: string; replaced: Buffer | null }[] = [];

  /** Counts a call. @returns true if the program is killed in this call */
  const count = (): boolean => {
    if (killed) throw new ProcessKilled('The program was killed.');
    calls -= 1;
    killed = calls <= 0;
    return killed;
  };
  const contentOf = (path: string) => readFile(path).catch(() => null);
  const within = (folder: string) =>
    [...durable.keys()].filter((path) => path === folder || path.startsWith(`${folder}/`));
  const moveKnown = (from: string, to: string) => {
    for (const path of within(from)) {
      durable.set(to + path.slice(from.length), durable.get(path)!);
      durable.delete(path);
    }
  };

  const writing = (file: FileHandle) => async (bytes: Uint8Array, offset: number, length: number, position: number) => {
    const last = count();
    const taken = Math.min(last ? Math.ceil(length / 2) : length, most, room);
    if (taken === 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    room -= taken;
    const done = await file.write(bytes, offset, taken, position);
    if (last) throw new ProcessKilled('The program was killed while it wrote.');
    return done;
  };

  const open = async (path: string, flags?: string): Promise<FileHandle> => {
    count();
    if (flags !== undefined && flags !== 'r' && !durable.has(path)) durable.set(path, await contentOf(path));
    const file = await openFile(path, flags);
    const synced = async () => {
      count();
      await file.sync();
      if (durable.has(path)) durable.set(path, await contentOf(path));
      else renames = renames.filter(({ to }) => dirname(to) !== path);
    };
    return new Proxy(file, {
      get(target, name) {
        if (name === 'write') return writing(target);
        if (name === 'sync') return synced;
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        // Closing always works, because the system closes a killed program's files.
        if (name === 'close') return value.bind(target) as unknown;
        return async (...request: unknown[]): Promise<unknown> => {
          count();
          return (value as (...request: unknown[]) => Promise<unknown>).apply(target, request);
        };
      },
    });
  };

  const counted =
    <Call extends AnyCall>(call: Call) =>
    async (...request: Parameters<Call>): Promise<unknown> => {
      count();
      return call(...request);
    };
  const files = {
    mkdir: counted(nodeFiles.mkdir),
    readFile: counted(nodeFiles.readFile as AnyCall),
    readdir: counted(nodeFiles.readdir as AnyCall),
    stat: counted(nodeFiles.stat as AnyCall),
    open,
    async rename(from: string, to: string) {
      count();
      const replaced = await contentOf(to);
      await renameFile(from, to);
      moveKnown(from, to);
      renames.push({ from, to, replaced });
    },
    async rm(path: string, options: object) {
      count();
      await nodeFiles.rm(path, options);
      for (const known of within(path)) durable.delete(known);
    },
  } as unknown as FileSystem;

  async function losePower(random: RandomStream): Promise<void> {
    for (const { from, to, replaced } of renames.reverse()) {
      if (random.next() < 0.5 || !existsSync(to) || existsSync(from)) continue;
      await renameFile(to, from);
      moveKnown(to, from);
      if (replaced) await writeFile(to, replaced);
    }
    for (const [path, before] of durable) {
      const now = await contentOf(path);
      if (now === null || (before !== null && now.equals(before))) continue;
      const left = afterPowerLoss(before, now, random);
      if (left === null) await nodeFiles.rm(path, { force: true });
      else await writeFile(path, left);
    }
  }

  return { files, isKilled: () => killed, losePower };
}

/** Returns the content of a file after a power failure; null if the file is gone. */
function afterPowerLoss(before: Buffer | null, now: Buffer, random: RandomStream): Buffer | null {
  const kept = before ?? Buffer.alloc(0);
  let same = 0;
  while (same < Math.min(kept.length, now.length) && kept[same] === now[same]) same += 1;
  const upTo = same + random.integer(now.length - same + 1);
  switch (random.integer(4)) {
    case 0:
      return before;
    case 1:
      return now;
    case 2:
      return now.subarray(0, upTo);
    default:
      return Buffer.concat([now.subarray(0, upTo), Buffer.alloc(now.length - upTo)]);
  }
}
