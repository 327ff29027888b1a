/** @file `genenv parity`: our logits and greedy text beside ONNX Runtime's on the exported graph of the same model. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { CodedError } from '../../common/coded-error.ts';
import { DiskTarget } from '../../interop/models/disk-target.ts';
import { TOLERANCE } from '../../interop/models/export-model.ts';
import { modelOfFolder } from '../../interop/models/open-exported-model.ts';
import { compareWithGraph, type ParityRequest } from '../../interop/models/parity.ts';
import { type Variant, VARIANTS } from '../../interop/onnx/decoder.ts';
import { type Precision, PRECISIONS } from '../../interop/onnx/decoder-weights.ts';
import { loadTokenizer } from '../../lm/files/load-model.ts';
import { withGguf } from '../../lm/files/gguf-folder.ts';
import { modelSource } from '../../lm/files/node-files.ts';
import type { Tokenizer } from '../../lm/files/tokenizer.ts';
import { parseOnnxName } from '../../onnx/choose-graph.ts';
import { nodeRuntime } from '../../onnx/node-runtime.ts';
import { Transformers } from '../../onnx/transformers.ts';
import { modelExportWords } from '../../text/work.ts';
import { exportProgress } from '../export-progress.ts';
import { noTuneOption, openDevice } from '../open-device.ts';
import { collect, countOption } from '../options.ts';
import { stopOnInterrupt } from '../stop-on-interrupt.ts';

interface Options {
  model: string;
  onnx?: string;
  dtype: Precision;
  variant?: Variant;
  prompt: string[];
  tokens?: number;
  tune: boolean;
}

export const parityCommand = (): Command =>
  new Command('parity')
    .description('Compare our logits and greedy text with those of ONNX Runtime on the exported graph.')
    .requiredOption('--model <folder>', 'model folder in Hugging Face layout, or hf:owner/name of its hub')
    .option(
      '--onnx <folder>',
      'a folder with a graph of this model, or FOLDER/onnx/GRAPH.onnx (default: one is exported)',
    )
    .addOption(new Option('--dtype <name>', 'precision of the graph').choices(PRECISIONS).default('f32'))
    .addOption(new Option('--variant <name>', 'of the exported graph').choices(VARIANTS))
    .option('--prompt <text>', 'a prompt; may be repeated (default: random tokens)', collect, [])
    .option('--tokens <n>', 'tokens that each writes after a prompt', countOption)
    .addOption(noTuneOption())
    .addHelpText(
      'after',
      `
Prints where the logits differ most, then the greedy text of each prompt. Ends with status 1 where they differ by more
than an export of this precision may (f32 0.001 of the largest logit, f16 0.01; q4 has no limit).`,
    )
    .action(async (options: Options) => {
      const { dtype: precision, variant, tokens } = options;
      const folder = await withGguf(modelSource(options.model));
      const model = await modelOfFolder(folder, options.model);
      // Without a tokenizer, ids are shown.
      const tokenizer = (await folder.size('tokenizer.json')) === undefined ? null : await loadTokenizer(folder);
      const prompts = options.prompt.length > 0 ? encode(options.prompt, tokenizer) : undefined;
      const device = await openDevice(options);
      const temporary = await mkdtemp(join(tmpdir(), 'genenv-parity-'));
      const progress = exportProgress();
      try {
        const agreement = await compareWithGraph(
          { model, prompts, newTokens: tokens, graph: graphOf(options.onnx, precision, variant, temporary) },
          { device, transformers: () => Transformers.open(nodeRuntime) },
          { onProgress: progress.update, signal: stopOnInterrupt('Stopping after this prompt') },
        );
        progress.stop();
        const decode = (ids: readonly number[]) => (tokenizer ? tokenizer.decode(ids) : `[${ids.join(' ')}]`);
        console.log(modelExportWords.agreement(agreement, decode));
        if (agreement.largest!.relative > (TOLERANCE[precision] ?? Infinity)) process.exitCode = 1;
      } finally {
        progress.stop();
        await rm(temporary, { recursive: true });
      }
    });

function graphOf(
  onnx: string | undefined,
  precision: Precision,
  variant: Variant | undefined,
  temporary: string,
): ParityRequest['graph'] {
  if (onnx === undefined)
    return { request: { format: 'onnx', precision, variant }, target: new DiskTarget(join(temporary, 'model')) };
  const { folder, graph } = parseOnnxName(onnx);
  return { folder: modelSource(folder), name: graph };
}

/** @throws CodedError where a prompt has no tokens, or the folder no tokenizer */
function encode(texts: readonly string[], tokenizer: Tokenizer | null): number[][] {
  return texts.map((text) => {
    if (!tokenizer) throw new CodedError('prompts-without-tokenizer');
    const ids = tokenizer.encode(text, true);
    if (ids.length === 0) throw new CodedError('prompt-empty', { prompt: text });
    return ids;
  });
}
