/** @file Tests sweeps as a page makes them, over IndexedDB; tables play the models. */
import 'fake-indexeddb/auto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { summaryLine } from '../../src/sweeps/summaries-file.ts';
import { parseSweep, type Sweep, sweepRuns } from '../../src/sweeps/sweep-file.ts';
import { runSweep, summarisingRunner, type SweepProgress } from '../../src/sweeps/sweep.ts';
import { openTableRun, smallSweep } from '../../src/sweeps/testing/table-runs.ts';
import { runEventFormat } from '../../src/genenv/log/event-format.ts';
import { openTables } from '../../src/genenv/testing/record-run.ts';
import { IndexedDbRunStore } from '../../src/store/indexed-db/indexed-db-store.ts';
import { ProcessRunLocks } from '../../src/store/testing/process-run-locks.ts';
import { IndexedDbSweepStore } from '../../src/store/indexed-db/database.ts';
import { armTitle } from '../../src/text/names.ts';
import { CodedError } from '../../src/common/coded-error.ts';
import type { PickedFile } from '../../src/common/byte-source.ts';
import { sweepJobs, type SweepParts, type SweepRequest } from './sweeps.ts';
import { allEvents } from '../../src/store/testing/all-events.ts';

const sweep: Sweep = parseSweep(JSON.stringify({ ...smallSweep, settings: { ...smallSweep.settings, epochs: 2 } }));

type Jobs = Awaited<ReturnType<typeof sweepJobs>>;

let tables: Awaited<ReturnType<typeof openTables>>;
let locks: ProcessRunLocks;
let name: string;
let databases = 0;
let loads = 0;

const openModels = async () => {
  loads += 1;
  return { players: tables.players(), tokenizer: tables.tokenizer };
};

/** Starts the page, or the page after a reload: another thread on the same databases. */
async function host(parts: Partial<SweepParts> = {}): Promise<Jobs> {
  let clock = 0;
  return sweepJobs({
    results: await IndexedDbSweepStore.open(name),
    runs: await IndexedDbRunStore.open({ format: runEventFormat, name: `${name}-under-way`, now: () => 0 }),
    library: await IndexedDbRunStore.open({ format: runEventFormat, name, now: () => 0 }),
    locks,
    openModels,
    now: () => 0,
    clock: () => (clock += 1),
    ...parts,
  });
}

/** Starts a sweep; `controller` cancels it, and `seen` has its progress. */
function start(jobs: Jobs, request: Partial<SweepRequest> = {}) {
  const controller = new AbortController();
  const seen: SweepProgress[] = [];
  const context = { signal: controller.signal, report: (progress: SweepProgress) => void seen.push(progress) };
  return { controller, seen, ended: jobs.sweep({ sweep, keepRuns: false, ...request }, context) };
}

const textOf = (files: { path: string; text: string }[], path: string) => files.find((one) => one.path === path)?.text;

beforeAll(async () => {
  tables = await openTables();
});
beforeEach(() => {
  name = `sweep-host-${(databases += 1)}`;
  locks = new ProcessRunLocks();
  loads = 0;
});

it('makes the runs a headless sweep makes: the same ids, the same bytes', async () => {
  const page = await host();
  const { seen, ended } = start(page);
  expect(await ended).toEqual({ cancelled: false, failures: [] });
  expect(seen.at(-1)).toMatchObject({ finished: 4, fraction: 1 });

  const headless = await runSweep(await sweepRuns(sweep, armTitle), {
    runOne: summarisingRunner(openTableRun),
    results: { get: async () => undefined, put: async () => {} },
    now: () => 0,
  });
  const files = await page['sweep-files'](sweep.name);
  expect(textOf(files, 'summaries.jsonl')).toBe(headless.summaries.map((one) => `${summaryLine(one)}\n`).join(''));
  expect(textOf(files, 'telemetry.jsonl')!.trim().split('\n')).toHaveLength(4);
  const { summaries, telemetry } = await page['sweep-results'](sweep.name);
  expect(summaries.map(({ id }) => id)).toEqual((await sweepRuns(sweep, armTitle)).map(({ id }) => id));
  expect(telemetry!.get(summaries[0].id)!.seconds).toHaveLength(3);
  expect(await page['stored-sweeps']()).toEqual([{ name: 'small', sweep, finished: 4, runs: 4, updatedAt: 0 }]);
  // Runs under way are gone, and the page's own list has none of them.
  expect(await (await IndexedDbRunStore.open({ format: runEventFormat, name: `${name}-under-way` })).list()).toEqual(
    [],
  );
  expect(await (await IndexedDbRunStore.open({ format: runEventFormat, name })).list()).toEqual([]);
});

