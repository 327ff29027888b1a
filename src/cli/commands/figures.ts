/**
 * @file `genenv figures` draws every figure of finished runs and of the paper's theory, as SVG and CSV. It can measure
 * Proposition 1 on a model for its figure.
 */
import { Command, Option } from 'commander';
import { AXES, type Axis } from '../../analysis/run-summary.ts';
import { figureFiles, headlessDocument } from '../../figures/render.ts';
import { allFigures, unvariedAblations } from '../../figures/index.ts';
import { proposition1, theorem1 } from '../../figures/theory-figures.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { loadTokenizer } from '../../lm/files/load-model.ts';
import { DeviceModels } from '../../runs/run-headless.ts';
import {
  joinedSlices,
  type Measured,
  measureSignalSlice,
  type SignalSlice,
} from '../../runs/signal/gradient-signal.ts';
import { noRunsIn, readRunsOnDisk } from '../../sweeps/results-folder.ts';
import { familiesByName } from '../../tasks/registry.ts';
import { figureWords, missingAblations } from '../../text/figure-words.ts';
import { countOption, MODELS_FOLDER } from '../inputs.ts';
import { openDevice } from '../open-device.ts';
import { claimFolder, forceOption } from '../output.ts';
import { printLine, progressBar, warn } from '../print.ts';

const TASKS_AT_ONCE = 4;

interface SignalOptions {
  /** Folder of the agent within `models`. */
  model: string;
  models: string;
  tasksPerLevel: number;
  /** Number of rollouts per task. */
  rollouts: number;
}

/** @param settings of the runs: families, temperature, seed */
async function measureSignalOfModel(settings: Settings, options: SignalOptions): Promise<Measured> {
  const { model, models, tasksPerLevel, rollouts } = options;
  const device = await openDevice();
  const host = new DeviceModels(device, models);
  const agent = await host.open({ role: 'agent', model, training: { kind: 'full' }, place: 'agent' });
  const measured = {
    agent,
    tokenizer: await loadTokenizer(host.folder(model)),
    families: familiesByName(settings.families),
    settings,
    epoch: 0,
  };
  const next = (start: number): Promise<SignalSlice> =>
    measureSignalSlice(measured, { tasksPerLevel, rollouts, start, count: TASKS_AT_ONCE });
  const bar = progressBar('{bar} Proposition 1: task {value} of {total}', { clearOnComplete: true });
  try {
    const first = await next(0);
    const slices: [SignalSlice, ...SignalSlice[]] = [first];
    bar.start(first.tasks, TASKS_AT_ONCE);
    for (let start = TASKS_AT_ONCE; start < first.tasks; start += TASKS_AT_ONCE) {
      slices.push(await next(start));
      bar.update(start);
    }
    return joinedSlices(slices);
  } finally {
    bar.stop();
    await agent.dispose();
  }
}

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
      if (runs.length === 0) throw noRunsIn(results.join(', '));
      const [{ settings }] = runs;
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
