/** @file Drawing without a thread and without a page: a document that exists only to be drawn in. */
import { classResults } from '../../../src/figures/class-results.ts';
import { figureCsv } from '../../../src/figures/files.ts';
import type { Figure } from '../../../src/figures/figure.ts';
import { allFigures, familyFigures } from '../../../src/figures/index.ts';
import { overlay } from '../../../src/figures/overlay.ts';
import { proposition1, theorem1 } from '../../../src/figures/theory-figures.ts';
import { figureSvg, NARROW } from '../../../src/figures/render.ts';
import { armsMatrix } from '../../../src/analysis/results/arms-matrix.ts';
import { sweepReport } from '../../../src/analysis/sweep-report.ts';
import { figureWords } from '../../../src/text/figure-words.ts';
import { readRunFiles } from '../../../src/sweeps/read-summaries.ts';
import { readResultsCsv } from '../../../src/sweeps/results-csv.ts';
import type { DrawnFigure, FiguresWorker } from './contract.ts';

export function figuresHost(newDocument: () => Document, textAt: (address: string) => Promise<string>): FiguresWorker {
  const drawn = (figure: Figure): DrawnFigure => ({
    id: figure.id,
    title: figure.title,
    notes: figure.notes,
    svg: figureSvg(figure, newDocument()),
    narrow: figureSvg(figure, newDocument(), NARROW),
    csv: figureCsv(figure),
  });
  return {
    figures: async (runs, axis) => allFigures(runs, figureWords, axis).map(drawn),
    families: async (runs) => familyFigures(runs, figureWords).map(drawn),
    recorded: async (address) => ({ summaries: readResultsCsv(await textAt(address), address) }),
    overlay: async (runs, axis) => drawn(overlay(runs, figureWords, axis)),
    read: (files) => readRunFiles(files),
    classResults: async (runs) => {
      const results = classResults(runs, figureWords);
      return { ...results, figure: drawn(results.figure) };
    },
    report: async (runs, request) => sweepReport(runs, request),
    matrix: async (groups, axis) => armsMatrix(groups, axis),
    theorem1: async (question) => drawn(theorem1(figureWords, question)),
    proposition1: async (groupSize, measured) => drawn(proposition1(groupSize, figureWords, measured)),
  };
}
