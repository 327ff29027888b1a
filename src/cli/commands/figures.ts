/** @file `genenv figures`: every figure of finished runs, as SVG and CSV. */
import { Command, Option } from 'commander';
import { AXES, type Axis } from '../../experiments/axes.ts';
import { figureFiles } from '../../experiments/figures/files.ts';
import { headlessDocument } from '../../experiments/figures/headless-document.ts';
import { allFigures } from '../../experiments/figures/index.ts';
import { readRuns } from '../../experiments/read-runs.ts';
import { writeFiles } from '../write-files.ts';

interface Options {
  out: string;
  axis: Axis;
}

export const figuresCommand = (): Command =>
  new Command('figures')
    .description('Draw the figures of finished runs: SVG and CSV, each with the settings and seeds in it.')
    .argument('<results...>', 'folders of genenv sweep, their summaries, or event logs of single runs')
    .requiredOption('--out <folder>', 'where the files go')
    .addOption(new Option('--axis <name>', 'what learning is drawn over').choices(AXES).default('rollouts'))
    .action(async (results: string[], { out, axis }: Options) => {
      const runs = await readRuns(results, (sentence) => console.error(`genenv: ${sentence}`));
      if (runs.summaries.length === 0) throw new Error(`There is no finished run in ${results.join(', ')}.`);
      const figures = allFigures(runs, axis);
      await writeFiles(out, figureFiles(figures, headlessDocument()));
      for (const { id, title, notes } of figures) console.log([`${id}: ${title}`, ...notes].join('\n  '));
    });
