import { describe, expect, it } from 'vitest';
import type { Settings } from '../genenv/settings/settings.ts';
import { parseSummaries, parseSummaryLine, type RunSummary, summaryLine } from '../analysis/run-summary.ts';
import { parseTelemetry } from '../analysis/run-telemetry.ts';
import { parseSweep, sweepRuns, type SweepRun } from './sweep-file.ts';
import { type StoredText, TextSweepResults } from './sweep-results.ts';
import { runSweep, summarisingRunner, type RunOne, type SweepProgress } from './sweep.ts';
import { openTableRun, smallSweep } from './testing/table-runs.ts';

const runsOf = async (changes: object = {}) => sweepRuns(parseSweep(JSON.stringify({ ...smallSweep, ...changes })));

/** A text in memory. */
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

/** A clock that advances by a second each time it is read. */
const ticking = () => {
  let time = 0;
  return () => (time += 1000);
};

const runTable = summarisingRunner(openTableRun);

describe('a sweep file', () => {
  it('becomes runs: models × seeds × grid × arms, each with its own settings', async () => {
    const runs = await runsOf({
      arms: ['genenv', 'offline-2x'],
      seeds: [7, 8],
      grid: { alpha: [0.3, 0.5], groupSize: [4] },
      models: [
        { name: 'first', agentModel: 'a1', environmentModel: 'e1', teacherModel: 't' },
        { name: 'second', agentModel: 'a2', environmentModel: 'e2', teacherModel: 't' },
      ],
    });
    expect(runs).toHaveLength(16);
    expect(runs.slice(0, 4).map(({ label }) => label)).toEqual([
      'GenEnv, first, alpha 0.3, groupSize 4, seed 7',
      'Offline ×2, first, alpha 0.3, groupSize 4, seed 7',
      'GenEnv, first, alpha 0.5, groupSize 4, seed 7',
      'Offline ×2, first, alpha 0.5, groupSize 4, seed 7',
    ]);
    const offline = runs[1].settings;
    expect(offline).toMatchObject({ arm: 'offline', offlinePool: 512, alpha: 0.3, seed: 7, agentModel: 'a1' });
    expect(new Set(runs.map(({ id }) => id)).size).toBe(16);
  });

  it('keeps the ids of its runs when it grows', async () => {
    const few = await runsOf();
    const many = await runsOf({ seeds: [3, 2, 1], arms: ['static', 'random', 'genenv'] });
    expect(many.map(({ id }) => id)).toEqual(expect.arrayContaining(few.map(({ id }) => id)));
  });

  it('gives every run the same agent rollouts where it is told how many', async () => {
    const runs = await runsOf({ grid: { groupSize: [2, 4, 8] }, agentRollouts: 96 });
    const spent = ({ epochs, tasksPerEpoch, groupSize }: Settings) => epochs * tasksPerEpoch * groupSize;
    expect(new Set(runs.map(({ settings }) => spent(settings)))).toEqual(new Set([96]));
  });

  it('says what is wrong with it', async () => {
    const wrong = (changes: object, message: string | RegExp) => expect(runsOf(changes)).rejects.toThrow(message);
    await expect((async () => parseSweep('{'))()).rejects.toThrow('not JSON');
    await wrong({ version: 2 }, 'version');
    await wrong({ arms: ['genenv', 'magic'] }, '"magic" is none of the arms');
    await wrong({ arms: ['genenv', 'genenv'] }, 'arms: has an entry twice');
    await wrong({ seeds: [] }, 'seeds: must have at least one entry');
    await wrong({ seeds: [-1] }, 'seeds.0');
    await wrong({ grid: { alpah: [1] } }, 'names a setting that does not exist: alpah');
    await wrong({ grid: { seed: [1] } }, 'must not hold arm, seed');
    await wrong({ grid: { alpha: [0.5, 2] } }, /In the run “GenEnv, alpha 2, seed 1”: alpha must be/);
    await wrong({ settings: { epochs: 0 } }, 'epochs must be a whole number');
    await wrong({ arms: ['offline-4x'], settings: { teacherModel: '' } }, 'needs a teacher model');
    await wrong({ grid: { seed: [1], alpha: [] } }, 'at least one entry');
    await wrong({ extra: 1 }, 'extra');
    await wrong({ seeds: Array.from({ length: 6000 }, (_, i) => i) }, '12000 runs, more than 10000');
    const twins = ['one', 'two'].map((name) => ({ name, agentModel: 'a', environmentModel: 'e' }));
    await wrong({ models: twins }, 'Two runs of this sweep are the same');
  });
});

describe('running a sweep', () => {
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
    expect(outcome.failures).toEqual([{ run: runs[1], message: 'The GPU was lost.' }]);
    expect(outcome.summaries).toHaveLength(3);
    expect(parseSummaries(results.text!)).toHaveLength(3);
    const again = await runSweep(runs, { runOne: runTable, results: store, now: ticking() });
    expect(again.summaries).toHaveLength(4);
  });

  it('reports how far it is and how long it will take', async () => {
    const runs = await runsOf({ seeds: [1] });
    // Two runs of three epochs, ten seconds an epoch.
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
});

describe('a run summary', () => {
  let summary: RunSummary;
  const makeSummary = async () => {
    const [run] = await runsOf({ seeds: [5], arms: ['genenv'] });
    ({ summary } = await runTable(run, () => {}, new AbortController().signal));
    return summary;
  };

  it('survives its line of JSON', async () => {
    await makeSummary();
    expect(summary.epochs.map(({ epoch }) => epoch)).toEqual([1, 2, 3]);
    expect(summary.heldOut.map(({ epoch }) => epoch)).toEqual([0, 1, 2, 3]);
    expect(summary.epochs.map(({ agentRollouts }) => agentRollouts)).toEqual([16, 32, 48]);
    expect(summary.heldOut[0].agentRollouts).toBe(0);
    expect(summary.epochs[2].environmentFlops).toBeGreaterThan(0);
    expect(parseSummaryLine(summaryLine(summary), 'Line 1')).toEqual(summary);
  });

  it('that is damaged is told in a sentence', async () => {
    summary ??= await makeSummary();
    const line = summaryLine(summary);
    expect(() => parseSummaryLine(line.slice(0, -5), 'Line 4')).toThrow('Line 4 is not JSON.');
    expect(() => parseSummaryLine(line.replace('"success"', '"succes"'), 'Line 4')).toThrow(
      /Line 4 is not a run summary of version 1 \(heldOut\.0\.success: /,
    );
    expect(() => parseSummaryLine(line.replace('"alpha":0.5', '"alpha":5'), 'Line 4')).toThrow('alpha must be');
    expect(() => parseSummaries(`${line}\n\n[]\n`)).toThrow('Line 3');
  });
});
