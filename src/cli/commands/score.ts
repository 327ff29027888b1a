/** @file `genenv score`: a predictions file against a benchmark's own rule, one result a line, then the aggregate. */
import { Command, Option } from 'commander';
import { formatProblem, type ByteFile } from '../../benchmarks/benchmark.ts';
import { directorySource, diskFile } from '../../benchmarks/node-files.ts';
import { benchmarkByName, BENCHMARKS } from '../../benchmarks/registry.ts';
import { formatRow, scorePredictions } from '../../benchmarks/score-predictions.ts';
import { printLine } from '../print-line.ts';

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
          `  ${name} (${rule})\n${files.map(({ path, what, required }) => `    ${path}: ${what}${required ? '' : ' (optional)'}`).join('\n')}`,
      ).join('\n')}`,
    )
    .action(async ({ benchmark: name, data, predictions }: Options) => {
      const benchmark = benchmarkByName(name);
      const { items, problems } = await benchmark.load(directorySource(data));
      for (const problem of problems) console.error(`genenv: ${formatProblem(problem)}`);
      if (items.length === 0)
        throw new Error(`No item of ${name} could be read from ${data}. genenv score --help lists the files it needs.`);
      for await (const event of scorePredictions(benchmark, items, await openPredictions(predictions), {
        name: predictions,
      }))
        await printLine(
          event.kind === 'result' ? formatRow(event.row) : JSON.stringify({ aggregate: event.aggregate }),
        );
    });

async function openPredictions(path: string): Promise<ByteFile> {
  try {
    return await diskFile(path);
  } catch (error) {
    throw new Error(`${path} cannot be read (${(error as Error).message}). Name a JSON-lines file with --predictions.`);
  }
}
