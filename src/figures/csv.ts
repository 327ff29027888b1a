/** @file A figure's rows as CSV, with what they were made from in comment lines above them. */
import { csvFormat } from 'd3-dsv';
import type { Figure } from './figure.ts';

/** Lines that begin with `#` are comments: `pandas.read_csv(path, comment="#")`. */
export function figureCsv({ title, caption, notes, provenance, rows, columns }: Figure): string {
  const comments = [
    title,
    caption,
    ...notes,
    ...Object.entries(provenance).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
  ];
  return `${comments.map((line) => `# ${line.replaceAll('\n', ' ')}\n`).join('')}${csvFormat(rows, columns)}\n`;
}
