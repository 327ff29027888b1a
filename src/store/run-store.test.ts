/** @file Checks both implementations of RunStore. */
import 'fake-indexeddb/auto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { IndexedDbRunStore } from './indexed-db/indexed-db-store.ts';
import { JsonLinesRunStore } from './files/json-lines-store.ts';
import { newRunRecord, type RunStore } from './run-store.ts';
import { commitOf, epochEvents, testFormat, type TestEvent } from './testing/test-events.ts';
import { allEvents } from './testing/all-events.ts';

const folder = await mkdtemp(join(tmpdir(), 'genenv-store-'));
afterAll(() => rm(folder, { recursive: true }));
let opened = 0;
const retention = { keepEvery: 3 };

const stores: Record<string, (name: string) => Promise<RunStore<TestEvent>>> = {
  IndexedDB: (name) => IndexedDbRunStore.open({ format: testFormat, name, retention }),
  'JSON lines': (name) => JsonLinesRunStore.open(join(folder, name), testFormat, retention),
};

describe.each(Object.entries(stores))('a run in %s', (kind, open) => {
  let store: RunStore<TestEvent>;
  let id: string;

  beforeEach(async () => {
    const name = `store-${(opened += 1)}`;
    store = await open(name);
    id = kind === 'JSON lines' ? join(folder, name) : 'run-1';
    await store.create(newRunRecord({ id, name: 'a run', settings: { alpha: 0.5 }, now: 1 }));
  });

  it('begins empty', async () => {
    expect(await store.get(id)).toMatchObject({ id, epochs: 0, eventCount: 0, settings: { alpha: 0.5 } });
    expect(await allEvents(store, id)).toEqual([]);
    expect(await store.checkpoint(id)).toBeUndefined();
    expect(await store.get('nobody')).toBeUndefined();
    expect(await store.trainPool('nobody').size()).toBe(0);
  });

  it('returns events, pools and bytes exactly and in order', async () => {
    for (const epoch of [0, 1]) await store.commitEpoch(commitOf(id, epoch));
    expect(await allEvents(store, id)).toEqual([...epochEvents(0), ...epochEvents(1)]);
    const pool = store.trainPool(id);
    expect(await pool.size()).toBe(4);
    const added = [0, 1].flatMap((epoch) => testFormat.poolEntries(epochEvents(epoch)).train);
    const entries = added.map((entry, position) => ({ ...entry, position }));
    expect(await pool.read([3, 0, 4, 1, 2])).toEqual([3, 0, 1, 2].map((position) => entries[position]));
    expect(await store.checkpoint(id)).toEqual(commitOf(id, 1).checkpoint);
    expect(await store.get(id)).toMatchObject({ epochs: 2, eventCount: 6 });
  });

  it('reads single events, and all events of one type', async () => {
    const epochs = Array.from({ length: 40 }, (_, epoch) => epoch);
    const other = { ...newRunRecord({ id: `${id}-other`, name: 'another run', settings: {}, now: 1 }) };
    if (kind !== 'JSON lines') {
      await store.create(other);
      await store.commitEpoch(commitOf(other.id, 0));
    }
    for (const epoch of epochs) await store.commitEpoch(commitOf(id, epoch));
    expect(await store.event(id, 101)).toEqual(epochEvents(33)[2]);
    expect(await store.event(id, 120)).toBeUndefined();
    const scored = [];
    for await (const event of store.eventsOf(id, 'scored')) scored.push(event);
    expect(scored).toEqual(epochs.map((epoch) => epochEvents(epoch)[0]));
    for await (const event of store.eventsOf('nobody', 'scored')) expect.fail(`found ${event.type}`);
  });

  it('reads epoch by epoch from any epoch on', async () => {
    const epochs = Array.from({ length: 20 }, (_, epoch) => epoch);
    for (const epoch of epochs) await store.commitEpoch(commitOf(id, epoch));
    expect(await store.epochEvents(id, 13)).toEqual(epochEvents(13));
    expect(await store.epochEvents(id, 20)).toEqual([]);
    expect(await store.epochEvents('nobody', 0)).toEqual([]);
    const last: TestEvent[][] = [];
    for await (const epoch of store.epochs(id, 3 * 17)) last.push(epoch);
    expect(last).toEqual([17, 18, 19].map(epochEvents));
  });

  it('keeps the newest checkpoint and every third', async () => {
    for (let epoch = 0; epoch < 8; epoch += 1) await store.commitEpoch(commitOf(id, epoch));
    expect(await store.checkpointEpochs(id)).toEqual([0, 3, 6, 7]);
    expect(await store.checkpoint(id, 3)).toEqual(commitOf(id, 3).checkpoint);
    expect(await store.checkpoint(id, 4)).toBeUndefined();
  });

  it('refuses an epoch that does not continue the stored log', async () => {
    await store.commitEpoch(commitOf(id, 0));
    await expect(store.commitEpoch(commitOf(id, 0))).rejects.toMatchObject({
      code: 'store-conflict',
      parameters: { expected: 0, found: 3 },
    });
    expect(await allEvents(store, id)).toEqual(epochEvents(0));
  });

  it('keeps nothing of an epoch with a value that cannot be stored', async () => {
    await store.commitEpoch(commitOf(id, 0));
    const bad = commitOf(id, 1);
    const poisoned = { ...bad, events: [...bad.events, { type: 'epoch-ended', epoch: 1, note: () => {} } as never] };
    await expect(store.commitEpoch(poisoned)).rejects.toThrow('event-not-plain-data');
    expect(await allEvents(store, id)).toEqual(epochEvents(0));
    expect(await store.checkpointEpochs(id)).toEqual([0]);
    await store.commitEpoch(bad);
    expect(await allEvents(store, id)).toHaveLength(6);
  });

  it('keeps changed settings until the epoch is stored', async () => {
    const pendingChanges = [{ sequence: 1, changes: { alpha: 0.7 } }];
    await store.amend(id, { pendingChanges });
    expect(await store.get(id)).toMatchObject({ pendingChanges, name: 'a run' });
    await store.commitEpoch(commitOf(id, 0));
    expect((await store.get(id))?.pendingChanges).toEqual([]);
  });

  it('imports a run made elsewhere, and continues it', async () => {
    await store.remove(id);
    const contents = { epochs: [0, 1].map(epochEvents), checkpoints: [commitOf(id, 1).checkpoint] };
    await store.create(newRunRecord({ id, name: 'imported', settings: {}, now: 1 }), contents);
    expect(await store.get(id)).toMatchObject({ epochs: 2, eventCount: 6 });
    await store.commitEpoch(commitOf(id, 2));
    expect(await allEvents(store, id)).toEqual([0, 1, 2].flatMap(epochEvents));
    expect(await store.trainPool(id).size()).toBe(6);
    expect(await store.checkpoint(id)).toEqual(commitOf(id, 2).checkpoint);
  });

  it('leaves nothing of a run whose import fails', async () => {
    await store.remove(id);
    async function* broken() {
      yield epochEvents(0);
      throw new Error('the file is cut off');
    }
    const contents = { epochs: broken(), checkpoints: [] };
    await expect(store.create(newRunRecord({ id, name: 'imported', settings: {}, now: 1 }), contents)).rejects.toThrow(
      'the file is cut off',
    );
    expect(await store.get(id)).toBeUndefined();
    expect(await allEvents(store, id)).toEqual([]);
    await store.create(newRunRecord({ id, name: 'again', settings: {}, now: 1 }));
  });

  it('renames and removes', async () => {
    await store.commitEpoch(commitOf(id, 0));
    await store.amend(id, { name: 'another name' });
    expect(await store.get(id)).toMatchObject({ name: 'another name' });
    await store.remove(id);
    expect(await store.get(id)).toBeUndefined();
    expect(await allEvents(store, id)).toEqual([]);
    expect(await store.checkpoint(id)).toBeUndefined();
    await expect(store.commitEpoch(commitOf(id, 0))).rejects.toThrow('store-missing');
  });

  it('refuses to create a run twice', async () => {
    await expect(store.create(newRunRecord({ id, name: '', settings: {}, now: 1 }))).rejects.toThrow();
    expect(await store.get(id)).toMatchObject({ name: 'a run' });
  });
});
