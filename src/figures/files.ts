/** @file Writes figures as files: each an SVG and a CSV under its id. The same runs give the same bytes. */
import { csvFormat } from 'd3-dsv';
import { parseHTML } from 'linkedom';
import type { Figure } from './figure.ts';
import { figureSvg } from './render.ts';

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

export const headlessDocument = (): Document => parseHTML('<!doctype html><html><body></body></html>').document;

interface FigureFile {
  path: string;
  text: string;
}

export const figureFiles = (figures: readonly Figure[], document: Document): FigureFile[] =>
  figures.flatMap((figure) => [
    { path: `${figure.id}.svg`, text: figureSvg(figure, document) },
    { path: `${figure.id}.csv`, text: figureCsv(figure) },
  ]);
