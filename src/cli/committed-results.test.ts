/** @file The results page, its tables and its figures are those that the command makes of the committed runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FIGURES_FOLDER } from '../figures/page-figures.ts';
import { reportText } from '../text/reports.ts';
import { madeOfResults } from './commands/results.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const read = (path: string): string => readFileSync(join(ROOT, 'docs', path), 'utf8');

it('docs/results.md is made of the runs beside it', async () => {
  const names = readdirSync(join(ROOT, 'docs/results')).filter((name) => name.endsWith('.json'));
  const made = await madeOfResults(
    names.map((name) => `docs/results/${name}`),
    'docs/results.md',
  );
  expect(read('results.md')).toBe(made.page);
  for (const [folder, files] of [
    [FIGURES_FOLDER, made.drawings],
    [reportText.TABLES_FOLDER, made.tables],
  ] as const) {
    expect(readdirSync(join(ROOT, 'docs', folder)).sort()).toEqual([...files.keys()].sort());
    for (const [file, text] of files) expect(read(`${folder}/${file}`), file).toBe(text);
  }
});
