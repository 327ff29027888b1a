/** @file `genenv score`: judges a predictions file by a benchmark's own rule, one result a line, then the aggregate. */
import { Command, Option } from 'commander';
import { diskFile } from '../../benchmarks/node-files.ts';
import { benchmarkByName, BENCHMARKS } from '../../benchmarks/registry.ts';
import { formatRow, scorePredictions } from '../../benchmarks/score-predictions.ts';
import { benchmarkReasonSentence } from '../../text/benchmark-reasons.ts';
import { benchmarkText } from '../../text/benchmarks.ts';
import { printLine } from '../print-line.ts';
import { readNamedFile } from '../read-named-file.ts';
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
          `  ${name} (${benchmarkText.ruleNames[rule]})\n${files
            .map(
              ({ path, required }) =>
                `    ${path}: ${benchmarkText.fileDescription(path)}${required ? '' : ' (optional)'}`,
            )
            .join('\n')}`,
      ).join('\n')}

A result line has "id", "correct", "reason" (a code with its parameters, for programs), "sentence" (the same for
people), then the sub-scores of the rule.`,
    )
    .action(async ({ benchmark: name, data, predictions }: Options) => {
      const benchmark = benchmarkByName(name);
      const items = await loadItems(benchmark, data);
      const file = await readNamedFile(predictions, 'Name a JSON-lines file with --predictions.', diskFile);
      for await (const event of scorePredictions(benchmark, items, file, { name: predictions }))
        await printLine(
          event.kind === 'result'
            ? formatRow(event.row, benchmarkReasonSentence(event.row.reason))
            : JSON.stringify({ aggregate: event.aggregate }),
        );
    });
