/** @file The items of a benchmark from a folder on disk; problems in its files go to stderr. */
import { formatProblem, type Benchmark, type BenchmarkItem } from '../benchmarks/benchmark.ts';
import { diskFiles } from '../benchmarks/node-files.ts';
import { CodedError } from '../common/coded-error.ts';
import { warn } from './warn.ts';

/** @throws CodedError `no-items` when the folder has no item of the benchmark */
export async function loadItems(benchmark: Benchmark, folder: string): Promise<readonly BenchmarkItem[]> {
  const { name } = benchmark;
  const { items, problems } = await benchmark.load(diskFiles(folder));
  for (const problem of problems) warn(formatProblem(problem));
  if (items.length > 0) return items;
  const message = `No item of ${name} could be read from ${folder}. genenv score --help lists the files it needs.`;
  throw new CodedError('no-items', message, { benchmark: name, folder });
}
