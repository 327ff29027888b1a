/**
 * @file Writes runs and sweeps to a simulated disk that fails: writes are short, the disk is full, the program is
 * killed between two system calls, or the power fails. Afterwards all data acknowledged as stored must exist. The run
 * must then continue to the same bytes as without a fault.
 */
import { deepStrictEqual } from 'node:assert';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { summariseLog, type RunSummary } from '../src/analysis/run-summary.ts';
import { recordRun, tableSettings } from '../src/genenv/testing/record-run.ts';
import type { RandomStream } from '../src/random/random-stream.ts';
import { writeEventLog } from '../src/store/event-log.ts';
import { nodeFiles, type FileSystem } from '../src/store/files/durable-files.ts';
import { JsonLinesRunStore } from '../src/store/files/json-lines-store.ts';
import { type DiskFaults, faultyDisk } from '../src/store/files/testing/faulty-disk.ts';
import { newRunRecord } from '../src/store/run-store.ts';
import { allEvents } from '../src/store/testing/all-events.ts';
import { commitOf, epochEvents, testFormat, type TestEvent } from '../src/store/testing/test-events.ts';
import { SweepResults } from '../src/sweeps/results-folder.ts';
import { SUMMARIES_FILE } from '../src/sweeps/summaries-file.ts';
import { orRefused, trials } from './trials.ts';

const FAULTS = ['short writes', 'full disk', 'killed', 'power failure'];
const TRIALS = 10;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns a disk with a random fault. @param size approximate bytes and system calls of one acknowledged write */
function drawDisk(fault: string, size: { bytes: number; calls: number }, random: RandomStream) {
  const faults: DiskFaults = {};
  if (fault === 'short writes') faults.most = 1 + random.integer(Math.ceil(size.bytes / 20));
  else if (fault === 'full disk') faults.room = random.integer(2 * size.bytes);
  else faults.calls = 1 + random.integer(2 * size.calls);
  return faultyDisk(faults);
}

/**
 * Runs `write`, which the fault of the disk may interrupt.
 * @throws any error of `write` without a proper message for a user, unless the program was killed
 */
async function untilFault(disk: { isKilled(): boolean }, write: () => Promise<void>): Promise<void> {
  try {
    await orRefused(write);
  } catch (error) {
    // No user sees the errors of a killed program.
    if (!disk.isKilled()) throw error;
  }
}

const EPOCHS = 5;
/** Approximate bytes and system calls of storing an epoch: both players' states with hashes, and log lines. */
const EPOCH_SIZE = { bytes: 900, calls: 36 };
const WHOLE = Buffer.concat(Array.from({ length: EPOCHS }, (_, epoch) => writeEventLog(epochEvents(epoch))));

class FailingRun {
  private acknowledged = -1;

  constructor(
    private readonly path: string,
    private readonly keepEvery: number,
  ) {}

  /** Starts or continues the stored run until it is complete. Throws when the disk fails. */
  async goOn(files: FileSystem): Promise<void> {
    const { path } = this;
    const store = await this.open(files);
    await store.leaveEpochsWithoutWeights();
    if (!(await store.get(path))) await store.create(newRunRecord({ id: path, name: '', settings: {}, now: 1 }));
    for (let epoch = (await store.get(path))!.epochs; epoch < EPOCHS; epoch += 1) {
      await store.commitEpoch(commitOf(path, epoch));
      this.acknowledged = epoch;
    }
  }

  /** Reads the run as a restarted program does, and expects all acknowledged epochs. */
  async check(): Promise<void> {
    const { path } = this;
    const store = await this.open(nodeFiles);
    await store.leaveEpochsWithoutWeights();
    const epochs = (await store.get(path))?.epochs ?? 0;
    expect(epochs, 'stored epochs').toBeGreaterThan(this.acknowledged);
    const expected = Array.from({ length: epochs }, (_, epoch) => epochEvents(epoch)).flat();
    deepStrictEqual(await allEvents(store, path), expected);
    if (epochs > 0) deepStrictEqual(await store.checkpoint(path), commitOf(path, epochs - 1).checkpoint);
    this.acknowledged = epochs - 1;
  }

  private open(files: FileSystem): Promise<JsonLinesRunStore<TestEvent>> {
    return JsonLinesRunStore.open(this.path, testFormat, { keepEvery: this.keepEvery }, files);
  }
}

it.each(FAULTS)('a run loses no stored epoch and ends with the same bytes: %s', async (fault) => {
  const path = join(folder, 'run.jsonl');
  await trials(`runs being written/${fault}`, TRIALS, async (random) => {
    const run = new FailingRun(path, random.integer(4));
    for (let round = 1 + random.integer(4); round > 0; round -= 1) {
      const disk = drawDisk(fault, EPOCH_SIZE, random);
      await untilFault(disk, () => run.goOn(disk.files));
      if (fault === 'power failure') await disk.losePower(random);
      await run.check();
    }
    await run.goOn(nodeFiles);
    await run.check();
    deepStrictEqual(await readFile(path), WHOLE);
    await rm(path);
    await rm(`${path}.checkpoints`, { recursive: true });
  });
});

/** Approximate bytes and system calls of storing one result. */
const RESULT_SIZE = { bytes: 10_000, calls: 7 };

let summaries: RunSummary[];
beforeAll(async () => {
  summaries = [];
  for (const arm of ['genenv', 'random'] as const)
    for (const seed of [1, 2])
      summaries.push(summariseLog(`${arm}-s${seed}`, await recordRun(tableSettings({ arm, seed, tasksPerEpoch: 4 }))));
});

const openResults = (at: string, files: FileSystem) =>
  SweepResults.open(
    at,
    summaries.map(({ id }) => id),
    files,
  );

async function storeResults(at: string, files: FileSystem, acknowledged = new Set<string>()): Promise<void> {
  const results = await openResults(at, files);
  for (const summary of summaries) {
    if (results.get(summary.id)) continue;
    await results.put(summary);
    acknowledged.add(summary.id);
  }
}

it.each(FAULTS)('a sweep loses no stored result and ends with the same bytes: %s', async (fault) => {
  const whole = await mkdtemp(join(folder, 'whole-'));
  await storeResults(whole, nodeFiles);
  const expected = await readFile(join(whole, SUMMARIES_FILE));
  await trials(`sweeps being written/${fault}`, TRIALS, async (random) => {
    const at = await mkdtemp(join(folder, 'sweep-'));
    const acknowledged = new Set<string>();
    for (let round = 1 + random.integer(3); round > 0; round -= 1) {
      const disk = drawDisk(fault, RESULT_SIZE, random);
      await untilFault(disk, () => storeResults(at, disk.files, acknowledged));
      if (fault === 'power failure') await disk.losePower(random);
      const found = await openResults(at, nodeFiles);
      for (const id of acknowledged)
        deepStrictEqual(
          found.get(id),
          summaries.find((summary) => summary.id === id),
        );
    }
    await storeResults(at, nodeFiles, acknowledged);
    deepStrictEqual(await readFile(join(at, SUMMARIES_FILE)), expected);
  });
});
