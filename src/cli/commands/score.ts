/**
 * @file Defines `genenv score`. It scores a file of predictions by a benchmark's own rule, and prints a line per
 * result, then the aggregate.
 */
import { Command, Option } from 'commander';
import { formatProblem, type Benchmark, type BenchmarkName, type FileProblem } from '../../benchmarks/benchmark.ts';
import { diskFile } from '../../benchmarks/node.ts';
import { benchmarkByName, BENCHMARKS } from '../../benchmarks/registry.ts';
import { formatRow, scorePredictions, type ResultRow } from '../../benchmarks/score-predictions.ts';
import { CodedError } from '../../common/coded-error.ts';
import { INTERRUPTED, printJson, progressBar, stopOnInterrupt, warn } from '../print.ts';
import { loadItems, readNamedFile } from '../inputs.ts';
import type { ErrorParametersByCode } from '../../common/error-parameters.ts';
import { benchmarkFiles, benchmarkReasonSentence, idFormats, reportText, ruleNames } from '../../text/reports.ts';

const descriptions: Readonly<Record<string, string>> = benchmarkFiles;

/** Example id of each benchmark, as a line of predictions contains it. */
const ID_EXAMPLES: Readonly<Record<BenchmarkName, string | number>> = {
  bfcl: 'simple_python_0',
  'bfcl-json': 'live_multiple_0-0-0',
  apibank: 'Level1_17',
  'apibank-official': 'AddAgenda-AddAlarm-GetUserToken-level-2-1.jsonl#0',
  alfworld: 'look_at_obj_in_light-AlarmClock-None-DeskLamp-308/trial_T20190908_222917_366542',
  bamboogle: 17,
};

interface Options {
  benchmark: string;
  data: string;
  predictions: string;
}

export const scoreCommand = (): Command =>
  new Command('score')
    .description(
      'Score predictions by a benchmark’s published rule: JSON lines on stdout, in order, then the aggregate.',
    )
    .addOption(
      new Option('--benchmark <name>', 'which rule').choices(BENCHMARKS.map(({ name }) => name)).makeOptionMandatory(),
    )
    .requiredOption('--data <folder>', 'the benchmark’s published files')
    .requiredOption('--predictions <file>', 'JSON lines of {"id", "output"}; ids may repeat')
    .addHelpText(
      'after',
      `\nEach benchmark's files, and its ids:\n${BENCHMARKS.map(({ name, rule, files }) => {
        return [
          `  ${name} (${ruleNames[rule]})`,
          ...files.map(({ path, required }) => `    ${path}: ${descriptions[path]}${required ? '' : ' (optional)'}`),
          `    id: ${idFormats[name]}, such as {"id": ${JSON.stringify(ID_EXAMPLES[name])}, "output": "…"}`,
        ].join('\n');
      }).join('\n')}

An id that is a number may be written as one. A result line has "id", "correct", "reason" (a code with its parameters,
for programs), "sentence" (the same for people), then the sub-scores of the rule.`,
    )
    .action(async ({ benchmark: name, data, predictions }: Options) => {
      const benchmark = benchmarkByName(name);
      const file = await readNamedFile(predictions, diskFile);
      const { items, notScored } = await loadItems(benchmark, data);
      const warnOnce = notScoredWarnings(notScored);
      const signal = stopOnInterrupt('Stopping after this prediction');
      const bar = progressBar('{bar} {percentage}% of the file | {predictions} predictions');
      let rows = 0;
      bar.start(1, 0, { predictions: rows });
      try {
        for await (const event of scorePredictions(benchmark, items, file, { name: predictions, signal })) {
          if (event.kind === 'result') {
            warnOnce(event.row);
            bar.update(event.progress, { predictions: ++rows });
            await printJson(formatRow(event.row, benchmarkReasonSentence(event.row.reason)));
          } else {
            requireScored(benchmark, predictions, event.aggregate);
            await printJson(JSON.stringify({ aggregate: event.aggregate }));
          }
        }
      } catch (error) {
        if (!signal.aborted) throw error;
        warn(`Stopped after ${rows} predictions, so there is no aggregate.`);
        process.exitCode = INTERRUPTED;
      } finally {
        bar.stop();
      }
    });

/** Returns a function that warns once per unscored category, when the first prediction of the category appears. */
function notScoredWarnings(notScored: readonly FileProblem[]): (row: ResultRow) => void {
  const unsaid = new Map(
    notScored.map((problem) => [
      (problem.parameters as ErrorParametersByCode['category-not-scored']).category,
      problem,
    ]),
  );
  return ({ id, reason }) => {
    if (id === null || reason.code !== 'unknown-id') return;
    for (const [category, problem] of unsaid) {
      if (!id.startsWith(`${category}_`)) continue;
      warn(formatProblem(problem, reportText.errorSentence(problem)));
      unsaid.delete(category);
    }
  };
}

/**
 * Checks that the file has predictions for the benchmark.
 * @throws CodedError `no-predictions` for an empty file, or `no-prediction-scored` if no line could be scored
 */
function requireScored({ name }: Benchmark, file: string, { predictions, rejected }: Record<string, number>): void {
  const parameters = { benchmark: name, file, format: idFormats[name], example: ID_EXAMPLES[name] };
  if (predictions === 0) throw new CodedError('no-predictions', parameters);
  if (predictions === rejected) throw new CodedError('no-prediction-scored', parameters);
}
