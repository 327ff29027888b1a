/** @file The rows of a Parquet file, one row group at a time. The reader, hyparquet, is loaded with the first such file. */
import type { AsyncBuffer, FileMetaData } from 'hyparquet';
import { allBytes, type ByteSource } from '../../common/byte-source.ts';
import { CodedError } from '../../common/coded-error.ts';
import type { Place, PlacedRow } from './json-rows.ts';
import type { Row } from './columns.ts';

/** A Parquet file begins and ends with these bytes. */
const MAGIC = [0x50, 0x41, 0x52, 0x31];

export const isParquet = (beginning: Uint8Array): boolean => MAGIC.every((byte, i) => beginning[i] === byte);

const bufferOf = (source: ByteSource): AsyncBuffer => ({
  byteLength: source.size,
  slice: async (start, end = source.size) => {
    // Counted from the end, as in `Array.prototype.slice`.
    const from = start < 0 ? Math.max(0, source.size + start) : start;
    return (await allBytes(source.slice(from, end))).buffer;
  },
});

const unreadable = (error: unknown): CodedError =>
  error instanceof CodedError
    ? error
    : new CodedError('parquet-unreadable', { cause: (error as Error).message }, error);

/** A number that JavaScript holds exactly, as one; dates and larger numbers as text. */
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
  /** Yields the rows of a part of the file; places are row numbers, the first 0. */
  read: (place: Place) => AsyncGenerator<PlacedRow[], void, void>;
}

/** @throws CodedError `parquet-unreadable` if it is damaged or not yet written to its end */
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
