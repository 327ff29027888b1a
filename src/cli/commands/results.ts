/** @file `genenv results`: the results page of committed runs, and the way from a sweep's folder to such a file. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { Command } from 'commander';
import { ifFileExists } from '../../common/node-files.ts';
import { byPreset } from '../../analysis/results/arms-matrix.ts';
import { figureSvg } from '../../figures/render.ts';
import { headlessDocument } from '../../figures/headless-document.ts';
import { readRunsOnDisk } from '../../sweeps/read-runs-on-disk.ts';
import { figureFile, FIGURES_FOLDER, type NamedRuns, pageFigures } from '../../figures/page-figures.ts';
import { figureWords } from '../../text/work.ts';
import { type LargerBase, reportText } from '../../text/reports.ts';
import { readResults, writeResults } from '../../sweeps/results-file.ts';
import { readNamedText } from '../read-named-file.ts';
import { claimFile, claimFolder, forceOption } from '../output.ts';
import { printLine } from '../print-line.ts';
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

const nameOf = (path: string): string => basename(path).replace(/\.json$/, '');

async function packed(folders: string[], { out, force }: Output): Promise<void> {
  const file = await claimFile(out, { force, reads: folders });
  const { summaries } = await readRunsOnDisk(folders, warn);
  await file.write((sink) => sink.writeText(writeResults(nameOf(out), summaries)));
  await printLine(`${summaries.length} runs in ${out}. The page: genenv results ${out} --out docs/results.md`);
}

/** Runs of several presets in one file are as many sweeps: an arm's mean over presets would mean nothing. */
function onePresetEach(named: NamedRuns): NamedRuns[] {
  const presets = byPreset([named]);
  return presets.length < 2
    ? [named]
    : presets.map(({ name, runs }) => ({ ...named, name: `${named.name}-${name}`, runs }));
}

/** The larger base that Table 1 has beside the agents: what `genenv pretrain` wrote of it, if that lies beside the page. */
async function largerBase(out: string): Promise<LargerBase | undefined> {
  const file = join(dirname(out), 'larger-base.json');
  const text = await ifFileExists(file, () => readFile(file, 'utf8'));
  return text === undefined ? undefined : (JSON.parse(text) as LargerBase);
}

/** The page of results files, with its figures and tables by their names beside it. */
export async function madeOfResults(files: readonly string[], out: string) {
  const read = await Promise.all(
    files.map(async (file): Promise<NamedRuns> => {
      const { name, summaries } = readResults(await readNamedText(file), file);
      return { name, path: relative(dirname(out), file), runs: { summaries } };
    }),
  );
  const sweeps = read.flatMap(onePresetEach);
  const figures = pageFigures(sweeps, figureWords);
  const document = headlessDocument();
  const drawn = [...figures].flatMap(([name, own]) =>
    own.map((figure) => [figureFile(name, figure.id), figureSvg(figure, document)] as const),
  );
  const command = `npx genenv results ${files.join(' ')} --out ${out} --force`;
  return {
    page: reportText.resultsPage(sweeps, figures, command, await largerBase(out)),
    drawings: new Map(drawn),
    tables: reportText.resultsTables(sweeps),
  };
}

async function page(files: string[], { out, force }: Output): Promise<void> {
  const claim = { force, reads: files };
  const file = await claimFile(out, claim);
  const beside = {
    drawings: await claimFolder(join(dirname(out), FIGURES_FOLDER), claim),
    tables: await claimFolder(join(dirname(out), reportText.TABLES_FOLDER), claim),
  };
  const made = await madeOfResults(files, out);
  for (const part of ['drawings', 'tables'] as const)
    await beside[part].write(async (folder) => {
      for (const [path, text] of made[part]) await folder.write(path, text);
    });
  await file.write((sink) => sink.writeText(made.page));
  await printLine(`${out}, ${made.drawings.size} figures and ${made.tables.size} tables.`);
}
