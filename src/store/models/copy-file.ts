/** @file Streams one file of a model into the browser's storage. What has arrived stays; the next call goes on. */
import { sha256 as newSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { CodedError } from '../../common/coded-error.ts';
import { type ListedFile, modelStoreError } from './model-record.ts';
import type { ModelSource } from './model-source.ts';
import { madeFile, writeAll } from './private-folder.ts';

/** Bytes of the stored part that are read at once, to hash it. */
const REREAD_BYTES = 1 << 22;

export interface CopyOptions {
  signal: AbortSignal;
  /** @param bytes of this file that are stored now */
  onProgress(bytes: number): void;
}

/** Gives its SHA-256. @throws CodedError; what is not what the source listed is emptied and fetched again */
export async function copyFile(
  folder: FileSystemDirectoryHandle,
  source: Pick<ModelSource, 'open'>,
  { path, size, sha256 }: ListedFile,
  { signal, onProgress }: CopyOptions,
): Promise<string> {
  const handle = await opened(folder, path);
  try {
    if (handle.getSize() > size) handle.truncate(0);
    let at = handle.getSize();
    let hash = newSha256.create();
    await reread(handle, at, hash, signal);
    if (at < size) {
      const { from, stream } = await source.open(path, at, signal);
      if (from < at) {
        // A source that cannot begin in the middle begins again.
        handle.truncate(from);
        hash = newSha256.create();
        at = from;
      }
      for await (const part of partsOf(stream, signal)) {
        if (at + part.byteLength > size) throw different(handle, path, 'longer');
        writeAll(handle, part, at);
        hash.update(part);
        at += part.byteLength;
        onProgress(at);
      }
      handle.flush();
    }
    if (at < size) throw brokenOff(path, at, size);
    const found = bytesToHex(hash.digest());
    if (sha256 !== null && found !== sha256) throw different(handle, path, 'other');
    return found;
  } catch (error) {
    throw modelStoreError(error, path);
  } finally {
    handle.close();
  }
}

async function opened(folder: FileSystemDirectoryHandle, path: string): Promise<FileSystemSyncAccessHandle> {
  try {
    return await (await madeFile(folder, path)).createSyncAccessHandle();
  } catch (error) {
    throw modelStoreError(error, path);
  }
}

/** Hashes what an earlier call stored. */
async function reread(
  handle: FileSystemSyncAccessHandle,
  end: number,
  hash: ReturnType<typeof newSha256.create>,
  signal: AbortSignal,
): Promise<void> {
  const part = new Uint8Array(REREAD_BYTES);
  for (let at = 0; at < end;) {
    const read = handle.read(part.subarray(0, end - at), { at });
    hash.update(part.subarray(0, read));
    at += read;
    // Messages come in between: a person may cancel.
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  }
}

/** Streams are not iterable in every browser, so their reader is used. */
async function* partsOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    // Nobody needs the rest; where the stream has failed, there is none.
    await reader.cancel().catch(() => {});
  }
}

/** The connection ended early, without an error of its own. */
const brokenOff = (path: string, at: number, size: number): CodedError =>
  new CodedError('model-broken-off', { path, at, size });

function different(handle: FileSystemSyncAccessHandle, path: string, how: 'longer' | 'other'): CodedError {
  handle.truncate(0);
  return new CodedError('model-file-different', { path, how });
}
