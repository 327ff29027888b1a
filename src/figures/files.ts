/** @file Figures as files: each an SVG and a CSV under its id. The same runs give the same bytes. */
import { figureCsv } from './csv.ts';
import type { Figure } from './figure.ts';
import { figureSvg } from './render.ts';

export interface FigureFile {
  path: string;
  text: string;
}

export const figureFiles = (figures: readonly Figure[], document: Document): FigureFile[] =>
  figures.flatMap((figure) => [
    { path: `${figure.id}.svg`, text: figureSvg(figure, document) },
    { path: `${figure.id}.csv`, text: figureCsv(figure) },
  ]);
