/** @file Reads and writes files piece by piece, in Node only. */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { allBytes, type ByteSource, bytesSource } from '../../common/byte-source.ts';
import { fileSize } from '../../common/node-files.ts';
import { writeAll } from '../../store/files/durable-files.ts';
import type { RolloutFile } from '../rollouts/rollout-files.ts';
import type { ZipSink } from './zip.ts';

/** Number of bytes read at once. */
const CHUNK = 262_144;

/** Opens a file as a source of bytes. @throws Error of the file system if the file does not exist */
export async function fileSource(path: string): Promise<ByteSource> {
  const size = await fileSize(path);
  // Standard input reports the size 0.
  return { ...partOfFile(path, 0, size), chunks: () => chunksOf(path, 0, size || Infinity) };
}

const partOfFile = (path: string, from: number, to: number): ByteSource => ({
  size: to - from,
  chunks: () => chunksOf(path, from, to),
  slice: (start, end) => partOfFile(path, from + start, Math.min(to, from + end)),
});

/** Reads bytes `from` to `to` of a file, or up to its end. A Node stream would take longer to open and close. */
async function* chunksOf(path: string, from: number, to: number): AsyncGenerator<Uint8Array, void, void> {
  if (from >= to) return;
  const file = await open(path);
  try {
    for (let at = from; at < to;) {
      const chunk = new Uint8Array(Math.min(CHUNK, to - at));
      // Standard input has no positions.
      const { bytesRead } = await file.read(chunk, 0, chunk.length, to === Infinity ? null : at);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/** Writes a zip to a file, which is emptied first. */
export class FileSink implements ZipSink {
  size = 0;

  private constructor(private readonly file: FileHandle) {}

  static async open(path: string): Promise<FileSink> {
    return new FileSink(await open(path, 'w'));
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await writeAll(this.file, bytes, this.size);
    this.size += bytes.length;
  }

  writeText(text: string): Promise<void> {
    return this.write(new TextEncoder().encode(text));
  }

  async rewrite(at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await writeAll(this.file, bytes, at);
  }

  /** Closes the file after its content has reached the disk. */
  async close(): Promise<void> {
    await this.file.sync().finally(() => this.file.close());
  }
}

async function openFile(path: string, name: string): Promise<RolloutFile> {
  const source = await fileSource(path);
  // Rollout logs are read twice, but standard input can be read only once, so its bytes are kept.
  return { path: name, source: source.size > 0 ? source : bytesSource(await allBytes(source)) };
}

/** Returns the file, or all files in the folder and its subfolders. Files are open only while they are read. */
export async function filesAt(path: string): Promise<RolloutFile[]> {
  if (!(await stat(path)).isDirectory()) return [await openFile(path, basename(path))];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(files.map((file) => openFile(file, relative(path, file))));
}
