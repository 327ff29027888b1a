/**
 * @file Reads the rows of a file with their positions: JSON lines in small pieces, Parquet one row group at a time. The
 * Parquet reader, hyparquet, is loaded only when needed.
 */
import type { AsyncBuffer, FileMetaData } from 'hyparquet';
import { allBytes, type ByteSource, concatenate } from '../../common/byte-source.ts';
import { CodedError } from '../../common/coded-error.ts';
import { isObject } from '../../common/plain-json.ts';
import type { Row } from './columns.ts';

/** Row with its position in the file, in bytes for JSON lines, in rows for Parquet. */
export interface PlacedRow {
  /** Row number, from 1. */
  row: number;
  start: number;
  end: number;
  value: Row | CodedError;
}

export interface Place {
  start: number;
  end: number;
  row: number;
}

const NEWLINE = 10;
/** Maximum length of a line in bytes, because JavaScript's longest string has about 2²⁹ characters. */
const LONGEST_LINE = 2 ** 27;
/** Maximum number of bytes of rows in memory at once, unless one line is longer. */
const LARGEST_PIECE = 2 ** 18;

/** Matches strings, and the numbers that Python's `json` writes although JSON does not allow them. */
const BARE_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/** Replaces NaN and infinities, which Python writes unquoted, with null. */
const withoutNaN = (text: string): string =>
  text.replaceAll(BARE_NUMBERS, (found) => (found.startsWith('"') ? found : 'null'));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Lines may begin with a byte order mark if several files were concatenated.
    return JSON.parse(withoutNaN(text.replace(/^\uFEFF/, '')));
  }
}

function rowOf(text: string, ended: boolean): Row | CodedError {
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    return new CodedError(ended ? 'row-not-json' : 'row-cut-off');
  }
  return isObject(value) ? value : new CodedError('row-invalid', { place: 'the whole', cause: 'expected object' });
}

/** Collects the bytes of a line, up to `LONGEST_LINE`. */
class LineBytes {
  private parts: Uint8Array[] = [];
  length = 0;

  add(bytes: Uint8Array): void {
    this.length += bytes.length;
    if (this.length > LONGEST_LINE) this.parts = [];
    // Copy the bytes, because the source may reuse the memory of a piece.
    else if (bytes.length > 0) this.parts.push(bytes.slice());
  }

  /** Returns the line that ends with `last`, or null if it is too long. */
  take(last: Uint8Array): Uint8Array | null {
    const length = this.length + last.length;
    const whole = length > LONGEST_LINE ? null : this.parts.length === 0 ? last : concatenate([...this.parts, last]);
    this.parts = [];
    this.length = 0;
    return whole;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decodeLine(bytes: Uint8Array | null): string | CodedError {
  if (bytes === null) return new CodedError('row-too-long', { most: LONGEST_LINE });
  try {
    return decoder.decode(bytes);
  } catch {
    return new CodedError('line-not-utf8');
  }
}

/** Yields the rows of a part of a file, piece by piece. Empty lines are skipped, but count in row numbers. */
export async function* jsonRows(source: ByteSource, place: Place): AsyncGenerator<PlacedRow[], void, void> {
  const line = new LineBytes();
  let { start, row } = place;
  let rows: PlacedRow[] = [];
  /** Adds the row of a complete line. @param rest last bytes of the line */
  const finishLine = (rest: Uint8Array, newline: 0 | 1): void => {
    const end = start + line.length + rest.length + newline;
    const text = decodeLine(line.take(rest));
    if (typeof text !== 'string') rows.push({ row, start, end, value: text });
    else if (text.trim() !== '') rows.push({ row, start, end, value: rowOf(text, newline === 1) });
    start = end;
    row += 1;
  };
  for await (const chunk of source.slice(place.start, place.end).chunks()) {
    for (let at = 0; at < chunk.length; at += LARGEST_PIECE) {
      const piece = chunk.subarray(at, at + LARGEST_PIECE);
      let from = 0;
      for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
        finishLine(piece.subarray(from, end), 1);
        from = end + 1;
      }
      line.add(piece.subarray(from));
      if (rows.length > 0) yield rows;
      rows = [];
    }
  }
  if (line.length > 0) finishLine(new Uint8Array(), 0);
  if (rows.length > 0) yield rows;
}

/** Bytes with which a Parquet file begins and ends. */
const MAGIC = [0x50, 0x41, 0x52, 0x31];

export const isParquet = (beginning: Uint8Array): boolean => MAGIC.every((byte, i) => beginning[i] === byte);

const bufferOf = (source: ByteSource): AsyncBuffer => ({
  byteLength: source.size,
  slice: async (start, end = source.size) => {
    // A negative start counts from the end, as in `Array.prototype.slice`.
    const from = start < 0 ? Math.max(0, source.size + start) : start;
    return (await allBytes(source.slice(from, end))).buffer;
  },
});

const unreadable = (error: unknown): CodedError =>
  error instanceof CodedError
    ? error
    : new CodedError('parquet-unreadable', { cause: (error as Error).message }, error);

/** Converts big integers to numbers if they are exact, otherwise to text, and dates to text. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
};

export interface OpenParquet {
  rows: number;
  columns: string[];
  /** Yields the rows of a part of the file. Places count rows from 0. */
  read: (place: Place) => AsyncGenerator<PlacedRow[], void, void>;
}

/** Opens a Parquet file. @throws CodedError `parquet-unreadable` if the file is damaged or incomplete */
export async function openParquet(source: ByteSource): Promise<OpenParquet> {
  const { parquetMetadataAsync, parquetReadObjects, parquetSchema } = await import('hyparquet');
  const { compressors } = await import('hyparquet-compressors');
  const file = bufferOf(source);
  let metadata: FileMetaData;
  try {
    metadata = await parquetMetadataAsync(file);
  } catch (error) {
    throw unreadable(error);
  }

  async function* read({ start, end }: Place): AsyncGenerator<PlacedRow[], void, void> {
    let first = 0;
    for (const { num_rows: size } of metadata.row_groups) {
      const [rowStart, rowEnd] = [Math.max(first, start), Math.min(first + Number(size), end)];
      first += Number(size);
      if (rowStart >= rowEnd) continue;
      let rows: Row[];
      try {
        rows = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
      } catch (error) {
        throw unreadable(error);
      }
      yield rows.map((value, i) => ({
        row: rowStart + i + 1,
        start: rowStart + i,
        end: rowStart + i + 1,
        value: plain(value) as Row,
      }));
    }
  }
  return {
    rows: Number(metadata.num_rows),
    columns: parquetSchema(metadata).children.map(({ element }) => element.name),
    read,
  };
}
