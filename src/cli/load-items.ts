/** @file The items of a benchmark from a folder on disk; problems in its files go to stderr. */
import { stat } from 'node:fs/promises';
import { formatProblem, type Benchmark, type BenchmarkItem, type FileProblem } from '../benchmarks/benchmark.ts';
import { diskFiles } from '../benchmarks/node-files.ts';
import { CodedError } from '../common/coded-error.ts';
import { ifFileExists } from '../common/node-files.ts';
import { warn } from './print.ts';
import { reportText } from '../text/reports.ts';

export interface LoadedItems {
  items: readonly BenchmarkItem[];
  /** Files whose category this scorer has no rule for: no problem, unless somebody asks for its items. */
  notScored: readonly FileProblem[];
}

/** @throws CodedError `folder-missing`; `not-a-folder`; `no-items-in-folder` when the folder has no item of the benchmark */
export async function loadItems(benchmark: Benchmark, folder: string): Promise<LoadedItems> {
  const { name } = benchmark;
  const entry = await ifFileExists(folder, () => stat(folder));
  if (entry === undefined) throw new CodedError('folder-missing', { folder });
  if (!entry.isDirectory()) {
    throw new CodedError('not-a-folder', { folder });
  }
  const { items, problems } = await benchmark.load(diskFiles(folder));
  const notScored = problems.filter(({ code }) => code === 'category-not-scored');
  for (const problem of problems)
    if (!notScored.includes(problem)) warn(formatProblem(problem, reportText.errorSentence(problem)));
  if (items.length > 0) return { items, notScored };
  throw new CodedError('no-items-in-folder', { benchmark: name, folder });
}
