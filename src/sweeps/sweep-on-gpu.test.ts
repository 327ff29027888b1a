/**
 * @file Makes the example sweep on WebGPU: the same bytes when it is stopped and continued, and every figure of them. That
 * takes over ten seconds because it makes eight runs.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { figureFiles, headlessDocument } from '../figures/render.ts';
import { allFigures } from '../figures/index.ts';
import { figureWords } from '../text/figure-words.ts';
import { armTitle } from '../text/names.ts';
import { readRunsOnDisk, runInFolder, runSweepInFolder, type SweepFolderOptions } from './sweep-on-disk.ts';
import { DeviceModels } from '../runs/run-headless.ts';
import { parseSweep, sweepRuns, type SweepRun } from './sweep-file.ts';
import { SUMMARIES_FILE } from './summaries-file.ts';

const root = join(import.meta.dirname, '../..');
let device: Device;
let folder: string;
let runs: SweepRun[];

beforeAll(async () => {
  device = await openNodeDevice();
  folder = await mkdtemp(join(tmpdir(), 'genenv-sweep-'));
  const sweep = parseSweep(await readFile(join(root, 'docs/sweeps/quick.json'), 'utf8'));
  const settings = { ...sweep.settings, epochs: 2, tasksPerEpoch: 4, groupSize: 4, evalTasks: 1, evalSamples: 1 };
  runs = await sweepRuns({ ...sweep, settings }, armTitle);
});
afterAll(async () => {
  device.destroy();
  await rm(folder, { recursive: true });
});

const sweep = (name: string, options: Partial<SweepFolderOptions> = {}) => {
  const host = new DeviceModels(device, join(root, 'models'));
  const into = { folder: join(folder, name), now: Date.now };
  return runSweepInFolder(runs, { ...into, runOne: runInFolder({ ...into, host }), ...options });
};
const summaries = (name: string) => readFile(join(folder, name, SUMMARIES_FILE), 'utf8');
const figures = async (name: string) => {
  const read = await readRunsOnDisk([join(folder, name)], ({ message }) => expect.fail(message));
  return figureFiles(allFigures(read, figureWords), headlessDocument());
};

it('gives the same bytes, run through or stopped and continued, and the same figures from them', async () => {
  expect(runs).toHaveLength(4);
  const through = await sweep('through');
  expect(through).toMatchObject({ failures: [], cancelled: false });
  expect(through.summaries.map(({ epochs }) => epochs.length)).toEqual([2, 2, 2, 2]);
  expect(await readdir(join(folder, 'through/runs'))).toEqual([]);

  const stopping = new AbortController();
  const stopped = await sweep('stopped', {
    signal: stopping.signal,
    onProgress: ({ finished, epoch }) => finished === 1 && epoch === 1 && stopping.abort(),
  });
  expect(stopped.cancelled).toBe(true);
  expect(stopped.summaries).toHaveLength(1);
  expect(await readdir(join(folder, 'stopped/runs'))).toContain(`${runs[1].id}.jsonl`);
  expect((await sweep('stopped')).summaries).toHaveLength(4);
  expect(await summaries('stopped')).toBe(await summaries('through'));

  // The process was killed between storing a result and removing its log, and while it wrote the summaries.
  const leftovers = join(folder, 'stopped/runs', `${runs[2].id}.jsonl`);
  for (const left of ['lock', 'checkpoints']) await mkdir(`${leftovers}.${left}`);
  await writeFile(join(folder, 'stopped', `${SUMMARIES_FILE}.unfinished`), '{');
  expect((await sweep('stopped')).summaries).toHaveLength(4);
  expect(await readdir(join(folder, 'stopped/runs'))).toEqual([]);
  expect((await readdir(join(folder, 'stopped'))).sort()).toEqual(['runs', SUMMARIES_FILE, 'telemetry.jsonl']);

  const drawn = await figures('through');
  expect(drawn.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['table-1.svg', 'figure-7.csv', 'overlay.svg', 'overlay.csv']),
  );
  // The overlay's rows are every epoch's success, and held-out success before the first and after each.
  const overlay = drawn.find(({ path }) => path === 'overlay.csv')!.text;
  expect(overlay.split('\n').filter((line) => /^(successRate|held-out)/.test(line))).toHaveLength(4 * (2 + 3));
  expect(await figures('stopped')).toEqual(drawn);
});
