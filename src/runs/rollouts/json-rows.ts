/** @file The rows of a file of JSON lines with their places; one line at a time is in memory. */
import type { ByteSource } from '../../common/byte-source.ts';
import { CodedError } from '../../common/coded-error.ts';
import { concatenate } from '../../common/concatenate.ts';
import { isObject } from '../../common/plain-json.ts';
import type { Row } from './logged-rollout.ts';

/** A row and where it is, in the units of its file: bytes of JSON lines, rows of a table. */
export interface PlacedRow {
  /** From 1. */
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
/** The longest line that is read, bytes: a text becomes one string, of which JavaScript's longest has 2²⁹ characters. */
const LONGEST_LINE = 2 ** 27;

/** Strings, and the numbers that Python's `json` writes and JSON does not have. */
const BARE_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/** Python writes NaN and infinities as they are: they are null here, and a reader of a form says what that means. */
const withoutNaN = (text: string): string =>
  text.replaceAll(BARE_NUMBERS, (found) => (found.startsWith('"') ? found : 'null'));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error;
    return JSON.parse(withoutNaN(text));
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

/** Collects the bytes of a line, up to the longest that is read. */
class LineBytes {
  private parts: Uint8Array[] = [];
  length = 0;

  add(bytes: Uint8Array): void {
    this.length += bytes.length;
    if (this.length > LONGEST_LINE) this.parts = [];
    // A reader may use the memory of a piece again for the next one.
    else if (bytes.length > 0) this.parts.push(bytes.slice());
  }

  /** The line that ends with `last`. */
  take(last: Uint8Array): Uint8Array | null {
    const length = this.length + last.length;
    const whole = length > LONGEST_LINE ? null : this.parts.length === 0 ? last : concatenate([...this.parts, last]);
    this.parts = [];
    this.length = 0;
    return whole;
  }
}

/** Yields the rows of a part of a file, as many at once as a piece of it holds; empty lines are no rows, but are counted. */
export async function* jsonRows(source: ByteSource, place: Place): AsyncGenerator<PlacedRow[], void, void> {
  const decoder = new TextDecoder();
  const line = new LineBytes();
  let { start, row } = place;
  const read = (bytes: Uint8Array, newline: number): PlacedRow[] => {
    const end = start + line.length + bytes.length + newline;
    const whole = line.take(bytes);
    const text = whole && decoder.decode(whole);
    const value = text === null ? new CodedError('row-too-long', { most: LONGEST_LINE }) : rowOf(text, newline === 1);
    const placed = { row, start, end, value };
    start = end;
    row += 1;
    return text?.trim() === '' ? [] : [placed];
  };
  for await (const piece of source.slice(place.start, place.end).chunks()) {
    const rows: PlacedRow[] = [];
    let from = 0;
    for (let to = piece.indexOf(NEWLINE); to >= 0; to = piece.indexOf(NEWLINE, from)) {
      rows.push(...read(piece.subarray(from, to), 1));
      from = to + 1;
    }
    line.add(piece.subarray(from));
    if (rows.length > 0) yield rows;
  }
  if (line.length > 0) yield read(new Uint8Array(), 0);
}
