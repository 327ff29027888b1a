/** @file Defines `genenv evaluate`. It evaluates a model on a benchmark's items, or on a task family's fixed tasks. */
import { Command, Option } from 'commander';
import { evaluateBenchmark, type BenchmarkEvaluation } from '../../evaluation/evaluate-benchmark.ts';
import {
  benchmarkHeader,
  evaluateFamily,
  type EvaluationHeader,
  type FamilyEvaluation,
  familyHeader,
} from '../../evaluation/evaluate-family.ts';
import {
  defaultMaxNewTokens,
  defaultDecoding,
  EVALUATION_BATCH,
  formatEvaluatedRow,
  MAX_NEW_TOKENS,
  type Decoding,
  type EvaluationEvent,
} from '../../evaluation/evaluation.ts';
import {
  type OpenedModel,
  openEvaluatedModel,
  openFrozenModel,
  runsOnOnnxRuntime,
} from '../../evaluation/open-evaluated-model.ts';
import { defaultSettings } from '../../genenv/settings/settings.ts';
import { parseOnnxName } from '../../onnx/choose-graph.ts';
import { openOnnxModelInNode } from '../../runs/run-headless.ts';
import { modelSource } from '../../lm/files/node-files.ts';
import { type BenchmarkItem, itemsOfPart } from '../../benchmarks/benchmark.ts';
import { benchmarkByName, BENCHMARKS } from '../../benchmarks/registry.ts';
import type { Split } from '../../tasks/family.ts';
import { familyByName, familyNames } from '../../tasks/registry.ts';
import { CodedError } from '../../common/coded-error.ts';
import { benchmarkReasonSentence, reportText } from '../../text/reports.ts';
import { openDevice } from '../open-device.ts';
import { countOption, integerOption, loadItems, numberOption } from '../inputs.ts';
import { note, printJson, stopOnInterrupt, unitBar, warn } from '../print.ts';

interface Options {
  model: string;
  benchmark?: string;
  data?: string;
  part?: string;
  items?: number;
  maxNewTokens?: number;
  family?: string;
  split: Split;
  level?: number;
  tasks: number;
  samples?: number;
  temperature?: number;
  topK: number;
  topP: number;
  seed: number;
  batch: number;
}

export const evaluateCommand = (): Command =>
  new Command('evaluate')
    .description('Run a model over a benchmark’s items, or over a task family’s fixed tasks, and score it by the rule.')
    .requiredOption(
      '--model <folder>',
      'model folder in Hugging Face layout, or hf:owner/name of its hub; a folder with onnx/ alone, or FOLDER/onnx/model_q4.onnx, runs on transformers.js',
    )
    .addOption(new Option('--benchmark <name>', 'real items').choices(BENCHMARKS.map(({ name }) => name)))
    .option('--data <folder>', 'with --benchmark: its published files (genenv score --help lists them)')
    .option('--part <name>', 'with --benchmark: one published part, such as valid_unseen, live_multiple, level-1')
    .option('--items <n>', 'with --benchmark: only the first n items', countOption)
    .option(
      '--max-new-tokens <n>',
      `with --benchmark: longest answer (default ${MAX_NEW_TOKENS.answer}; ${MAX_NEW_TOKENS.action} an action in a game)`,
      countOption,
    )
    .addOption(new Option('--family <name>', 'generated tasks').choices(familyNames).conflicts('benchmark'))
    .addOption(
      new Option('--split <name>', 'with --family: which fixed tasks')
        .choices(['held-out', 'development'])
        .default('held-out'),
    )
    .option('--level <n>', 'with --family: one level only', countOption)
    .option('--tasks <n>', 'with --family: tasks of each level', countOption, defaultSettings.evalTasks)
    .option('--samples <k>', 'attempts at each item (default: 1; with --family 8, as in a run)', countOption)
    .option('--temperature <t>', '0 is greedy (default: 0; with --family 1, as in a run)', numberOption)
    .option('--top-k <n>', '0 keeps all tokens', integerOption, 0)
    .option('--top-p <p>', '1 keeps all tokens', numberOption, 1)
    .option('--seed <n>', 'seed of all random numbers', integerOption, 0)
    .option('--batch <n>', 'attempts that decode together; changes no result', countOption, EVALUATION_BATCH)
    .addHelpText(
      'after',
      `
Prints JSON lines: first {"evaluation": …} with model, prompts and decoding; then for each attempt, in order,
{"id", "correct", "reason", "sentence", "output", "finish", sub-scores}; last {"aggregate": …}.
  reason    a code with its parameters, for programs; sentence says the same for people
  prompts   the checkpoint’s chat template if the folder has one, else plain text with labels
  finish    stop, length (cut off) or not-run: the model cannot read the item; "rejected" counts those
Ctrl-C finishes the turn, then stops with what is done. The lines can be scored again with genenv score.`,
    )
    .action(async (options: Options) => {
      const evaluation = await prepare(options);
      const model = await openModel(options);
      const { header, events } = evaluation(model, stopOnInterrupt('Stopping after this turn'));
      note(reportText.headerText(header));
      await printJson(JSON.stringify({ evaluation: header }));
      await report(events);
    });

