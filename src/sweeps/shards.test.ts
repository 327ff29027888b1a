/** @file Makes a sweep whose runs come in shares, as from several machines; tables play the models. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { armTitle } from '../text/names.ts';
import { readRunsOnDisk, runSweepInFolder } from './sweep-on-disk.ts';
import { type RunOne, runSweep, summarisingRunner } from './sweep.ts';
import {
  isShardFolder,
  parseShard,
  shardFolder,
  shardRuns,
  type StoredText,
  SUMMARIES_FILE,
  TELEMETRY_FILE,
  TextSweepResults,
} from './summaries-file.ts';
import { parseSweep, type SweepRun, sweepRuns } from './sweep-file.ts';
import { openTableRun, smallSweep } from './testing/table-runs.ts';

const text = (path: string): StoredText => ({
  read: async () => null,
  write: (value) => writeFile(path, value),
});

/** Makes runs as one machine does, into a folder. */
async function make(runs: readonly SweepRun[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const [results, telemetry] = [SUMMARIES_FILE, TELEMETRY_FILE].map((name) => text(join(folder, name)));
  const ids = runs.map(({ id }) => id);
  const store = await TextSweepResults.open(ids, results, telemetry);
  let time = 0;
  const now = () => (time += 1000);
  await runSweep(runs, { runOne: summarisingRunner(openTableRun, now), results: store, now });
}

/** Whoever asks it for a model makes a run again. */
const noRuns: RunOne = () => Promise.reject(new Error('A run was made again.'));

let runs: SweepRun[];
let folder: string;
beforeAll(async () => {
  runs = await sweepRuns(parseSweep(JSON.stringify(smallSweep)), armTitle);
  folder = mkdtempSync(join(tmpdir(), 'genenv-shards-'));
  await make(runs, join(folder, 'alone'));
  // Two machines, whose folders are copied into one.
  for (const index of [1, 2]) {
    const shard = { index, count: 2 };
    const machine = join(folder, `machine-${index}`, shardFolder(shard));
    await make(shardRuns(runs, shard), machine);
    await cp(machine, join(folder, 'merged', shardFolder(shard)), { recursive: true });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('are all the runs, each once, whatever their number', () => {
  for (const count of [1, 2, 3, 7]) {
    const shares = Array.from({ length: count }, (_, i) => shardRuns(runs, { index: i + 1, count }));
    expect(new Set(shares.flat().map(({ id }) => id))).toEqual(new Set(runs.map(({ id }) => id)));
    expect(shares.flat()).toHaveLength(runs.length);
    const sizes = shares.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  }
});

it('are read together from the folder they were copied into', async () => {
  const warnings: Error[] = [];
  const merged = await readRunsOnDisk([join(folder, 'merged')], (problem) => warnings.push(problem));
  const alone = await readRunsOnDisk([join(folder, 'alone')], (problem) => warnings.push(problem));
  const byId = <Item extends { id: string }>(items: readonly Item[]) =>
    [...items].sort((a, b) => a.id.localeCompare(b.id));
  expect(byId(merged.summaries)).toEqual(byId(alone.summaries));
  expect(merged.telemetry).toHaveLength(runs.length);
  expect(warnings).toEqual([]);
});

it('are joined into the bytes of a sweep made alone, and no run is made again', async () => {
  const outcome = await runSweepInFolder(runs, { folder: join(folder, 'merged'), runOne: noRuns, now: Date.now });
  expect(outcome).toMatchObject({ failures: [], cancelled: false });
  const bytes = (name: string) => readFileSync(join(folder, name, SUMMARIES_FILE), 'utf8');
  expect(bytes('merged')).toBe(bytes('alone'));
});

it('are named as i/n', () => {
  expect(parseShard('2/16')).toEqual({ index: 2, count: 16 });
  expect(isShardFolder(shardFolder({ index: 2, count: 16 }))).toBe(true);
  for (const wrong of ['', '0/2', '3/2', '1', '1/0', 'a/b', '1/2/3'])
    expect(() => parseShard(wrong)).toThrow('not-a-shard');
});
