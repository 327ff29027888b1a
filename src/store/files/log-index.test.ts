/** @file The index of a log: opening with it is opening without it, whatever became of the log or of the index. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nodeFiles } from './durable-files.ts';
import { writeEventLog } from '../event-log.ts';
import { JsonLinesRunStore } from './json-lines-store.ts';
import { indexFile } from './log-index.ts';
import { defaultRetention, newRunRecord } from '../run-store.ts';
import { allEvents } from '../testing/all-events.ts';
import { commitOf, epochEvents, testFormat, type TestEvent } from '../testing/test-events.ts';

const EPOCHS = 6;
let folder: string;
let path: string;

/** @param indexedFrom 0: with an index; Infinity: without one */
const open = (indexedFrom: number, format = testFormat, files = nodeFiles) =>
  JsonLinesRunStore.open<TestEvent>(path, format, defaultRetention, files, indexedFrom);

const logOf = (epochs: number) =>
  Buffer.concat(Array.from({ length: epochs }, (_, i) => writeEventLog(epochEvents(i))));

/** Everything that a store says of its log, or why it refuses it. */
async function saidOf(indexedFrom: number) {
  try {
    const store = await open(indexedFrom);
    const { train, environment } = store.pools(path);
    const ofType: unknown[] = [];
    for await (const event of store.eventsOf(path, 'pools-updated')) ofType.push(event);
    const record = await store.get(path);
    const single = await Promise.all([0, 1, 4, 5, 17, 18].map((sequence) => store.event(path, sequence)));
    const sizes = [await train.size(), await environment.size()];
    return {
      record,
      events: await allEvents(store, path),
      ofType,
      single,
      sizes,
      fourth: await store.epochEvents(path, 3),
    };
  } catch (error) {
    return (error as Error).message;
  }
}

/** Expects the same answers with the index that is there as without one; then the index holds the log as it is. */
async function expectSame(): Promise<void> {
  const withIndex = await saidOf(0);
  const index = await readFile(indexFile(path)).catch(() => Buffer.alloc(0));
  await rm(indexFile(path), { force: true });
  const without = await saidOf(Infinity);
  expect(withIndex).toEqual(without);
  await saidOf(0);
  const made = await readFile(indexFile(path)).catch(() => Buffer.alloc(0));
  // Lines of epochs that the log has lost stay until the next epoch is stored.
  expect(index.subarray(0, made.length)).toEqual(made);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-index-'));
  path = join(folder, 'run.jsonl');
  await writeFile(path, logOf(EPOCHS));
  await open(0);
});
afterEach(() => rm(folder, { recursive: true }));

it('opens a log without parsing it: two events, however many there are', async () => {
  const upgrade = vi.fn(testFormat.upgrade);
  const store = await open(0, { ...testFormat, upgrade });
  // The first of the log, with its settings, and the last of the index.
  expect(upgrade).toHaveBeenCalledTimes(2);
  expect(await store.get(path)).toMatchObject({ epochs: EPOCHS, eventCount: 3 * EPOCHS });
  await expectSame();
});

it('scans what the index does not have', async () => {
  await writeFile(path, Buffer.concat([logOf(EPOCHS + 2), Buffer.from('{"type":"scored","epo')]));
  const upgrade = vi.fn(testFormat.upgrade);
  expect(await (await open(0, { ...testFormat, upgrade })).get(path)).toMatchObject({ epochs: EPOCHS + 2 });
  // Two epochs of three events, the first of the log, and the last before them.
  expect(upgrade).toHaveBeenCalledTimes(8);
  await expectSame();
});

it('says of a damaged log what is said without an index: each byte changed, each length', async () => {
  const log = await readFile(path);
  const index = await readFile(indexFile(path));
  for (let at = 0; at < log.length; at += 31) {
    for (const damaged of [log.subarray(0, at), log.map((byte, i) => (i === at ? byte ^ 4 : byte))]) {
      await writeFile(path, damaged);
      await writeFile(indexFile(path), index);
      await expectSame();
    }
  }
});

it('refuses a damaged line by its number, wherever the index ends', async () => {
  const lines = logOf(EPOCHS).toString('utf8').split('\n');
  for (const epochs of [0, 2, 3, EPOCHS]) {
    await rm(indexFile(path), { force: true });
    await writeFile(path, logOf(epochs));
    if (epochs > 0) await open(0);
    await writeFile(path, lines.with(10, 'nonsense').join('\n'));
    expect(await saidOf(0)).toContain('line 11 is not JSON');
  }
});

it('is made again where it is damaged: each byte changed, each length', async () => {
  const index = await readFile(indexFile(path));
  for (let at = 0; at < index.length; at += 17) {
    for (const damaged of [index.subarray(0, at), index.map((byte, i) => (i === at ? byte ^ 1 : byte))]) {
      await writeFile(indexFile(path), damaged);
      await expectSame();
      expect(await readFile(indexFile(path))).toEqual(index);
    }
  }
});

it('is not believed under another version of events, nor for another log', async () => {
  const upgrade = vi.fn(testFormat.upgrade);
  await open(0, { ...testFormat, version: 2, upgrade });
  expect(upgrade.mock.calls.length).toBeGreaterThan(3 * EPOCHS);
  const index = await readFile(indexFile(path));
  await writeFile(path, Buffer.concat([3, 4, 5, 6].map((epoch) => writeEventLog(epochEvents(epoch)))));
  await writeFile(indexFile(path), index);
  await expectSame();
});

it('grows with the run, also after epochs were left', async () => {
  await rm(folder, { recursive: true });
  const store = await open(0);
  await store.create(newRunRecord({ id: path, name: '', settings: {}, now: 1 }));
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) await store.commitEpoch(commitOf(path, epoch));
  const whole = await readFile(indexFile(path));
  await expectSame();
  expect(await readFile(indexFile(path))).toEqual(whole);

  await rm(`${path}.checkpoints/${EPOCHS - 1}`, { recursive: true });
  const reopened = await open(0);
  await reopened.leaveEpochsWithoutWeights();
  await reopened.commitEpoch(commitOf(path, EPOCHS - 1));
  expect(await readFile(indexFile(path))).toEqual(whole);
  await reopened.remove(path);
  await expect(stat(indexFile(path))).rejects.toThrow('ENOENT');
});

it('waits for the newline that the last line lacks', async () => {
  await writeFile(path, logOf(EPOCHS).subarray(0, -1));
  await expectSame();
});

it('begins where a log is large enough to be worth it', async () => {
  await rm(indexFile(path));
  const size = logOf(EPOCHS).length;
  await open(size + 1);
  await expect(stat(indexFile(path))).rejects.toThrow('ENOENT');
  await open(size);
  expect((await stat(indexFile(path))).size).toBeGreaterThan(0);
});

it('is left out where it cannot be written, and the epochs are stored all the same', async () => {
  await rm(path);
  const openOrFull = (name: string, flags?: string) =>
    name === indexFile(path) ? Promise.reject(new Error('ENOSPC')) : nodeFiles.open(name, flags);
  const full = { ...nodeFiles, open: openOrFull as typeof nodeFiles.open };
  const store = await open(0, testFormat, full);
  await store.create(newRunRecord({ id: path, name: '', settings: {}, now: 1 }));
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) await store.commitEpoch(commitOf(path, epoch));
  expect(await readFile(path)).toEqual(logOf(EPOCHS));
  await expect(stat(indexFile(path))).rejects.toThrow('ENOENT');
});
