import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readRunsOnDisk } from './results-folder.ts';
import type { RunOne } from './run-one.ts';
import { parseSummaries, shardFolder, shardRuns, SUMMARIES_FILE } from './summaries-file.ts';
import type { SweepRun } from './sweep-file.ts';
import { runSweep, type SweepOptions, type SweepProgress } from './sweep.ts';
import { makeTableRun, smallRuns } from './testing/table-runs.ts';

let runs: SweepRun[];
let folder: string;
/** Results file of the whole sweep, made without interruption. */
let expected: string;

beforeAll(async () => {
  runs = await smallRuns();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-sweep-'));
  expected ??= (await sweep('expected'), await results('expected'));
});
afterEach(() => rm(folder, { recursive: true }));

const at = (...names: string[]): string => join(folder, ...names);
const sweep = (name: string, options: Partial<SweepOptions> = {}, some = runs) =>
  runSweep(some, { folder: at(name), runOne: makeTableRun, now: Date.now, ...options });
const results = (name: string): Promise<string> => readFile(at(name, SUMMARIES_FILE), 'utf8');
const idsIn = async (name: string) => parseSummaries(await results(name)).map(({ id }) => id);
const ids = (some = runs) => some.map(({ id }) => id);
const notAgain: RunOne = () => Promise.reject(new Error('A run was made again.'));

it('gives the same bytes when it was stopped in the middle', async () => {
  const stopping = new AbortController();
  let epochs = 0;
  const onProgress = ({ epoch }: SweepProgress) => {
    if (epoch > 0 && ++epochs === 5) stopping.abort();
  };
  const half = await sweep('stopped', { signal: stopping.signal, onProgress });
  expect(half.cancelled).toBe(true);
  expect(half.summaries).toHaveLength(1);
  expect(await idsIn('stopped')).toHaveLength(1);

  const made: string[] = [];
  const outcome = await sweep('stopped', { runOne: (run, ...rest) => (made.push(run.id), makeTableRun(run, ...rest)) });
  expect(outcome).toMatchObject({ failures: [], cancelled: false });
  expect(outcome.summaries.map(({ id }) => id)).toEqual(ids());
  expect(made).toEqual(ids(runs.slice(1)));
  expect(await results('stopped')).toBe(expected);
});

it('keeps results in the order of the sweep when it grows at the front', async () => {
  await sweep('grows', {}, runs.slice(3));
  await sweep('grows');
  expect(await idsIn('grows')).toEqual(ids());
});

it('goes on after a run that failed, and makes it again the next time', async () => {
  const failing: RunOne = (run, ...rest) =>
    run === runs[1] ? Promise.reject(new Error('The GPU was lost.')) : makeTableRun(run, ...rest);
  const outcome = await sweep('failing', { runOne: failing });
  expect(outcome.failures).toMatchObject([{ run: runs[1], error: { message: 'The GPU was lost.' } }]);
  expect(outcome.summaries).toHaveLength(3);
  expect(await idsIn('failing')).toHaveLength(3);
  expect((await sweep('failing')).summaries).toHaveLength(4);
});

it('reports how far it is and how long it will take', async () => {
  // Two runs have three epochs of ten seconds each.
  let time = 0;
  const runOne: RunOne = async (run, onEpoch, signal) =>
    makeTableRun(
      run,
      (epoch) => {
        time += 10_000;
        onEpoch(epoch);
      },
      signal,
    );
  const reports: SweepProgress[] = [];
  const onProgress = (progress: SweepProgress) => reports.push(progress);
  await sweep('timed', { runOne, now: () => time, onProgress }, runs.slice(0, 2));
  expect(reports[0]).toMatchObject({ epoch: 0, finished: 0, fraction: 0, remainingMilliseconds: null });
  const middle = reports.find(({ finished, epoch }) => finished === 1 && epoch === 1)!;
  expect(middle.fraction).toBeCloseTo(4 / 6, 12);
  expect(middle.remainingMilliseconds).toBeCloseTo(20_000, 6);
  expect(reports.at(-1)).toMatchObject({ finished: 2, fraction: 1, remainingMilliseconds: 0 });
});

it('removes what a killed program left between storing a result and removing its log, and while it wrote', async () => {
  await sweep('killed');
  for (const left of ['lock', 'checkpoints']) await mkdir(at('killed/runs', `${runs[2].id}.jsonl.${left}`));
  await writeFile(at('killed', `${SUMMARIES_FILE}.unfinished`), '{');
  expect((await sweep('killed', { runOne: notAgain })).summaries).toHaveLength(4);
  expect(await readdir(at('killed/runs'))).toEqual([]);
  expect((await readdir(at('killed'))).sort()).toEqual(['runs', SUMMARIES_FILE]);
});

it('joins shares of two machines, copied into one folder, to the same bytes', async () => {
  for (const index of [1, 2]) {
    const shard = { index, count: 2 };
    await sweep(`machine-${index}`, {}, shardRuns(runs, shard));
    await cp(at(`machine-${index}`), at('merged', shardFolder(shard)), { recursive: true });
  }
  const read = await readRunsOnDisk([at('merged')], ({ message }) => expect.fail(message));
  expect(new Set(read)).toEqual(new Set(parseSummaries(expected)));
  expect(await sweep('merged', { runOne: notAgain })).toMatchObject({ failures: [], cancelled: false });
  expect(await results('merged')).toBe(expected);
});
