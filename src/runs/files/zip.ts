/**
 * @file Reads a zip from its beginning, file by file, so that a damaged or cut-off one gives what stands before the
 * damage. (The usual readers begin with the directory at the end, and a cut-off file has none.)
 */
import { StoreError } from '../../store/store-error.ts';
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';

export interface ExtractedFile {
  data: Uint8Array<ArrayBuffer>;
  /** False where it is cut off or could not be unpacked to its end. */
  complete: boolean;
}

/** A hostile file of some kilobytes could unpack to fill all memory. */
const MAX_UNPACKED_BYTES = 2 ** 31;
/** Event logs shrink about tenfold. What shrinks more is refused once it is large. */
const MAX_EXPANSION = 30;
const SMALL_BYTES = 2 ** 26;
const TOO_LARGE =
  `This file unpacks to more than ${MAX_EXPANSION} times its size, so it is not the file of a run. ` +
  'Choose a file that was made by exporting a run.';
/** Small pieces, so that the limit is noticed in time: deflate expands by at most about 1,000. */
const PIECE_BYTES = 2 ** 16;

/**
 * @param wanted Which files to unpack, by name.
 * @throws StoreError where they unpack to far more than an exported run does
 */
export function extractZip(
  zip: Uint8Array,
  wanted: (name: string) => boolean,
): { files: Map<string, ExtractedFile>; problem: string } {
  const pieces = new Map<string, { data: Uint8Array[]; complete: boolean }>();
  let problem = '';
  let unpacked = 0;
  const unzip = new Unzip((file) => {
    // A second file of the same name is not what was exported: the first counts.
    if (!wanted(file.name) || pieces.has(file.name)) return;
    const entry = { data: [] as Uint8Array[], complete: false };
    pieces.set(file.name, entry);
    file.ondata = (error, data, final) => {
      if (error) throw error;
      unpacked += data.length;
      if (unpacked > Math.min(MAX_UNPACKED_BYTES, Math.max(SMALL_BYTES, MAX_EXPANSION * zip.length)))
        throw new StoreError('damaged', TOO_LARGE);
      entry.data.push(data.slice());
      entry.complete = final;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  try {
    for (let start = 0; start < zip.length; start += PIECE_BYTES) {
      unzip.push(zip.subarray(start, start + PIECE_BYTES), start + PIECE_BYTES >= zip.length);
    }
  } catch (error) {
    if (error instanceof StoreError) throw error;
    problem = `The file is damaged or cut off (${(error as Error).message}).`;
  }
  const files = new Map<string, ExtractedFile>();
  for (const [name, { data, complete }] of pieces) files.set(name, { data: concatenate(data), complete });
  return { files, problem };
}

export function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
