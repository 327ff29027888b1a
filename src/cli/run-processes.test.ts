/**
 * @file Compares runs of a sweep in separate processes with runs in this process, byte by byte, even if some are
 * stopped or killed. It takes over ten seconds, because two processes each compile their kernels.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeviceModels } from '../runs/run-headless.ts';
import { runInFolder } from '../sweeps/run-one.ts';
import { parseSweep, type SweepRun, sweepRuns } from '../sweeps/sweep-file.ts';
import { runSweep, type SweepOptions } from '../sweeps/sweep.ts';
import { SUMMARIES_FILE } from '../sweeps/summaries-file.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { armTitle } from '../text/names.ts';
import { RunProcesses } from './run-processes.ts';

const MODELS = join(import.meta.dirname, '../../models');
const sweep = {
  format: 'genenv-sweep',
  version: 1,
  name: 'tiny',
  preset: 'quick',
  settings: { epochs: 3, tasksPerEpoch: 2, groupSize: 2, evalTasks: 0 },
  arms: ['genenv', 'base-data'],
  seeds: [1],
};

let folder: string;
let runs: SweepRun[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-processes-'));
  runs = await sweepRuns(parseSweep(JSON.stringify(sweep)), armTitle);
});
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);
const bytes = (name: string) => readFile(join(at(name), SUMMARIES_FILE), 'utf8');

it('give the bytes of runs made one after the other here, also after one was killed and the other stopped', async () => {
  const device = await openNodeDevice();
  const runOne = runInFolder(at('alone'), new DeviceModels(device, MODELS), Date.now);
  await runSweep(runs, { folder: at('alone'), runOne, now: Date.now });
  device.destroy();

  const processes = new RunProcesses({ folder: at('broken'), models: MODELS });
  const sweep = (options: Partial<SweepOptions>) =>
    runSweep(runs, { folder: at('broken'), runOne: processes.runOne, now: Date.now, ...options });
  const stopping = new AbortController();
  let pids: number[] = [];
  const broken = await sweep({
    jobs: 2,
    signal: stopping.signal,
    onProgress({ epoch, failed }) {
      if (epoch === 1 && pids.length === 0) {
        pids = processes.pids;
        process.kill(pids[0], 'SIGKILL');
      }
      if (failed > 0) stopping.abort();
    },
  });
  expect(broken).toMatchObject({ cancelled: true, summaries: [] });
  expect(broken.failures).toMatchObject([{ error: { code: 'run-process-ended', parameters: { how: 'SIGKILL' } } }]);
  // At least one of the runs had made an epoch.
  expect(await readdir(at('broken/runs'))).toContainEqual(expect.stringMatching(/\.jsonl$/));

  // The stopped process makes both runs.
  expect(await sweep({})).toMatchObject({ cancelled: false, failures: [] });
  expect(processes.pids).toEqual(pids.slice(1));
  await processes.dispose();
  expect(pids.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  expect(await bytes('broken')).toBe(await bytes('alone'));
  expect(await readdir(at('broken/runs'))).toEqual([]);
}, 300_000);

it('hand on why a run failed, and make others after it', async () => {
  const processes = new RunProcesses({ folder: at('failed'), models: join(folder, 'no-models') });
  const make = () => processes.runOne(runs[0], () => {}, new AbortController().signal);
  await expect(make()).rejects.toThrow('no-models');
  await expect(make()).rejects.toThrow('no-models');
  expect(processes.pids).toHaveLength(1);
  await processes.dispose();
}, 60_000);
