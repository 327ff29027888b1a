/**
 * @file Reads a zip from its beginning, file by file, so that a damaged or cut-off one gives what stands before the
 * damage. (The usual readers begin with the directory at the end, and a cut-off file has none.)
 */
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import type { ByteSource } from '../../common/byte-source.ts';
import { CodedError } from '../../common/coded-error.ts';

/** The next bytes of a file in a zip. */
export interface ZipPiece {
  name: string;
  data: Uint8Array<ArrayBuffer>;
  /** True for the last of a file that is whole. */
  final: boolean;
}

/** A hostile file of some kilobytes could unpack to fill all memory. */
const MAX_UNPACKED_BYTES = 2 ** 31;
/** Event logs shrink about tenfold. What shrinks more is refused once it is large. */
const MAX_EXPANSION = 30;
const SMALL_BYTES = 2 ** 26;
const tooLarge = () => new CodedError('zip-unpacks-too-large', { times: MAX_EXPANSION });
/** The checkpoints of 4,000 epochs. The time that a zip takes grows with the square of its files. */
const MAX_FILES = 2 ** 14;
const tooMany = () => new CodedError('zip-too-many-files', { most: MAX_FILES });
/** Small pieces, so that the limit is noticed in time: deflate expands by at most about 1,000. */
const PIECE_BYTES = 2 ** 16;

export class ZipReader {
  /** The problem of the zip as far as it was read, in the library’s words; empty if there is none. */
  problem = '';

  constructor(private readonly source: ByteSource) {}

  /** The wanted files, in order; of one name, the first. @throws CodedError of far more than an exported run */
  async *pieces(wanted: (name: string) => boolean): AsyncGenerator<ZipPiece, void, void> {
    const { size } = this.source;
    const most = Math.min(MAX_UNPACKED_BYTES, Math.max(SMALL_BYTES, MAX_EXPANSION * size));
    let unpacked = 0;
    let files = 0;
    let pieces: ZipPiece[] = [];
    const found = new Set<string>();
    const unzip = new Unzip((file) => {
      files += 1;
      if (files > MAX_FILES) throw tooMany();
      const { name } = file;
      if (!wanted(name) || found.has(name)) return;
      found.add(name);
      file.ondata = (error, data, final) => {
        if (error) throw error;
        unpacked += data.length;
        if (unpacked > most) throw tooLarge();
        pieces.push({ name, data: data.slice(), final });
      };
      file.start();
    });
    unzip.register(UnzipInflate);
    unzip.register(UnzipPassThrough);
    let read = 0;
    for await (const chunk of this.source.chunks()) {
      for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
        const part = chunk.subarray(start, start + PIECE_BYTES);
        read += part.length;
        try {
          unzip.push(part, read >= size);
        } catch (error) {
          if (error instanceof CodedError) throw error;
          this.problem = (error as Error).message;
        }
        yield* pieces;
        pieces = [];
        if (this.problem) return;
      }
    }
  }
}