it('goes on after a cancel and a reload where the last epoch ended, and comes to the same results', async () => {
  const whole = await host();
  await start(whole).ended;
  const expected = textOf(await whole['sweep-files'](sweep.name), 'summaries.jsonl');

  name += '-again';
  const runs = await IndexedDbRunStore.open({ format: runEventFormat, name: `${name}-under-way`, now: () => 0 });
  const page = await host({ runs });
  // Once the first epoch of the second run is stored.
  const commit = runs.commitEpoch.bind(runs);
  const second = (await sweepRuns(sweep, armTitle))[1].id;
  runs.commitEpoch = async (epoch) => {
    await commit(epoch);
    if (epoch.runId === second) started.controller.abort();
  };
  const started = start(page);
  expect(await started.ended).toMatchObject({ cancelled: true });
  expect(await runs.list()).toMatchObject([{ id: second, epochs: 1 }]);

  loads = 0;
  const reloaded = await host();
  expect(await reloaded['stored-sweeps']()).toMatchObject([{ finished: 1, runs: 4 }]);
  expect(await start(reloaded).ended).toEqual({ cancelled: false, failures: [] });
  expect(loads).toBe(3);
  const files = await reloaded['sweep-files'](sweep.name);
  expect(textOf(files, 'summaries.jsonl')).toBe(expected);
  // The time of the interrupted run is not known.
  expect(textOf(files, 'telemetry.jsonl')!.trim().split('\n')).toHaveLength(3);
});

it('keeps whole runs among the page’s runs where that is asked for', async () => {
  const page = await host();
  await start(page, { sweep: { ...sweep, seeds: [1], arms: ['genenv'] }, keepRuns: true }).ended;
  const library = await IndexedDbRunStore.open({ format: runEventFormat, name });
  const [record] = await library.list();
  expect(record).toMatchObject({ name: 'small: GenEnv, seed 1', epochs: 2 });
  expect(await allEvents(library, record.id)).toHaveLength(record.eventCount);
  expect(await library.checkpointEpochs(record.id)).toEqual([2]);
});

it('says which run failed and why, makes the others, and makes the failed one when asked again', async () => {
  let refused = 0;
  const page = await host({
    openModels: async () => {
      if (++refused === 2) throw new CodedError('device-lost', { details: '' });
      return openModels();
    },
  });
  const { seen, ended } = start(page);
  expect(await ended).toEqual({
    cancelled: false,
    failures: [{ run: 'GenEnv-Random, seed 1', error: { code: 'device-lost', parameters: { details: '' } } }],
  });
  expect(seen.at(-1)).toMatchObject({ finished: 3, failed: 1 });
  expect(await start(page).ended).toEqual({ cancelled: false, failures: [] });
});

it('refuses a second sweep, the same sweep in another tab, and removal while it is under way', async () => {
  const [page, otherTab] = [await host(), await host()];
  const { controller, seen, ended } = start(page);
  await expect(start(page, { sweep: { ...sweep, name: 'other' } }).ended).rejects.toThrow('sweep-under-way');
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  await expect(start(otherTab).ended).rejects.toThrow('sweep-in-another-tab');
  await expect(page['remove-sweep'](sweep.name)).rejects.toThrow('sweep-under-way');
  controller.abort();
  await ended;
  await page['remove-sweep'](sweep.name);
  expect(await page['stored-sweeps']()).toEqual([]);
});

it('takes the results of a headless sweep, and says which files are none', async () => {
  const page = await host();
  await start(page).ended;
  const files = await page['sweep-files'](sweep.name);
  const picked = files.map(({ path, text }): PickedFile => ({ path: `results/${path}`, file: new Blob([text]) }));
  const { runs, problems } = await page['import-results']({
    name: 'brought in',
    files: [...picked, { path: 'results/notes.jsonl', file: new Blob(['hello\n']) }],
  });
  expect(runs).toBe(4);
  expect(problems).toMatchObject([
    {
      file: 'results/notes.jsonl',
      error: { code: 'summary-damaged', parameters: { where: 'Line 1 of results/notes.jsonl' } },
    },
  ]);
  // The same runs come in the order of their ids: no sweep gives another order.
  expect(
    textOf(await page['sweep-files']('brought in'), 'summaries.jsonl')!
      .split('\n')
      .sort(),
  ).toEqual(textOf(files, 'summaries.jsonl')!.split('\n').sort());
  await expect(
    page['import-results']({ name: 'none', files: [{ path: 'x.txt', file: new Blob(['']) }] }),
  ).rejects.toThrow('no-finished-runs');
});
