/** @file `genenv export-model`: a model, or a player of a run, as a folder that other programs load. */
import { Command, Option } from 'commander';
import { CodedError } from '../../common/coded-error.ts';
import { DiskTarget } from '../../interop/models/disk-target.ts';
import { exportModel } from '../../interop/models/export-model.ts';
import type { ExportedModel, ExportFormat, Player } from '../../interop/models/exported-model.ts';
import { modelOfFolder, modelOfRun } from '../../interop/models/open-exported-model.ts';
import { type Variant, VARIANTS } from '../../interop/onnx/decoder.ts';
import { type Precision, PRECISIONS } from '../../interop/onnx/decoder-weights.ts';
import { readList } from '../../lm/files/checked-folder.ts';
import { diskFolder, modelSource } from '../../lm/files/node-files.ts';
import { nodeRuntime } from '../../onnx/node-runtime.ts';
import { Transformers } from '../../onnx/transformers.ts';
import { modelExportWords } from '../../text/work.ts';
import { exportProgress } from '../export-progress.ts';
import { MODELS_FOLDER } from '../models-folder.ts';
import { noTuneOption, openDevice } from '../open-device.ts';
import { openLog } from '../open-log.ts';
import { claimFolder, forceOption } from '../output.ts';
import { printLine } from '../print-line.ts';
import { stopOnInterrupt } from '../stop-on-interrupt.ts';

interface Options {
  run?: string;
  player: Player;
  model?: string;
  models: string;
  format: ExportFormat;
  dtype: Precision;
  variant?: Variant;
  out: string;
  force: boolean;
  tune: boolean;
}

export const exportModelCommand = (): Command =>
  new Command('export-model')
    .description('Export a model for transformers.js, transformers or PEFT; it is kept only if it computes the same.')
    .addOption(
      new Option('--run <run>', 'a player of a run: the event log that genenv coevolve wrote').conflicts('model'),
    )
    .addOption(new Option('--player <name>', 'with --run').choices(['agent', 'environment']).default('agent'))
    .option('--model <folder>', 'a model folder in Hugging Face layout, or hf:owner/name of its hub')
    .option('--models <folder>', 'with --run: folder in which model names are looked up', MODELS_FOLDER)
    .addOption(new Option('--format <name>').choices(['onnx', 'safetensors', 'peft']).default('onnx'))
    .addOption(new Option('--dtype <name>', 'precision of the weights').choices(PRECISIONS).default('f32'))
    .addOption(
      new Option('--variant <name>', 'of an ONNX graph (default: fused if the head size is a multiple of 16)').choices(
        VARIANTS,
      ),
    )
    .requiredOption('--out <folder>', 'where the files go; one folder may hold several precisions of a model')
    .addOption(forceOption())
    .addOption(noTuneOption())
    .addHelpText(
      'after',
      `
onnx         what pipeline('text-generation', FOLDER) of transformers.js loads; an adapter is merged into the weights
safetensors  a model folder in Hugging Face layout, the adapter merged; f32 or f16
peft         the adapter of a run alone, as PEFT reads it; f32 or f16
The logits of what was written are compared with our engine's, with and without the cache: f32 may differ by 0.001 of
the largest logit, f16 by 0.01; the error of q4 is told. README.md in the folder says it, with the settings of the run.`,
    )
    .action(async (options: Options) => {
      const { format, dtype: precision, variant, out, force } = options;
      const folder = await claimFolder(out, { force, reads: [options.run ?? options.model ?? []].flat() });
      const model = await openModel(options);
      const device = await openDevice(options);
      const progress = exportProgress();
      const signal = stopOnInterrupt('Removing what was written');
      const listed = await readList(diskFolder(out));
      const report = await folder
        .write(({ path }) =>
          exportModel(
            model,
            { format, precision, variant },
            new DiskTarget(path),
            { device, transformers: () => Transformers.open(nodeRuntime) },
            modelExportWords,
            { onProgress: progress.update, signal, listed },
          ),
        )
        .finally(progress.stop);
      await printLine(modelExportWords.report(report, out));
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
