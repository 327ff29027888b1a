/** @file The items of a benchmark from a folder on disk; problems in its files go to stderr. */
import { stat } from 'node:fs/promises';
import { formatProblem, type Benchmark, type BenchmarkItem, type FileProblem } from '../benchmarks/benchmark.ts';
import { diskFiles } from '../benchmarks/node-files.ts';
import { CodedError } from '../common/coded-error.ts';
import { ifFileExists } from '../common/node-files.ts';
import { warn } from './warn.ts';

export interface LoadedItems {
  items: readonly BenchmarkItem[];
  /** Files whose category this scorer has no rule for: no problem, unless somebody asks for its items. */
  notScored: readonly FileProblem[];
}

/** @throws CodedError `folder-missing`; `not-a-folder`; `no-items-in-folder` when the folder has no item of the benchmark */
export async function loadItems(benchmark: Benchmark, folder: string): Promise<LoadedItems> {
  const { name } = benchmark;
  const entry = await ifFileExists(folder, () => stat(folder));
  if (entry === undefined) throw new CodedError('folder-missing', `There is no folder ${folder}.`, { folder });
  if (!entry.isDirectory()) {
    throw new CodedError('not-a-folder', `${folder} is a file; name the folder that holds it.`, { folder });
  }
  const { items, problems } = await benchmark.load(diskFiles(folder));
  const notScored = problems.filter(({ code }) => code === 'category-not-scored');
  for (const problem of problems) if (!notScored.includes(problem)) warn(formatProblem(problem));
  if (items.length > 0) return { items, notScored };
  const message = `No item of ${name} could be read from ${folder}. genenv score --help lists the files it needs.`;
  throw new CodedError('no-items-in-folder', message, { benchmark: name, folder });
}
