/** @file `genenv score`: judges a predictions file by a benchmark's own rule, one result a line, then the aggregate. */
import { Command, Option } from 'commander';
import type { ByteFile } from '../../benchmarks/benchmark.ts';
import { diskFile } from '../../benchmarks/node-files.ts';
import { benchmarkByName, BENCHMARKS } from '../../benchmarks/registry.ts';
import { formatRow, scorePredictions } from '../../benchmarks/score-predictions.ts';
import { CodedError } from '../../common/coded-error.ts';
import { reasonSentence } from '../../text/en/benchmark-reasons.ts';
import { fileDescription, ruleNames } from '../../text/en/benchmarks.ts';
import { printLine } from '../print-line.ts';
import { loadItems } from '../load-items.ts';

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
      `\nFiles of each benchmark:\n${BENCHMARKS.map(
        ({ name, rule, files }) =>
          `  ${name} (${ruleNames[rule]})\n${files
            .map(({ path, required }) => `    ${path}: ${fileDescription(path)}${required ? '' : ' (optional)'}`)
            .join('\n')}`,
      ).join('\n')}

A result line has "id", "correct", "reason" (a code with its parameters, for programs), "sentence" (the same for
people), then the sub-scores of the rule.`,
    )
    .action(async ({ benchmark: name, data, predictions }: Options) => {
      const benchmark = benchmarkByName(name);
      const items = await loadItems(benchmark, data);
      for await (const event of scorePredictions(benchmark, items, await openPredictions(predictions), {
        name: predictions,
      }))
        await printLine(
          event.kind === 'result'
            ? formatRow(event.row, reasonSentence(event.row.reason))
            : JSON.stringify({ aggregate: event.aggregate }),
        );
    });

async function openPredictions(path: string): Promise<ByteFile> {
  try {
    return await diskFile(path);
  } catch (error) {
    const { message } = error as Error;
    const sentence = `${path} cannot be read (${message}). Name a JSON-lines file with --predictions.`;
    throw new CodedError('file-not-readable', sentence, { path, cause: message }, error);
  }
}
