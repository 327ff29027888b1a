/**
 * @file Reads and writes zips as streams, without holding a whole file in memory.
 *
 * Reading starts at the beginning, so that a damaged or cut-off zip gives everything before the damage. Usual readers
 * start with the directory at the end, which a cut-off zip lacks.
 */
import { Deflate, Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import type { ByteSource } from '../../common/byte-source.ts';
import { crc32 } from '../../common/checked-line.ts';
import { CodedError } from '../../common/coded-error.ts';

/** Target of a zip: a file, or parts of a Blob. */
export interface ZipSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Replaces the bytes that one call of `write` wrote at `at`. The length must be equal. */
  rewrite(at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

interface Entry {
  name: string;
  /** Position of the local header, in bytes. */
  at: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
}

const STORED = 0;
const DEFLATED = 8;
/** 1 January 1980. A constant date gives the same run the same bytes. */
const DATE = 0x21;
/** Limit of the format without its 64-bit extension, minus room for the directory. */
const LARGEST = 2 ** 32 - 2 ** 20;

/**
 * Writes a zip file by file. Each header is written again after its file, when the compressed size is known. Readers
 * that start at the beginning need the size.
 *
 * The layout follows PKWARE's APPNOTE.TXT 6.3.10, sections 4.3.7 (local header), 4.3.12 (directory) and 4.3.16 (end of
 * the directory).
 */
export class ZipWriter {
  private readonly entries: Entry[] = [];
  private position = 0;

  constructor(private readonly sink: ZipSink) {}

  /** Adds a file. @param level compression, 0 (none) or 9 (most) */
  async add(
    name: string,
    pieces: Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>,
    level: 0 | 9,
  ): Promise<void> {
    const method = level === 0 ? STORED : DEFLATED;
    const entry: Entry = { name, at: this.position, method, crc: 0, packed: 0, size: 0 };
    await this.write(localHeader(entry));
    let packed: Uint8Array<ArrayBuffer>[] = [];
    const deflate = new Deflate({ level }, (bytes) => packed.push(bytes as Uint8Array<ArrayBuffer>));
    const flush = async () => {
      for (const bytes of packed) {
        entry.packed += bytes.length;
        await this.write(bytes);
      }
      packed = [];
    };
    for await (const piece of pieces) {
      entry.crc = crc32(piece, entry.crc);
      entry.size += piece.length;
      if (method === DEFLATED) deflate.push(piece);
      else packed.push(piece);
      await flush();
    }
    if (method === DEFLATED) deflate.push(new Uint8Array(), true);
    await flush();
    await this.sink.rewrite(entry.at, localHeader(entry));
    this.entries.push(entry);
    if (Math.max(entry.size, this.position) > LARGEST)
      throw new CodedError('zip-too-large', { bytes: Math.max(entry.size, this.position) });
  }

  async end(): Promise<void> {
    const at = this.position;
    for (const entry of this.entries) await this.write(directoryEntry(entry));
    const count = this.entries.length;
    await this.write(
      record([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, this.position - at], [4, at], [2, 0]),
    );
  }

  private async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.sink.write(bytes);
    this.position += bytes.length;
  }
}

/** Writes little-endian numbers one after the other, each with the given number of bytes. */
function record(...fields: [bytes: 2 | 4, value: number][]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

function named(header: Uint8Array, name: string): Uint8Array<ArrayBuffer> {
  const ascii = new TextEncoder().encode(name);
  const bytes = new Uint8Array(header.length + ascii.length);
  bytes.set(header);
  bytes.set(ascii, header.length);
  return bytes;
}

/** Returns the fields that a file's local header and directory entry share. */
const common = ({ name, method, crc, packed, size }: Entry): [2 | 4, number][] => [
  [2, 20],
  [2, 0],
  [2, method],
  [2, 0],
  [2, DATE],
  [4, crc],
  [4, packed],
  [4, size],
  [2, name.length],
  [2, 0],
];

const localHeader = (entry: Entry): Uint8Array<ArrayBuffer> =>
  named(record([4, 0x04034b50], ...common(entry)), entry.name);

/** Returns signature, version, common fields, 4 zeros (comment, disk, attributes), local header's position, name. */
const directoryEntry = (entry: Entry): Uint8Array<ArrayBuffer> =>
  named(record([4, 0x02014b50], [2, 20], ...common(entry), [2, 0], [2, 0], [2, 0], [4, 0], [4, entry.at]), entry.name);

export class BlobSink implements ZipSink {
  private readonly parts: Blob[] = [];
  private readonly starts = new Map<number, number>();
  private size = 0;

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.starts.set(this.size, this.parts.length);
    this.parts.push(new Blob([bytes]));
    this.size += bytes.length;
  }

  async rewrite(at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.parts[this.starts.get(at)!] = new Blob([bytes]);
  }

  blob(): Blob {
    return new Blob(this.parts, { type: 'application/zip' });
  }
}

/** Next bytes of a file in a zip. */
interface ZipPiece {
  name: string;
  data: Uint8Array<ArrayBuffer>;
  /** True for the last piece of a complete file. */
  final: boolean;
}

/** Limit on unpacked bytes, because a few kilobytes of a hostile zip could unpack to more than all memory. */
const MAX_UNPACKED_BYTES = 2 ** 31;
/** Event logs compress about tenfold. A zip that compresses far more is refused if it unpacks to over `SMALL_BYTES`. */
const MAX_EXPANSION = 30;
const SMALL_BYTES = 2 ** 26;
const tooLarge = () => new CodedError('zip-unpacks-too-large', { times: MAX_EXPANSION });
/** Maximum number of files, enough for 4,000 epochs of checkpoints. Reading time grows quadratically with it. */
const MAX_FILES = 2 ** 14;
const tooMany = () => new CodedError('zip-too-many-files', { most: MAX_FILES });
/** Pieces are small so that limits are checked in time: inflating expands by at most about 1,000 times. */
const PIECE_BYTES = 2 ** 16;

export class ZipReader {
  /** Problem of the zip so far, in the library's words; empty if there is none. */
  problem = '';

  constructor(private readonly source: ByteSource) {}

  /** Yields the first wanted file of each name, in order. @throws CodedError if the zip exceeds the limits */
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
