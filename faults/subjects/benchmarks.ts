/**
 * @file The real benchmarks: damaged folders of their files, damaged predictions, and any text as an answer. Their data are
 * not in this repository (src/benchmarks/testing/shared-data.ts); without them these subjects are skipped.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark, BenchmarkItem, BenchmarkVerdict } from '../../src/benchmarks/benchmark.ts';
import { memoryFiles } from '../../src/benchmarks/files.ts';
import { diskFiles } from '../../src/benchmarks/node-files.ts';
import { nodePython } from '../../src/benchmarks/node-python.ts';
import { benchmarks } from '../../src/benchmarks/registry.ts';
import { scorePredictions } from '../../src/benchmarks/score-predictions.ts';
import { sharedBenchmark } from '../../src/benchmarks/testing/shared-data.ts';
import type { RandomStream } from '../../src/random/random-stream.ts';
import { benchmarkReasonSentence } from '../../src/text/work.ts';
import type { Subject, Trials } from '../campaign.ts';
import { BYTE_DAMAGES, type Bytes, damageFile, damageFolder, FOLDER_DAMAGES } from '../damage.ts';
import { checkFailure, checkSentence } from '../sentence.ts';
import { drawText, TEXT_KINDS } from '../texts.ts';

/** A benchmark with the beginnings of its files, and the items in them. */
interface Sample {
  benchmark: Benchmark;
  files: Map<string, Bytes>;
  items: readonly BenchmarkItem[];
}

const SMALL_BYTES = 16_000;
const FIRST = 6;

/** The beginning of a file, of its own kind: elements of an array, or lines. */
function beginning(bytes: Buffer): Bytes {
  const text = bytes.toString('utf8');
  const isArray = text.startsWith('[');
  if (bytes.length <= SMALL_BYTES && !isArray) return new Uint8Array(bytes);
  const first = isArray
    ? JSON.stringify((JSON.parse(text) as unknown[]).slice(0, FIRST))
    : text.split('\n').slice(0, FIRST).join('\n');
  return new TextEncoder().encode(first);
}

/** The pattern of a benchmark's file as a regular expression. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);

async function sampleOf(benchmark: Benchmark, folder: string): Promise<Sample> {
  const patterns = benchmark.files.map(({ path }) => patternOf(path));
  const names = (await diskFiles(folder).names()).filter((name) => patterns.some((pattern) => pattern.test(name)));
  // The first two files of one kind say enough.
  const chosen = patterns.flatMap((pattern) => names.filter((name) => pattern.test(name)).slice(0, 2));
  const files = new Map<string, Bytes>();
  for (const name of chosen) files.set(name, beginning(await readFile(join(folder, name))));
  const { items } = await benchmark.load(memoryFiles(files));
  if (items.length === 0) throw new Error(`The beginnings of the files of ${benchmark.name} hold no item.`);
  return { benchmark, files, items };
}

let samples: Promise<Sample[]> | undefined;
const openSamples = (): Promise<Sample[]> =>
  (samples ??= Promise.all(
    benchmarks(nodePython).flatMap((benchmark) => {
      const folder = sharedBenchmark(benchmark.name.split('-')[0]);
      return folder === null ? [] : [sampleOf(benchmark, folder)];
    }),
  ));

function checkVerdict({ correct, reason }: BenchmarkVerdict): void {
  if (!['boolean', 'number'].includes(typeof correct)) throw new Error(`It is ${typeof correct}, not right or wrong.`);
  checkSentence(benchmarkReasonSentence(reason));
}

const trialsOn = async (
  run: (sample: Sample, fault: string, random: RandomStream) => Promise<'refused' | 'recovered'>,
) => {
  const all = await openSamples();
  if (all.length === 0) return null;
  return { run: (fault, random) => run(random.choice(all), fault, random) } satisfies Trials;
};

export const benchmarkFolders: Subject = {
  name: 'benchmark folders',
  faults: FOLDER_DAMAGES,
  open: () =>
    trialsOn(async ({ benchmark, files }, fault, random) => {
      const { items, problems } = await benchmark.load(memoryFiles(damageFolder(files, fault, random)));
      for (const problem of problems) checkFailure(problem);
      for (const item of items) {
        benchmark.prompt(item);
        checkVerdict(await benchmark.score(item, 'an answer'));
      }
      if (items.length + problems.length === 0) throw new Error('Nothing was read, and nothing is said about it.');
      return items.length === 0 ? 'refused' : 'recovered';
    }),
};

export const predictions: Subject = {
  name: 'predictions',
  faults: BYTE_DAMAGES,
  open: () =>
    trialsOn(async ({ benchmark, items }, fault, random) => {
      const lines = items.map(({ id }) => JSON.stringify({ id, output: `[f(a="${random.word()}")]` }));
      const file = new Blob([damageFile(new TextEncoder().encode(lines.join('\n')), fault, random)]);
      let refused = 0;
      for await (const event of scorePredictions(benchmark, items, file)) {
        if (event.kind === 'aggregate') refused = event.aggregate.rejected;
        else checkSentence(benchmarkReasonSentence(event.row.reason));
      }
      return refused > 0 ? 'refused' : 'recovered';
    }),
};

/** Pieces of calls, plans, commands and answers. */
const PIECES = ['[f(a=1)]', '<tool_call>', '{"name": "f", "parameters": {}}', 'go to desk 1', '<answer>', 'days', '-'];

export const benchmarkScorers: Subject = {
  name: 'benchmark scorers',
  faults: TEXT_KINDS,
  trialsOf: (trials) => 20 * trials,
  open: () =>
    trialsOn(async ({ benchmark, items }, kind, random) => {
      const item = random.choice(items);
      const data = JSON.stringify(item) ?? '';
      const from = random.integer(data.length);
      const right = [data.slice(from, from + random.integer(400)), ...PIECES];
      checkVerdict(await benchmark.score(item, drawText(kind, right, data.split(/[^\w-]+/), random)));
      return 'recovered';
    }),
};
