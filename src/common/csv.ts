/**
 * @file Decodes users' text files, and parses tables with PapaParse. Rows and faults carry line numbers. The result names
 * the encoding, so that no character is replaced silently.
 */
import Papa from 'papaparse';

/** Characters 0x80…0x9f of Windows-1252, which differ from Latin-1 (WHATWG Encoding standard). */
const WINDOWS_1252_C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Replaces `TextDecoder('windows-1252')`, which in Node 20 violates the standard by leaving 0x80…0x9f undecoded. */
function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = new TextDecoder('latin1').decode(bytes);
  return latin1.replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252_C1[c.charCodeAt(0) - 0x80]);
}

/**
 * Decodes UTF-16 if a byte order mark says so, else UTF-8, without the mark. Text that is not valid UTF-8 is read as
 * Windows-1252, which spreadsheets save.
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
  /** Line on which the row begins, counted from 1. A quoted cell may span several lines. */
  line: number;
  cells: string[];
  /** Set if a quoted cell is never closed, or if text follows its closing quote. */
  fault?: 'open-quote' | 'after-quote';
}

const SEPARATORS = [',', ';', '\t'] as const;

/** Returns the most frequent separator in the header, outside quotes. */
function separatorOf(header: string): string {
  const plain = header.replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((separator) => plain.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))];
}

/** Parses a table. @param separator if missing, found in the header, after blank lines and `#` comments */
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
 * Returns a header and one line per row. The last line has no line end.
 * @param columns names in order; default: the keys of all rows, in order of appearance
 */
export function formatCsv(
  rows: readonly Readonly<Record<string, Cell>>[],
  columns: readonly string[] = [...new Set(rows.flatMap((row) => Object.keys(row)))],
): string {
  return Papa.unparse([columns, ...rows.map((row) => columns.map((name) => row[name]))], { newline: '\n' });
}
