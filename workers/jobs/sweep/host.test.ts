/** @file Sweeps as a page makes them, over IndexedDB; tables play the models. */
import 'fake-indexeddb/auto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { summaryLine } from '../../../src/sweeps/summaries-file.ts';
import { parseSweep, type Sweep, sweepRuns } from '../../../src/sweeps/sweep-file.ts';
import { summarisingRunner } from '../../../src/sweeps/run-one.ts';
import { runSweep } from '../../../src/sweeps/sweep.ts';
import { openTableRun, smallSweep } from '../../../src/sweeps/testing/table-runs.ts';
import { runEventFormat } from '../../../src/genenv/log/event-format.ts';
import { openTables } from '../../../src/genenv/testing/record-run.ts';
import { IndexedDbRunStore } from '../../../src/store/indexed-db/indexed-db-store.ts';
import { ProcessRunLocks } from '../../../src/store/testing/process-run-locks.ts';
import { IndexedDbSweepStore } from '../../../src/store/indexed-db/sweep-store.ts';
import { armTitle } from '../../../src/text/names.ts';
import { CodedError } from '../../../src/common/coded-error.ts';
import type { PickedFile } from '../../../src/common/byte-source.ts';
import { SweepHost, type SweepHostParts } from './host.ts';
import { allEvents } from '../../../src/store/testing/all-events.ts';

const sweep: Sweep = parseSweep(JSON.stringify({ ...smallSweep, settings: { ...smallSweep.settings, epochs: 2 } }));

let tables: Awaited<ReturnType<typeof openTables>>;
let locks: ProcessRunLocks;
let name: string;
let databases = 0;
let loads = 0;

const openModels = async () => {
  loads += 1;
  return { players: tables.players(), tokenizer: tables.tokenizer };
};

/** The page, or the page after a reload: another thread on the same databases. */
async function host(parts: Partial<SweepHostParts> = {}): Promise<SweepHost> {
  let clock = 0;
  return new SweepHost({
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

const ended = async (page: SweepHost) => {
  for (;;) {
    const job = await page.job();
    if (job && job.phase !== 'running' && job.phase !== 'stopping') return job;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
};

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
  await page.start(sweep, { keepRuns: false });
  expect(await ended(page)).toMatchObject({ phase: 'finished', failures: [], progress: { finished: 4, fraction: 1 } });

  const headless = await runSweep(await sweepRuns(sweep, armTitle), {
    runOne: summarisingRunner(openTableRun),
    results: { get: async () => undefined, put: async () => {} },
    now: () => 0,
  });
  const files = await page.files(sweep.name);
  expect(textOf(files, 'summaries.jsonl')).toBe(headless.summaries.map((one) => `${summaryLine(one)}\n`).join(''));
  expect(textOf(files, 'telemetry.jsonl')!.trim().split('\n')).toHaveLength(4);
  const { summaries, telemetry } = await page.results(sweep.name);
  expect(summaries.map(({ id }) => id)).toEqual((await sweepRuns(sweep, armTitle)).map(({ id }) => id));
  expect(telemetry!.get(summaries[0].id)!.seconds).toHaveLength(3);
  expect(await page.sweeps()).toEqual([{ name: 'small', sweep, finished: 4, runs: 4, updatedAt: 0 }]);
  // Runs under way are gone, and the page's own list has none of them.
  expect(await (await IndexedDbRunStore.open({ format: runEventFormat, name: `${name}-under-way` })).list()).toEqual(
    [],
  );
  expect(await (await IndexedDbRunStore.open({ format: runEventFormat, name })).list()).toEqual([]);
});

it('goes on after a cancel and a reload where the last epoch ended, and comes to the same results', async () => {
  const whole = await host();
  await whole.start(sweep, { keepRuns: false });
  await ended(whole);
  const expected = textOf(await whole.files(sweep.name), 'summaries.jsonl');

  name += '-again';
  const runs = await IndexedDbRunStore.open({ format: runEventFormat, name: `${name}-under-way`, now: () => 0 });
  const page = await host({ runs });
  // Once the first epoch of the second run is stored.
  const commit = runs.commitEpoch.bind(runs);
  const second = (await sweepRuns(sweep, armTitle))[1].id;
  runs.commitEpoch = async (epoch) => {
    await commit(epoch);
    if (epoch.runId === second) await page.cancel();
  };
  await page.start(sweep, { keepRuns: false });
  expect(await ended(page)).toMatchObject({ phase: 'cancelled' });
  expect(await runs.list()).toMatchObject([{ id: second, epochs: 1 }]);

  loads = 0;
  const reloaded = await host();
  expect(await reloaded.sweeps()).toMatchObject([{ finished: 1, runs: 4 }]);
  await reloaded.start(sweep, { keepRuns: false });
  expect(await ended(reloaded)).toMatchObject({ phase: 'finished' });
  expect(loads).toBe(3);
  const files = await reloaded.files(sweep.name);
  expect(textOf(files, 'summaries.jsonl')).toBe(expected);
  // The time of the interrupted run is not known.
  expect(textOf(files, 'telemetry.jsonl')!.trim().split('\n')).toHaveLength(3);
});

it('keeps whole runs among the page’s runs where that is asked for', async () => {
  const page = await host();
  await page.start({ ...sweep, seeds: [1], arms: ['genenv'] }, { keepRuns: true });
  await ended(page);
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
  await page.start(sweep, { keepRuns: false });
  expect(await ended(page)).toMatchObject({
    phase: 'failed',
    failures: [{ run: 'GenEnv-Random, seed 1', error: { code: 'device-lost', parameters: { details: '' } } }],
    progress: { finished: 3, failed: 1 },
  });
  await page.start(sweep, { keepRuns: false });
  expect(await ended(page)).toMatchObject({ phase: 'finished', failures: [] });
});

it('refuses a second sweep, the same sweep in another tab, and removal while it is under way', async () => {
  const [page, otherTab] = [await host(), await host()];
  await page.start(sweep, { keepRuns: false });
  await expect(page.start({ ...sweep, name: 'other' }, { keepRuns: false })).rejects.toThrow('sweep-under-way');
  await expect(otherTab.start(sweep, { keepRuns: false })).rejects.toThrow('sweep-in-another-tab');
  await expect(page.remove(sweep.name)).rejects.toThrow('sweep-under-way');
  await page.cancel();
  await ended(page);
  await page.remove(sweep.name);
  expect(await page.sweeps()).toEqual([]);
});

it('takes the results of a headless sweep, and says which files are none', async () => {
  const page = await host();
  await page.start(sweep, { keepRuns: false });
  await ended(page);
  const files = await page.files(sweep.name);
  const picked = files.map(({ path, text }): PickedFile => ({ path: `results/${path}`, file: new Blob([text]) }));
  const { runs, problems } = await page.importResults('brought in', [
    ...picked,
    { path: 'results/notes.jsonl', file: new Blob(['hello\n']) },
  ]);
  expect(runs).toBe(4);
  expect(problems).toMatchObject([
    {
      file: 'results/notes.jsonl',
      error: { code: 'summary-damaged', parameters: { where: 'Line 1 of results/notes.jsonl' } },
    },
  ]);
  // The same runs, in the order of their ids: there is no sweep that says another.
  expect(
    textOf(await page.files('brought in'), 'summaries.jsonl')!
      .split('\n')
      .sort(),
  ).toEqual(textOf(files, 'summaries.jsonl')!.split('\n').sort());
  await expect(page.importResults('none', [{ path: 'x.txt', file: new Blob(['']) }])).rejects.toThrow(
    'no-finished-runs',
  );
});
