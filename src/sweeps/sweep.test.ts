/** @file Makes a sweep that runs through, is stopped, grows, and has runs that fail; tables play the models. */
import { expect, it } from 'vitest';
import { armTitle } from '../text/names.ts';
import { type RunOne, runSweep, summarisingRunner, type SweepProgress } from './sweep.ts';
import { parseSummaries, parseTelemetry, type StoredText, TextSweepResults } from './summaries-file.ts';
import { parseSweep, sweepRuns, type SweepRun } from './sweep-file.ts';
import { openTableRun, smallSweep } from './testing/table-runs.ts';

const runsOf = async (changes: object = {}) =>
  sweepRuns(parseSweep(JSON.stringify({ ...smallSweep, ...changes })), armTitle);

const memory = (text: string | null = null): StoredText & { text: string | null } => ({
  text,
  async read() {
    return this.text;
  },
  async write(value) {
    this.text = value;
  },
});

const open = async (runs: readonly SweepRun[], results = memory(), telemetry = memory()) => ({
  results,
  telemetry,
  store: await TextSweepResults.open(
    runs.map(({ id }) => id),
    results,
    telemetry,
  ),
});

/** Makes a clock that advances by a second each time it is read. */
const ticking = () => {
  let time = 0;
  return () => (time += 1000);
};

const runTable = summarisingRunner(openTableRun);

it('gives the same bytes twice, and the same when it was stopped in the middle', async () => {
  const runs = await runsOf();
  const once = await open(runs);
  const outcome = await runSweep(runs, { runOne: runTable, results: once.store, now: ticking() });
  expect(outcome).toMatchObject({ failures: [], cancelled: false });
  expect(outcome.summaries.map(({ id }) => id)).toEqual(runs.map(({ id }) => id));

  const stopping = new AbortController();
  const stopped = await open(runs);
  let epochs = 0;
  const half = await runSweep(runs, {
    runOne: (run, onEpoch, signal) =>
      runTable(
        run,
        (epoch) => {
          onEpoch(epoch);
          if (++epochs === 4) stopping.abort();
        },
        signal,
      ),
    results: stopped.store,
    now: ticking(),
    signal: stopping.signal,
  });
  expect(half.cancelled).toBe(true);
  expect(half.summaries).toHaveLength(1);
  expect(parseSummaries(stopped.results.text!)).toHaveLength(1);

  const made: string[] = [];
  const resumed = await open(runs, stopped.results);
  await runSweep(runs, {
    runOne: (run, ...rest) => (made.push(run.id), runTable(run, ...rest)),
    results: resumed.store,
    now: ticking(),
  });
  expect(made).toEqual(runs.slice(1).map(({ id }) => id));
  expect(resumed.results.text).toBe(once.results.text);
});

it('gives the same bytes when several runs are made at once, in whatever order they end', async () => {
  const runs = await runsOf({ seeds: [1, 2, 3] });
  const alone = await open(runs);
  await runSweep(runs, { runOne: runTable, results: alone.store, now: ticking() });

  const together = await open(runs);
  const [ended, begun] = [[] as string[], [] as string[]];
  let [underWay, most, storing] = [0, 0, 0];
  let others = () => {};
  const othersEnded = new Promise<void>((resolve) => (others = resolve));
  const runOne: RunOne = async (run, ...rest) => {
    begun.push(run.id);
    most = Math.max(most, ++underWay);
    // The first run of the sweep ends last.
    if (run === runs[0]) await othersEnded;
    const result = await runTable(run, ...rest);
    ended.push(run.id);
    underWay -= 1;
    if (ended.length === runs.length - 1) others();
    return result;
  };
  const results = {
    get: (id: string) => together.store.get(id),
    async put(...result: Parameters<typeof together.store.put>) {
      expect(++storing).toBe(1);
      await Promise.resolve();
      await together.store.put(...result);
      storing -= 1;
    },
  };
  const outcome = await runSweep(runs, { runOne, results, jobs: 2, now: ticking() });
  expect(outcome).toMatchObject({ failures: [], cancelled: false });
  expect([most, begun, ended.at(-1)]).toEqual([2, runs.map(({ id }) => id), runs[0].id]);
  expect(outcome.summaries.map(({ id }) => id)).toEqual(runs.map(({ id }) => id));
  expect(together.results.text).toBe(alone.results.text);
});

it('keeps results in the order of the sweep when it grows at the front', async () => {
  const first = await runsOf({ seeds: [2], arms: ['random'] });
  const results = memory();
  await runSweep(first, { runOne: runTable, results: (await open(first, results)).store, now: ticking() });
  const all = await runsOf();
  await runSweep(all, { runOne: runTable, results: (await open(all, results)).store, now: ticking() });
  expect(parseSummaries(results.text!).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
});

it('goes on after a run that failed, and makes it again the next time', async () => {
  const runs = await runsOf();
  const { store, results } = await open(runs);
  const failing: RunOne = (run, ...rest) =>
    run.settings.seed === 1 && run.arm === 'random'
      ? Promise.reject(new Error('The GPU was lost.'))
      : runTable(run, ...rest);
  const outcome = await runSweep(runs, { runOne: failing, results: store, now: ticking() });
  expect(outcome.failures).toMatchObject([{ run: runs[1], error: { message: 'The GPU was lost.' } }]);
  expect(outcome.summaries).toHaveLength(3);
  expect(parseSummaries(results.text!)).toHaveLength(3);
  const again = await runSweep(runs, { runOne: runTable, results: store, now: ticking() });
  expect(again.summaries).toHaveLength(4);
});

it('reports how far it is and how long it will take', async () => {
  const runs = await runsOf({ seeds: [1] });
  // The two runs have three epochs, of ten seconds each.
  let time = 0;
  const runOne: RunOne = async (run, onEpoch, signal) =>
    summarisingRunner(openTableRun)(
      run,
      (epoch) => {
        time += 10_000;
        onEpoch(epoch);
      },
      signal,
    );
  const reports: SweepProgress[] = [];
  const parts = { runOne, now: () => time, onProgress: (progress: SweepProgress) => reports.push(progress) };
  await runSweep(runs, { ...parts, results: (await open(runs)).store });
  expect(reports[0]).toMatchObject({ epoch: 0, finished: 0, fraction: 0, remainingMilliseconds: null });
  const middle = reports.find(({ finished, epoch }) => finished === 1 && epoch === 1)!;
  expect(middle.fraction).toBeCloseTo(4 / 6, 12);
  expect(middle.remainingMilliseconds).toBeCloseTo(20_000, 6);
  expect(reports.at(-1)).toMatchObject({ finished: 2, fraction: 1, remainingMilliseconds: 0 });
});

it('records seconds beside the results, never in them', async () => {
  const runs = await runsOf({ seeds: [1], arms: ['random'] });
  const timed = await open(runs);
  const runOne = summarisingRunner(openTableRun, ticking());
  await runSweep(runs, { runOne, results: timed.store, now: ticking() });
  const untimed = await open(runs);
  await runSweep(runs, { runOne: runTable, results: untimed.store, now: ticking() });
  expect(timed.results.text).toBe(untimed.results.text);
  expect(untimed.telemetry.text).toBeNull();
  expect(parseTelemetry(timed.telemetry.text!)).toEqual([{ id: runs[0].id, seconds: [1, 2, 3, 4] }]);
});
