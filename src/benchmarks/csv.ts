/**
 * @file Comma-separated tables from outside: parsed by d3-dsv and checked row by row, so that a bad row does not
 * affect the others. Some spreadsheets are saved as Windows-1252: a table that is not UTF-8 is read as such if its reader
 * allows it.
 */
import { csvParseRows } from 'd3-dsv';
import type { z } from 'zod';
import type { BenchmarkFiles, FileProblem } from './benchmark.ts';
import { MAX_FILE_BYTES, readText, mismatch, type ReadOptions, type Row, type Rows } from './files.ts';
import { codedProblem } from '../common/error-data.ts';

export interface CsvOptions extends ReadOptions {
  /** Used when the bytes are not valid UTF-8. */
  fallbackEncoding?: 'windows-1252';
  /** Rows with a cell of which this is true, in any column, are left out; a cell that is missing counts as empty. */
  dropRowsWith?: (cell: string) => boolean;
}

async function readTableText(
  source: BenchmarkFiles,
  name: string,
  { optional = false, maxBytes = MAX_FILE_BYTES, fallbackEncoding }: CsvOptions,
): Promise<{ text: string | null; problems: FileProblem[] }> {
  const read = await readText(source, name, { optional, maxBytes });
  if (read.text !== null || fallbackEncoding === undefined) return read;
  const file = await source.open(name);
  if (file === null || file.size > maxBytes) return read;
  return { text: decodeWindows1252(await new Response(file.stream()).arrayBuffer()), problems: [] };
}

/** Windows-1252 at 0x80…0x9f, where it differs from Latin-1 (WHATWG Encoding standard). */
const WINDOWS_1252_C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Windows-1252 as text. `TextDecoder` should do this by the standard, but Node 20 does not decode 0x80…0x9f. */
function decodeWindows1252(bytes: ArrayBuffer): string {
  const latin1 = new TextDecoder('latin1').decode(bytes);
  return latin1.replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252_C1[c.charCodeAt(0) - 0x80]);
}

const lineFeeds = (cell: string) => cell.split('\n').length - 1;

/**
 * A table with a header line. The header's names are the keys that `schema` sees, all values texts; a column that
 * the schema needs and the header lacks is one problem for the whole file. A cell may span lines.
 */
export async function readCsv<T>(
  source: BenchmarkFiles,
  name: string,
  columns: readonly string[],
  schema: z.ZodType<T>,
  options: CsvOptions = {},
): Promise<Rows<T>> {
  const { text, problems } = await readTableText(source, name, options);
  const rows: Row<T>[] = [];
  if (text === null) return { rows, problems };
  const [header = [], ...records] = csvParseRows(text);
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    const lacking = missing.map((column) => `"${column}"`).join(', ');
    return {
      rows,
      problems: [{ file: name, line: 1, ...codedProblem('columns-missing', { columns: lacking }) }],
    };
  }
  const position = columns.map((column) => header.indexOf(column));
  let line = 1 + header.reduce((sum, cell) => sum + lineFeeds(cell), 0);
  for (const record of records) {
    line += 1;
    const firstLine = line;
    line += record.reduce((sum, cell) => sum + lineFeeds(cell), 0);
    if (record.length === 1 && record[0] === '') continue;
    const { dropRowsWith } = options;
    if (dropRowsWith !== undefined && header.some((_, i) => dropRowsWith(record[i] ?? ''))) continue;
    const checked = schema.safeParse(Object.fromEntries(columns.map((column, i) => [column, record[position[i]]])));
    if (checked.success) rows.push({ line: firstLine, value: checked.data });
    else problems.push({ file: name, line: firstLine, ...mismatch(checked.error) });
  }
  return { rows, problems };
}
