/** @file Sweeps in IndexedDB: results stay with their sweep, whole, until it is removed. */
import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { IndexedDbSweepStore } from './database.ts';

let store: IndexedDbSweepStore;
let databases = 0;

beforeEach(async () => {
  store = await IndexedDbSweepStore.open(`sweeps-${(databases += 1)}`);
});

const result = (line: string) => ({ summary: line, telemetry: null });

it('keeps results by sweep and run, and lists sweeps newest first', async () => {
  await store.putResults({ name: 'a', sweep: { arms: 1 }, updatedAt: 1 }, new Map([['run', result('a’s')]]));
  await store.putResults(
    { name: 'a b', sweep: null, updatedAt: 2 },
    new Map([
      ['run', result('b’s')],
      ['other', result('b’s other')],
    ]),
  );
  expect((await store.list()).map(({ name }) => name)).toEqual(['a b', 'a']);
  expect(await store.results('a')).toEqual(new Map([['run', result('a’s')]]));
  expect([...(await store.results('a b')).keys()]).toEqual(['other', 'run']);
  expect(await store.result('a', 'other')).toBeUndefined();
});

it('a sweep that is stored again keeps its results; a removed one loses them', async () => {
  await store.putResults({ name: 'a', sweep: null, updatedAt: 1 }, new Map([['run', result('x')]]));
  await store.put({ name: 'a', sweep: { seeds: 5 }, updatedAt: 2 });
  expect(await store.list()).toEqual([{ name: 'a', sweep: { seeds: 5 }, updatedAt: 2 }]);
  expect((await store.results('a')).size).toBe(1);
  await store.remove('a');
  expect(await store.list()).toEqual([]);
  expect((await store.results('a')).size).toBe(0);
});

it('says in a sentence what could not be stored, and stores nothing of it', async () => {
  const damaged = new Map([
    ['whole', result('x')],
    ['damaged', { summary: (() => 0) as never, telemetry: null }],
  ]);
  await expect(store.putResults({ name: 'a', sweep: null, updatedAt: 1 }, damaged)).rejects.toThrow(
    /event-not-plain-data.*store results of sweep/,
  );
  expect(await store.list()).toEqual([]);
  expect((await store.results('a')).size).toBe(0);
});
