/** @file Makes writes to a browser's database fail. Each epoch of a run must be stored as a whole, or not at all. */
import 'fake-indexeddb/auto';
import { deepStrictEqual } from 'node:assert';
import { IDBFactory } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { IndexedDbRunStore } from '../src/store/indexed-db/indexed-db-store.ts';
import { failWritesAfter, quotaExceeded, transactionAborted } from '../src/store/indexed-db/testing/failing-writes.ts';
import { newRunRecord } from '../src/store/run-store.ts';
import { allEvents } from '../src/store/testing/all-events.ts';
import { commitOf, epochEvents, testFormat, type TestEvent } from '../src/store/testing/test-events.ts';
import { orRefused, trials } from './trials.ts';

const EPOCHS = 4;
/** Number of writes per epoch: 3 events, 1 list of outlines, 3 pool entries, 1 checkpoint, 1 run record. */
const WRITES = 9;
const epochsUpTo = (end: number) => Array.from({ length: end }, (_, epoch) => epochEvents(epoch)).flat();

it.each([
  ['no room left', quotaExceeded],
  ['transaction aborted', transactionAborted],
])('a failed epoch leaves the epochs before it: %s', async (fault, failure) => {
  await trials(`runs in a browser/${fault}`, 10, async (random) => {
    globalThis.indexedDB = new IDBFactory();
    const open = () => IndexedDbRunStore.open<TestEvent>({ format: testFormat, name: 'runs' });
    await (await open()).create(newRunRecord({ id: 'run', name: 'run', settings: {}, now: 1 }));
    for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
      const store = await open();
      const restore = failWritesAfter(random.integer(WRITES), failure);
      const outcome = await orRefused(() => store.commitEpoch(commitOf('run', epoch))).finally(restore);
      expect(outcome, `epoch ${epoch}, of which a write failed`).toBe('refused');
      const reopened = await open();
      deepStrictEqual(await allEvents(reopened, 'run'), epochsUpTo(epoch));
      expect(await reopened.get('run')).toMatchObject({ epochs: epoch, eventCount: 3 * epoch });
      expect(await reopened.trainPool('run').size()).toBe(2 * epoch);
      if (epoch > 0) deepStrictEqual(await reopened.checkpoint('run'), commitOf('run', epoch - 1).checkpoint);
      await reopened.commitEpoch(commitOf('run', epoch));
    }
    deepStrictEqual(await allEvents(await open(), 'run'), epochsUpTo(EPOCHS));
  });
});
