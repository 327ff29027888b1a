/** @file A long run is opened without being read: what is asked of the database is counted, not timed. */
import 'fake-indexeddb/auto';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { runMetrics } from '../analysis/metrics.ts';
import { runEventFormat } from '../genenv/log/event-format.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import { IndexedDbRunStore } from '../store/indexed-db/indexed-db-store.ts';
import { newRunRecord } from '../store/run-store.ts';
import { readOutlined } from './open-run.ts';
import { longLog } from './testing/long-log.ts';

const EPOCHS = 300;
let store: IndexedDbRunStore<RunEvent>;
let log: RunEvent[][];

beforeAll(async () => {
  log = [...longLog(await recordRun(tableSettings({ epochs: 5, evalEvery: 5 })), EPOCHS)];
  store = await IndexedDbRunStore.open({ format: runEventFormat, name: 'long' });
  const record = newRunRecord({ id: 'long', name: 'long', settings: tableSettings(), now: 0 });
  await store.create(record, { epochs: log, checkpoints: [] });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Counts the values of each object store that are read while `work` is done, and their characters of JSON. */
async function reads(work: () => Promise<unknown>): Promise<Record<string, { values: number; characters: number }>> {
  const counted: Record<string, { values: number; characters: number }> = {};
  const count = (name: string, request: IDBRequest, listed: (result: unknown) => unknown[]) =>
    request.addEventListener('success', () => {
      counted[name] ??= { values: 0, characters: 0 };
      const values = listed(request.result);
      counted[name].values += values.length;
      const text = (_: string, value: unknown) =>
        value instanceof Uint8Array ? new TextDecoder().decode(value) : value;
      counted[name].characters += JSON.stringify(values, text).length;
    });
  const { get, getAll, openCursor } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, ...args) {
    const request = get.apply(this, args);
    count(this.name, request, (result) => (result === undefined ? [] : [result]));
    return request;
  });
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, ...args) {
    const request = getAll.apply(this, args);
    count(this.name, request, (result) => result as unknown[]);
    return request;
  });
  vi.spyOn(IDBObjectStore.prototype, 'openCursor').mockImplementation(function (this: IDBObjectStore, ...args) {
    const request = openCursor.apply(this, args);
    count(this.name, request, (result) => (result ? [(result as IDBCursorWithValue).value] : []));
    return request;
  });
  await work();
  vi.restoreAllMocks();
  return counted;
}

it('opens by its outlines and its newest epoch, with the same curves', async () => {
  let opened: RunEvent[] = [];
  const record = (await store.get('long'))!;
  const { events, outlines } = await reads(async () => {
    opened = await readOutlined(store, record);
  });
  expect(events.values).toBe(log.at(-1)!.length);
  // All of them were read, and the newest epoch's once more.
  expect(outlines.values).toBe(EPOCHS + 1);
  expect(outlines.characters / EPOCHS).toBeLessThan(5000);
  expect(opened).toHaveLength(log.flat().length);
  expect(opened.slice(-log.at(-1)!.length)).toEqual(log.at(-1));
  expect(runMetrics(opened)).toEqual(runMetrics(log.flat()));
});

it('reads of a past epoch that epoch alone', async () => {
  const { events, outlines } = await reads(() => store.epochEvents('long', 150));
  expect(events.values).toBe(log[149].length);
  expect(outlines.values).toBe(1);
});

it('reads a log from one end to the other in small windows', async () => {
  const largest: number[] = [];
  const { getAll } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, ...args) {
    const request = getAll.apply(this, args);
    request.addEventListener('success', () => largest.push((request.result as unknown[]).length));
    return request;
  });
  let epochs = 0;
  for await (const events of store.epochs('long')) {
    if (epochs % 50 === 0) expect(events).toEqual(log[epochs]);
    epochs += 1;
  }
  expect(epochs).toBe(EPOCHS);
  expect(Math.max(...largest)).toBeLessThanOrEqual(32);
});
