/** @file Defines `genenv export-model`. It writes a model, also a run's, as a folder for other programs. */
import { Command, Option } from 'commander';
import { CodedError } from '../../common/coded-error.ts';
import { exportModel } from '../../interop/models/export-model.ts';
import {
  EXPORT_FORMATS,
  type ExportedModel,
  type ExportFormat,
  type Player,
  type Precision,
  PRECISIONS,
} from '../../interop/models/exported-model.ts';
import { modelOfFolder, modelOfRun } from '../../interop/models/open-exported-model.ts';
import { modelSource } from '../../lm/files/node-files.ts';
import { exportReport, modelCard } from '../../text/model-export.ts';
import { MODELS_FOLDER, openLog } from '../inputs.ts';
import { claimFolder, forceOption } from '../output.ts';
import { printLine, progressBar, stopOnInterrupt } from '../print.ts';

interface Options {
  run?: string;
  player: Player;
  model?: string;
  models: string;
  format: ExportFormat;
  dtype: Precision;
  out: string;
  force: boolean;
}

export const exportModelCommand = (): Command =>
  new Command('export-model')
    .description('Export a model for transformers or PEFT.')
    .addOption(
      new Option('--run <run>', 'a player of a run: the event log that genenv coevolve wrote').conflicts('model'),
    )
    .addOption(new Option('--player <name>', 'with --run').choices(['agent', 'environment']).default('agent'))
    .option('--model <folder>', 'a model folder in Hugging Face layout, or hf:owner/name of its hub')
    .option('--models <folder>', 'with --run: folder in which model names are looked up', MODELS_FOLDER)
    .addOption(new Option('--format <name>').choices(EXPORT_FORMATS).default('safetensors'))
    .addOption(new Option('--dtype <name>', 'precision of the weights').choices(PRECISIONS).default('f32'))
    .requiredOption('--out <folder>', 'where the files go')
    .addOption(forceOption())
    .addHelpText(
      'after',
      `
safetensors  a model folder in Hugging Face layout; an adapter is merged into the weights
peft         the adapter of a run alone, as PEFT reads it
README.md in the folder names the run with its settings, and the SHA-256 of each file.`,
    )
    .action(async (options: Options) => {
      const { format, dtype: precision, out, force } = options;
      const folder = await claimFolder(out, { force, reads: [options.run ?? options.model ?? []].flat() });
      const model = await openModel(options);
      const bar = progressBar('writing, {mebibytes} MiB', { clearOnComplete: true });
      const onProgress = (bytes: number) => bar.update(0, { mebibytes: (bytes / 2 ** 20).toFixed(1) });
      const signal = stopOnInterrupt('Removing what was written');
      bar.start(1, 0, { mebibytes: '0.0' });
      const files = await folder
        .write(({ write }) => exportModel(model, { format, precision }, write, modelCard, { onProgress, signal }))
        .finally(() => bar.stop());
      await printLine(exportReport(files, out));
    });

async function openModel({ run, player, model, models }: Options): Promise<ExportedModel> {
  if (run !== undefined) {
    const { id, store } = await openLog(run);
    return modelOfRun(store, id, player, (name) => modelSource(name, models));
  }
  if (model !== undefined) return modelOfFolder(modelSource(model), model);
  throw new CodedError('option-missing', {
    options: ['--run RUN --player NAME', '--model FOLDER'],
  });
}