/** Opens an ONNX model on ONNX Runtime, which needs no GPU, and any other model on our own engine. */
async function openModel(options: Options): Promise<OpenedModel> {
  const source = modelSource(parseOnnxName(options.model).folder);
  if (!(await runsOnOnnxRuntime(options.model, source))) return openEvaluatedModel(await openDevice(), source);
  return openFrozenModel(await openOnnxModelInNode(options.model, source), source);
}

type Prepared = (
  model: OpenedModel,
  signal: AbortSignal,
) => { header: EvaluationHeader; events: AsyncIterable<EvaluationEvent> };

/** Reads the tasks before the model is loaded, so that a wrong path or option is reported at once. */
async function prepare(options: Options): Promise<Prepared> {
  const { benchmark: name, family, data } = options;
  if (name !== undefined) {
    if (data === undefined) throw new CodedError('option-missing', { options: ['--data FOLDER'] });
    return prepareBenchmark(name, data, options);
  }
  if (family === undefined)
    throw new CodedError('option-missing', { options: ['--benchmark NAME --data FOLDER', '--family NAME'] });
  return prepareFamily(family, options);
}

async function prepareBenchmark(name: string, data: string, options: Options): Promise<Prepared> {
  const benchmark = benchmarkByName(name);
  const { items } = await loadItems(benchmark, data);
  const chosen = itemsOfPart(benchmark, items, options.part).slice(0, options.items);
  return (model, signal) => {
    const request: BenchmarkEvaluation<BenchmarkItem> = {
      benchmark,
      items: chosen,
      model,
      decoding: decodingOf(options, defaultDecoding.benchmark),
      maxNewTokens: options.maxNewTokens ?? defaultMaxNewTokens(benchmark),
      batch: options.batch,
      signal,
    };
    return { header: benchmarkHeader(request, model.description), events: evaluateBenchmark(request) };
  };
}

function prepareFamily(name: string, options: Options): Prepared {
  const family = familyByName(name);
  const { level, split, tasks, batch } = options;
  if (level !== undefined && !(level >= 1 && level <= family.levels))
    throw new CodedError('unknown-level', {
      level,
      levels: family.levels,
    });
  return (model, signal) => {
    const decoding = decodingOf(options, defaultDecoding.family);
    const request: FamilyEvaluation = { family, split, level, tasksPerLevel: tasks, model, decoding, batch, signal };
    return { header: familyHeader(request, model.description), events: evaluateFamily(request) };
  };
}

const decodingOf = (
  { temperature, samples, topK, topP, seed }: Options,
  standard: Pick<Decoding, 'temperature' | 'samples'>,
): Decoding => ({
  temperature: temperature ?? standard.temperature,
  samples: samples ?? standard.samples,
  topK,
  topP,
  seed,
});

/** Prints results on stdout. Shows a progress bar on stderr, unless stdout is a terminal. */
async function report(events: AsyncIterable<EvaluationEvent>): Promise<void> {
  let bar: ReturnType<typeof unitBar> | undefined;
  let notRun = 0;
  let attempts = 0;
  let why = '';
  for await (const event of events) {
    if (event.kind === 'progress') {
      if (!process.stdout.isTTY)
        bar ??= unitBar('attempt', event.total, 0, '', { clearOnComplete: true, noTTYOutput: false });
      bar?.update(event.done, `, turn ${event.turn}`);
    } else if (event.kind === 'aggregate') {
      bar?.stop();
      await printJson(JSON.stringify({ aggregate: event.aggregate }));
    } else {
      attempts += 1;
      if (event.row.finish === 'not-run') {
        notRun += 1;
        why ||= benchmarkReasonSentence(event.row.reason);
      }
      await printJson(formatEvaluatedRow(event.row, benchmarkReasonSentence(event.row.reason)));
    }
  }
  if (notRun === 0) return;
  warn(`${notRun} of ${attempts} attempts could not be run with this model. The first: ${why}`);
  if (notRun === attempts) process.exitCode = 1;
}
