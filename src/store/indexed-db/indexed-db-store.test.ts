/** @file Tests failures that only a browser's database has: quota, aborts, blocked upgrades, later versions. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect, Database, DATABASE_VERSION } from './database.ts';
import { IndexedDbRunStore } from './indexed-db-store.ts';
import { newRunRecord } from '../run-store.ts';
import { commitOf, epochEvents, testFormat, type TestEvent } from '../testing/test-events.ts';
import { allEvents } from '../testing/all-events.ts';

const NAME = 'under-test';
const open = (): Promise<IndexedDbRunStore<TestEvent>> =>
  IndexedDbRunStore.open<TestEvent>({ format: testFormat, name: NAME });
const run = newRunRecord({ id: 'run', name: 'run', settings: { alpha: 0.5 }, now: 1 });

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('the database itself', () => {
  it('lets only one of two connections store an epoch', async () => {
    const [first, second] = [await open(), await open()];
    await first.create(run);
    const results = await Promise.allSettled([first, second].map((store) => store.commitEpoch(commitOf('run', 0))));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await allEvents(first, 'run')).toEqual(epochEvents(0));
  });

  it('stays unchanged if an upgrade fails', async () => {
    vi.spyOn(IDBDatabase.prototype, 'createObjectStore').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    await expect(open()).rejects.toMatchObject({ code: 'store-full' });
    vi.restoreAllMocks();
    expect(await indexedDB.databases()).toEqual([]);
    await (await open()).create(run);
  });

  it('says that another tab blocks the upgrade', async () => {
    // This connection has no `blocking` handler, so it stays open.
    const other = await openDB(NAME, DATABASE_VERSION);
    await expect(Database.open(NAME, DATABASE_VERSION + 1)).rejects.toMatchObject({
      code: 'store-held-by-other-tab',
    });
    other.close();
  });

  it('says once that its data was deleted, and can be used again', async () => {
    const store = await open();
    await store.create(run);
    await deleteDB(NAME);
    await expect(store.commitEpoch(commitOf('run', 0))).rejects.toThrow('store-closed');
    expect(await store.list()).toEqual([]);
    await store.create(run);
    await store.commitEpoch(commitOf('run', 0));
    expect(await store.get('run')).toMatchObject({ epochs: 1 });
  });

  it('is not reopened after this page closed it', async () => {
    const store = await open();
    store.close();
    await expect(store.list()).rejects.toThrow('store-closed');
    await expect(store.create(run)).rejects.toThrow('store-closed');
  });

  it('closes when a newer page opens the database, and says so when used again', async () => {
    const store = await open();
    const newer = await openDB(NAME, DATABASE_VERSION + 1);
    await expect(store.list()).rejects.toThrow('store-closed');
    newer.close();
    await expect(open()).rejects.toThrow('store-newer');
  });
});

it('refuses weights that differ from the stored ones', async () => {
  const store = await open();
  await store.create(run);
  await store.commitEpoch(commitOf('run', 0));
  const database = await connect(NAME);
  const stored = (await database.get('checkpoints', ['run', 0]))!;
  const swapped = { ...stored, agent: stored.environment, environment: stored.agent };
  await database.put('checkpoints', swapped, ['run', 0]);
  await expect(store.checkpoint('run')).rejects.toMatchObject({
    code: 'checkpoint-damaged',
    message: expect.stringMatching(/agent\.weights is not what was stored/),
  });
  await database.put('checkpoints', stored, ['run', 1]);
  await expect(store.checkpoint('run', 1)).rejects.toThrow(/they are those of epoch 0/);
  const flipped = { ...stored, agent: { ...stored.agent, weights: Uint8Array.of(1, 0, 255, 1) } };
  await database.put('checkpoints', flipped, ['run', 0]);
  await expect(store.checkpoint('run', 0)).rejects.toThrow(/agent\.weights is not what was stored/);
  database.close();
});

it('refuses events with a flipped bit, and events of another position in the log', async () => {
  const store = await open();
  await store.create(run);
  for (const epoch of [0, 1]) await store.commitEpoch(commitOf('run', epoch));
  const database = await connect(NAME);
  const stored = (await database.get('events', ['run', 1]))!;
  const damaged = {
    code: 'stored-run-damaged',
    parameters: { run: 'run', problem: expect.stringMatching(/^line 2 /) },
  };
  const refuse = async () => {
    await expect(allEvents(store, 'run')).rejects.toMatchObject(damaged);
    await expect(store.event('run', 1)).rejects.toMatchObject(damaged);
    await expect(store.epochEvents('run', 0)).rejects.toMatchObject(damaged);
    expect(await store.epochEvents('run', 1)).toEqual(epochEvents(1));
  };
  for (let at = 0; at < stored.line.length - 1; at += 5) {
    const line = stored.line.map((byte, i) => (i === at ? byte ^ (1 << (at % 8)) : byte));
    await database.put('events', { ...stored, line }, ['run', 1]);
    await refuse();
  }
  await database.put('events', (await database.get('events', ['run', 4]))!, ['run', 1]);
  await refuse();
  await database.put('events', stored, ['run', 1]);
  const outline = (await database.get('outlines', ['run', 1]))!;
  outline.lines[20] ^= 1;
  await database.put('outlines', outline, ['run', 1]);
  await expect(store.outlined('run')).rejects.toMatchObject({ message: expect.stringContaining('line 4 ') });
  database.close();
});

/** Returns how many values `work` reads from each object store, in all and at most in one request. */
async function reads(work: () => Promise<unknown>) {
  const counted: Record<string, { values: number; most: number }> = {};
  for (const method of ['get', 'getAll'] as const) {
    const original = IDBObjectStore.prototype[method] as (...args: unknown[]) => IDBRequest;
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...args: unknown[]) {
      const request = original.apply(this, args);
      request.addEventListener('success', () => {
        const { length } = [request.result as unknown].flat();
        const count = (counted[this.name] ??= { values: 0, most: 0 });
        count.values += length;
        count.most = Math.max(count.most, length);
      });
      return request as never;
    });
  }
  await work();
  vi.restoreAllMocks();
  return counted;
}

it('opens a long run from outlines and the newest epoch, and reads a whole log in small windows', async () => {
  const store = await open();
  const epochs = Array.from({ length: 100 }, (_, epoch) => epochEvents(epoch));
  await store.create(run, { epochs, checkpoints: [] });
  let opened: TestEvent[] = [];
  const opening = await reads(async () => {
    opened = await store.outlined('run');
  });
  const outlines = epochs.slice(0, -1).map((events) => events.map((event) => testFormat.outline(event)));
  expect(opened).toEqual([...outlines, epochs[99]].flat());
  // The newest epoch's outline is read twice.
  expect([opening.events.values, opening.outlines.values]).toEqual([3, 101]);
  const past = await reads(() => store.epochEvents('run', 50));
  expect([past.events.values, past.outlines.values]).toEqual([3, 1]);
  const whole = await reads(() => allEvents(store, 'run'));
  expect(whole.events.most).toBeLessThanOrEqual(32);
  expect(await store.outlined('nobody')).toEqual([]);
});
