/**
 * @file Writes a zip of which no file need be in memory. The size of a compressed file is known only after it has been
 * written, so its header is written a second time then; readers that begin at the beginning need it (zip.ts).
 *
 * The layout is that of PKWARE's APPNOTE.TXT 6.3.10, sections 4.3.7 (local header), 4.3.12 (directory) and 4.3.16 (its end).
 */
import { Deflate } from 'fflate';
import { crc32 } from '../../common/crc-32.ts';
import { CodedError } from '../../common/coded-error.ts';

/** The target of a zip: a file, or parts of a Blob. */
export interface ZipSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Replaces bytes that one call of `write` wrote, by as many. */
  rewrite(at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

interface Entry {
  name: string;
  /** Bytes before its local header. */
  at: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
}

const STORED = 0;
const DEFLATED = 8;
/** 1 January 1980: a constant time gives the same run the same bytes. */
const DATE = 0x21;
/** The format's own limit without its 64-bit extension, less room for the directory. */
const LARGEST = 2 ** 32 - 2 ** 20;

export class ZipWriter {
  private readonly entries: Entry[] = [];
  private position = 0;

  constructor(private readonly sink: ZipSink) {}

  /** @param level of compression, 0 (none) to 9 */
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
      throw new CodedError('zip-too-large', { bytes: Math.max(entry.size, this.position), largest: LARGEST });
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

/** Little-endian numbers one after the other, each with its length in bytes. */
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

/** The common part of a file's two headers. */
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

/** After the common part: comment, disk, attributes (4 fields, all 0), and where the local header is. */
const directoryEntry = (entry: Entry): Uint8Array<ArrayBuffer> =>
  named(record([4, 0x02014b50], [2, 20], ...common(entry), [2, 0], [2, 0], [2, 0], [4, 0], [4, entry.at]), entry.name);
