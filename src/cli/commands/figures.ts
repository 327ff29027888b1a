/** @file Defines `genenv figures`. It draws the figures of finished runs and of the paper's theory, as SVG and CSV. */
import { Command, Option } from 'commander';
import { AXES, type Axis } from '../../analysis/run-summary.ts';
import { figureCsv, figureSvg, headlessDocument } from '../../figures/render.ts';
import { allFigures, missingAblations } from '../../figures/index.ts';
import { proposition1, theorem1 } from '../../figures/theory-figures.ts';
import { noRunsIn, readRunsOnDisk } from '../../sweeps/results-folder.ts';
import { claimFolder, forceOption } from '../output.ts';
import { printLine, warn } from '../print.ts';

interface Options {
  out: string;
  force: boolean;
  axis: Axis;
}

export const figuresCommand = (): Command =>
  new Command('figures')
    .description('Draw the figures of finished runs: SVG and CSV, each with the settings and seeds in it.')
    .argument('<results...>', 'folders of genenv sweep, their summaries, or event logs of single runs')
    .requiredOption('--out <folder>', 'where the files go')
    .addOption(forceOption())
    .addOption(new Option('--axis <name>', 'horizontal axis of the learning curves').choices(AXES).default('rollouts'))
    .action(async (results: string[], { out, force, axis }: Options) => {
      const folder = await claimFolder(out, { force, reads: results });
      const runs = await readRunsOnDisk(results, warn);
      if (runs.length === 0) throw noRunsIn(results.join(', '));
      const [{ settings }] = runs;
      const figures = [...allFigures(runs, axis), proposition1(settings.groupSize), theorem1()];
      await folder.write(async (files) => {
        for (const figure of figures) {
          await files.write(`${figure.id}.svg`, figureSvg(figure, headlessDocument()));
          await files.write(`${figure.id}.csv`, figureCsv(figure));
        }
      });
      for (const { id, title, notes } of figures) await printLine([`${id}: ${title}`, ...notes].join('\n  '));
      const missing = missingAblations(runs);
      if (missing) await printLine(missing);
    });
