/** @file `genenv figures`: every figure of finished runs and of the paper's theory, as SVG and CSV. */
import { Command, Option } from 'commander';
import { AXES, type Axis } from '../../analysis/axes.ts';
import { figureFiles } from '../../figures/files.ts';
import { headlessDocument } from '../../figures/headless-document.ts';
import { allFigures, unvariedAblations } from '../../figures/index.ts';
import { proposition1 } from '../../figures/proposition-1.ts';
import { theorem1 } from '../../figures/theorem-1.ts';
import { noRunsIn, readRunsOnDisk } from '../../sweeps/read-runs-on-disk.ts';
import { figureWords, missingAblations } from '../../text/figure-words.ts';
import { measureSignalOfModel } from '../measure-signal.ts';
import { countOption } from '../options.ts';
import { claimFolder, forceOption } from '../output.ts';
import { MODELS_FOLDER } from '../models-folder.ts';
import { printLine } from '../print-line.ts';
import { warn } from '../warn.ts';

interface Options {
  out: string;
  force: boolean;
  axis: Axis;
  agent?: string;
  models: string;
  tasksPerLevel: number;
  rollouts: number;
}

export const figuresCommand = (): Command =>
  new Command('figures')
    .description('Draw the figures of finished runs: SVG and CSV, each with the settings and seeds in it.')
    .argument('<results...>', 'folders of genenv sweep, their summaries, or event logs of single runs')
    .requiredOption('--out <folder>', 'where the files go')
    .addOption(forceOption())
    .addOption(new Option('--axis <name>', 'horizontal axis of the learning curves').choices(AXES).default('rollouts'))
    .option('--agent <model>', 'measure Proposition 1 on this agent, e.g. discovery-agent')
    .option('--models <folder>', 'folder in which the agent is looked up', MODELS_FOLDER)
    .option('--tasks-per-level <n>', 'for --agent: tasks of each level', countOption, 4)
    .option('--rollouts <n>', 'for --agent: rollouts of each task', countOption, 16)
    .action(async (results: string[], { out, force, axis, agent: model, models, tasksPerLevel, rollouts }: Options) => {
      const folder = await claimFolder(out, { force, reads: results });
      const runs = await readRunsOnDisk(results, warn);
      if (runs.summaries.length === 0) throw noRunsIn(results.join(', '));
      const [{ settings }] = runs.summaries;
      const measured =
        model === undefined ? null : await measureSignalOfModel(settings, { model, models, tasksPerLevel, rollouts });
      const figures = [
        ...allFigures(runs, figureWords, axis),
        proposition1(settings.groupSize, figureWords, measured),
        theorem1(figureWords),
      ];
      await folder.write(async (files) => {
        for (const { path, text: content } of figureFiles(figures, headlessDocument()))
          await files.write(path, content);
      });
      for (const { id, title, notes } of figures) await printLine([`${id}: ${title}`, ...notes].join('\n  '));
      const missing = unvariedAblations(runs);
      if (missing.length) await printLine(missingAblations(missing));
    });
