/** @file `genenv results`: the results page of committed runs, and the way from a sweep's folder to such a file. */
import { basename, dirname, join, relative } from 'node:path';
import { Command } from 'commander';
import { figureSvg } from '../../figures/render.ts';
import { headlessDocument } from '../../figures/headless-document.ts';
import { readRunsOnDisk } from '../../sweeps/read-runs-on-disk.ts';
import { figureFile, FIGURES_FOLDER, type NamedRuns, pageFigures } from '../../figures/page-figures.ts';
import { figureWords } from '../../text/figures.ts';
import { reportText } from '../../text/reports.ts';
import { readResults, writeResults } from '../../sweeps/results-file.ts';
import { readNamedText } from '../read-named-file.ts';
import { claimFile, claimFolder, forceOption } from '../output.ts';
import { warn } from '../warn.ts';

interface Options {
  out: string;
  force: boolean;
  pack: boolean;
}

export const resultsCommand = (): Command =>
  new Command('results')
    .description('Make the results page, with its figures, from committed runs; --pack makes such a file of a sweep.')
    .argument('<files...>', 'results files, or with --pack the folders that genenv sweep wrote to')
    .requiredOption('--out <file>', 'the page, Markdown; its figures and tables go to results/ beside it')
    .addOption(forceOption())
    .option('--pack', 'write the runs of a sweep as a results file to --out instead', false)
    .addHelpText(
      'after',
      '\ngenenv sweep docs/sweeps/arms-first.json --out FOLDER\n' +
        'genenv results --pack FOLDER... --out docs/results/arms.json\n' +
        'genenv results docs/results/*.json --out docs/results.md --force',
    )
    .action(async (files: string[], { pack, ...options }: Options) => (pack ? packed : page)(files, options));

type Output = Omit<Options, 'pack'>;

const REMEDY = 'Name results files; genenv results --pack makes one of a sweep’s folder.';

const nameOf = (path: string): string => basename(path).replace(/\.json$/, '');

async function packed(folders: string[], { out, force }: Output): Promise<void> {
  const file = await claimFile(out, { force, reads: folders });
  const { summaries } = await readRunsOnDisk(folders, warn);
  await file.write((sink) => sink.writeText(writeResults(nameOf(out), summaries)));
  console.log(`${summaries.length} runs in ${out}. The page: genenv results ${out} --out docs/results.md`);
}

async function page(files: string[], { out, force }: Output): Promise<void> {
  const folder = dirname(out);
  const file = await claimFile(out, { force, reads: files });
  const drawings = await claimFolder(join(folder, FIGURES_FOLDER), { force, reads: files });
  const tables = await claimFolder(join(folder, reportText.TABLES_FOLDER), { force, reads: files });
  const sweeps = await Promise.all(
    files.map(async (file): Promise<NamedRuns> => {
      const { name, summaries } = readResults(await readNamedText(file, REMEDY), file);
      return { name, path: relative(folder, file), runs: { summaries } };
    }),
  );
  const figures = pageFigures(sweeps, figureWords);
  const document = headlessDocument();
  const drawn = [...figures].flatMap(([name, own]) =>
    own.map((figure) => ({ path: figureFile(name, figure.id), text: figureSvg(figure, document) })),
  );
  await drawings.write(async (written) => {
    for (const { path, text } of drawn) await written.write(path, text);
  });
  const written = reportText.resultsTables(sweeps);
  await tables.write(async (into) => {
    for (const [path, text] of written) await into.write(path, text);
  });
  const command = `npx genenv results ${files.join(' ')} --out ${out} --force`;
  await file.write((sink) => sink.writeText(reportText.resultsPage(sweeps, figures, command)));
  console.log(`${out}, ${drawn.length} figures and ${written.size} tables.`);
}
