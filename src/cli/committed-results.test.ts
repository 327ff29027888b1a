/** @file The results page, its tables and its figures are those that the command makes of the committed runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { headlessDocument } from '../figures/headless-document.ts';
import { figureFile, FIGURES_FOLDER, type NamedRuns, pageFigures } from '../figures/page-figures.ts';
import { figureSvg } from '../figures/render.ts';
import { readResults } from '../sweeps/results-file.ts';
import { figureWords } from '../text/figures.ts';
import { reportText } from '../text/reports.ts';

const DOCS = join(dirname(fileURLToPath(import.meta.url)), '../../docs');
const read = (path: string): string => readFileSync(join(DOCS, path), 'utf8');

it('docs/results.md is made of the runs beside it', () => {
  const files = readdirSync(join(DOCS, 'results')).filter((name) => name.endsWith('.json'));
  const sweeps = files.map((file): NamedRuns => {
    const { name, summaries } = readResults(read(`results/${file}`), file);
    return { name, path: `results/${file}`, runs: { summaries } };
  });
  const figures = pageFigures(sweeps, figureWords);
  const command = `npx genenv results ${files.map((file) => `docs/results/${file}`).join(' ')} --out docs/results.md --force`;
  expect(read('results.md')).toBe(reportText.resultsPage(sweeps, figures, command));
  for (const [file, text] of reportText.resultsTables(sweeps))
    expect(read(`${reportText.TABLES_FOLDER}/${file}`), file).toBe(text);
  const document = headlessDocument();
  const drawn = new Map(
    [...figures].flatMap(([name, own]) =>
      own.map((figure) => [figureFile(name, figure.id), figureSvg(figure, document)] as const),
    ),
  );
  expect(readdirSync(join(DOCS, FIGURES_FOLDER)).sort()).toEqual([...drawn.keys()].sort());
  for (const [file, svg] of drawn) expect(read(`${FIGURES_FOLDER}/${file}`), file).toBe(svg);
});
