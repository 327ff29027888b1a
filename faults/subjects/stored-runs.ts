/**
 * @file Runs written to a disk that fails. Whatever a run store or a sweep acknowledged is there afterwards, and the run
 * goes on to the bytes that it would have without the fault.
 */
import { deepStrictEqual } from 'node:assert';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RandomStream } from '../../src/random/random-stream.ts';
import { writeEventLog } from '../../src/store/event-log.ts';
import { nodeFiles, type FileSystem } from '../../src/store/files/durable-files.ts';
import { JsonLinesRunStore } from '../../src/store/files/json-lines-store.ts';
import { newRunRecord } from '../../src/store/run-store.ts';
import { faultyDisk, type DiskFaults } from '../../src/store/files/testing/faulty-disk.ts';
import { allEvents } from '../../src/store/testing/all-events.ts';
import { commitOf, epochEvents, testFormat, type TestEvent } from '../../src/store/testing/test-events.ts';
import type { Subject } from '../campaign.ts';
import { orRefused } from '../sentence.ts';

export const DISK_FAULTS = ['short writes', 'full disk', 'killed', 'power failure'] as const;

/** @param size about what one acknowledged write takes: bytes, and calls */
export function drawDisk(fault: string, size: { bytes: number; calls: number }, random: RandomStream) {
  const faults: DiskFaults = {};
  if (fault === 'short writes') faults.most = 1 + random.integer(Math.ceil(size.bytes / 20));
  else if (fault === 'full disk') faults.room = random.integer(2 * size.bytes);
  else faults.calls = 1 + random.integer(2 * size.calls);
  return faultyDisk(faults);
}

/**
 * Writes until the disk fails or all is written.
 * @throws where the writer, being alive, threw anything but a sentence
 */
export async function untilFault(disk: { isKilled(): boolean }, write: () => Promise<void>): Promise<void> {
  try {
    await orRefused(write);
  } catch (error) {
    // Nobody sees the errors of a dead program.
    if (!disk.isKilled()) throw error;
  }
}

const EPOCHS = 5;
/** The files of an epoch: four parts of weights, their hashes, its lines; and the calls that write them. */
const EPOCH_SIZE = { bytes: 900, calls: 36 };
const WHOLE = Buffer.concat(Array.from({ length: EPOCHS }, (_, epoch) => writeEventLog(epochEvents(epoch))));

class FailingRun {
  /** The last epoch that the store said is stored. */
  private acknowledged = -1;

  constructor(
    private readonly path: string,
    private readonly keepEvery: number,
  ) {}

  /** Goes on from what is stored until the disk fails, or the run is complete. */
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

  /** Read by a program that is started afterwards. */
  async check(): Promise<void> {
    const { path, acknowledged } = this;
    const store = await this.open(nodeFiles);
    await store.leaveEpochsWithoutWeights();
    const epochs = (await store.get(path))?.epochs ?? 0;
    if (epochs <= acknowledged) throw new Error(`Epoch ${acknowledged} was acknowledged, and ${epochs} are left.`);
    const expected = Array.from({ length: epochs }, (_, epoch) => epochEvents(epoch)).flat();
    deepStrictEqual(await allEvents(store, path), expected);
    if (epochs > 0) deepStrictEqual(await store.checkpoint(path), commitOf(path, epochs - 1).checkpoint);
    this.acknowledged = epochs - 1;
  }

  private open(files: FileSystem): Promise<JsonLinesRunStore<TestEvent>> {
    return JsonLinesRunStore.open(this.path, testFormat, { keepEvery: this.keepEvery }, files);
  }
}

export const storedRuns: Subject = {
  name: 'runs being written',
  faults: DISK_FAULTS,
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
    return {
      async run(fault, random) {
        const path = join(folder, 'run.jsonl');
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
        return 'recovered';
      },
      close: () => rm(folder, { recursive: true }),
    };
  },
};
