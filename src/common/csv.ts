/**
 * @file Decodes text of files from outside, and parses tables by PapaParse, with the line of each row and of each
 * fault. Nothing is replaced in silence: text that is not UTF-8 is reported or refused.
 */
import Papa from 'papaparse';

/** Windows-1252 differs from Latin-1 only at 0x80…0x9f, which are these characters (WHATWG Encoding standard). */
const WINDOWS_1252_C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes Windows-1252. `TextDecoder` should do this by the standard, but Node 20 does not decode 0x80…0x9f. */
function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = new TextDecoder('latin1').decode(bytes);
  return latin1.replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252_C1[c.charCodeAt(0) - 0x80]);
}

/**
 * Decodes UTF-8; UTF-16 if a byte order mark says so; else Windows-1252, as spreadsheets save it. A byte order mark is
 * dropped.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: 'utf-8' | 'utf-16' | 'windows-1252' } {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { text: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes), encoding: 'utf-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: decodeWindows1252(bytes), encoding: 'windows-1252' };
  }
}

export interface CsvRow {
  /** The row's first cell is on this line, counted from 1. */
  line: number;
  cells: string[];
  /** A quote does not end, or text follows one that does. */
  fault?: 'open-quote' | 'after-quote';
}

const SEPARATORS = [',', ';', '\t'] as const;

/** Returns the separator that the header has most of, outside quotes. */
function separatorOf(header: string): string {
  const plain = header.replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((separator) => plain.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))];
}

/** @param separator default: the header's; then blank lines and comments (`#`) before it are skipped too */
export function parseCsv(text: string, separator?: string): CsvRow[] {
  const content = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const before = separator === undefined ? /^(?:[ \t]*(?:#.*)?\n)*/.exec(content)![0] : '';
  const table = content.slice(before.length);
  const rows: CsvRow[] = [];
  let line = before.split('\n').length;
  let at = 0;
  Papa.parse<string[]>(table, {
    delimiter: separator ?? separatorOf(table.slice(0, (table.indexOf('\n') + 1 || table.length + 1) - 1)),
    newline: '\n',
    step({ data, errors, meta }) {
      const [fault] = errors;
      if (data.length > 1 || data[0] !== '')
        rows.push({
          line,
          cells: data,
          ...(fault && { fault: fault.code === 'MissingQuotes' ? 'open-quote' : 'after-quote' }),
        });
      line += table.slice(at, meta.cursor).split('\n').length - 1;
      at = meta.cursor;
    },
  });
  return rows;
}

type Cell = string | number | boolean | null | undefined;

/**
 * Writes a header and a line for each row, without a line end after the last.
 *
 * `Papa.unparse` also quotes cells with a space at an end. TravelPlanner's prompts hold such cells without quotes.
 * @param columns default: the keys of all rows, in order of appearance
 */
export function formatCsv(
  rows: readonly Readonly<Record<string, Cell>>[],
  columns: readonly string[] = [...new Set(rows.flatMap((row) => Object.keys(row)))],
): string {
  const quoted = (cell: Cell) => {
    const text = String(cell ?? '');
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))];
  return lines.map((cells) => cells.map(quoted).join(',')).join('\n');
}
