/** @file Tables of separated values: PapaParse reads tables from outside, with the line of each row and of each fault. */
import Papa from 'papaparse';

export interface CsvRow {
  /** Of its first cell, from 1. */
  line: number;
  cells: string[];
  /** A quote that does not end, or text behind one that does. */
  fault?: 'open-quote' | 'after-quote';
}

const SEPARATORS = [',', ';', '\t'] as const;

/** The separator that the header has most of, outside quotes. */
function separatorOf(header: string): string {
  const plain = header.replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((separator) => plain.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))];
}

/** @param separator default: the one of the header; then blank lines and comments (`#`) before it are skipped too */
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
 * A header and a line for each row, without a line end after the last.
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
