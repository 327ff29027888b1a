/** @file Files as one zip that is put together piece by piece; nothing is compressed, as weights do not shrink. */
import { Zip, ZipPassThrough } from 'fflate';
import { CodedError } from '../../common/coded-error.ts';

/** Zip files carry a time; a constant one gives the same export the same bytes. */
const MTIME = new Date(1980, 0, 1);
/** The format's own limit without its 64-bit extension, less room for the directory. */
const LARGEST = 2 ** 32 - 2 ** 20;

/** @throws CodedError `zip-too-large` */
export async function zipFiles(files: ReadonlyMap<string, Blob>): Promise<Blob> {
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  if (bytes > LARGEST) throw new CodedError('zip-too-large', { bytes, largest: LARGEST });
  const parts: Blob[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
  });
  for (const [path, blob] of files) {
    const entry = new ZipPassThrough(path);
    entry.mtime = MTIME;
    zip.add(entry);
    const reader = blob.stream().getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      entry.push(value);
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}
