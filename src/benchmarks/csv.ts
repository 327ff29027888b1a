/**
 * @file Reads comma-separated tables from outside. They are parsed and checked row by row, so that a bad row does not
 * affect the others. Some spreadsheets are saved as Windows-1252. A table that is not UTF-8 is read as
 * Windows-1252 if its reader allows it.
 */
import type { z } from 'zod';
import type { BenchmarkFiles, FileProblem } from './benchmark.ts';
import { MAX_FILE_BYTES, readText, mismatch, type ReadOptions, type Row, type Rows } from './files.ts';
import { decodeText, parseCsv } from '../common/csv.ts';
import { codedProblem } from '../common/error-data.ts';

export interface CsvOptions extends ReadOptions {
  /** This encoding is used if the bytes are not valid UTF-8. */
  fallbackEncoding?: 'windows-1252';
  /** Leaves out rows with such a cell in any column. A missing cell counts as empty. */
  dropRowsWith?: (cell: string) => boolean;
}

async function readTableText(
  source: BenchmarkFiles,
  name: string,
  { optional, fallbackEncoding }: CsvOptions,
): Promise<{ text: string | null; problems: FileProblem[] }> {
  const read = await readText(source, name, { optional });
  if (read.text !== null || fallbackEncoding === undefined) return read;
  const file = await source.open(name);
  if (file === null || file.size > MAX_FILE_BYTES) return read;
  return { text: decodeText(new Uint8Array(await new Response(file.stream()).arrayBuffer())).text, problems: [] };
}

/**
 * Reads a table with a header line, whose names are the keys that `schema` sees; all values are texts. A column that
 * the header lacks is one problem for the whole file. A cell may span lines.
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
  const [{ cells: header } = { cells: [] as string[] }, ...records] = parseCsv(text, ',');
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    const lacking = missing.map((column) => `"${column}"`).join(', ');
    return {
      rows,
      problems: [{ file: name, line: 1, ...codedProblem('columns-missing', { columns: lacking }) }],
    };
  }
  const position = columns.map((column) => header.indexOf(column));
  for (const { line, cells, fault } of records) {
    if (fault) {
      problems.push({ file: name, line, ...codedProblem('quote-misplaced') });
      continue;
    }
    const { dropRowsWith } = options;
    if (dropRowsWith !== undefined && header.some((_, i) => dropRowsWith(cells[i] ?? ''))) continue;
    const checked = schema.safeParse(Object.fromEntries(columns.map((column, i) => [column, cells[position[i]]])));
    if (checked.success) rows.push({ line, value: checked.data });
    else problems.push({ file: name, line, ...mismatch(checked.error) });
  }
  return { rows, problems };
}
