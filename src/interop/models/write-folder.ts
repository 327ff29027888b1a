/** @file Writes the files of an export one after the other, and says how large each is and what its hash is. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { ExportFile } from '../export-file.ts';
import type { ExportTarget } from './export-target.ts';
import type { WrittenFile } from './words.ts';

/** @param onBytes called with the bytes of a chunk before it is written */
export async function writeFile(
  target: ExportTarget,
  { path, chunks }: ExportFile,
  { onBytes, signal }: { onBytes?: (count: number) => void; signal?: AbortSignal } = {},
): Promise<WrittenFile> {
  const hash = sha256.create();
  let bytes = 0;
  const counted = async function* () {
    for await (const chunk of chunks()) {
      signal?.throwIfAborted();
      hash.update(chunk);
      bytes += chunk.length;
      onBytes?.(chunk.length);
      yield chunk;
    }
  };
  await target.write(path, counted());
  return { path, bytes, sha256: bytesToHex(hash.digest()) };
}
