/** @file Runs written to a browser's database that fails: an epoch is there whole, or not at all. */
import 'fake-indexeddb/auto';
import { deepStrictEqual } from 'node:assert';
import { IDBFactory } from 'fake-indexeddb';
import { IndexedDbRunStore } from '../../src/store/indexed-db/indexed-db-store.ts';
import { newRunRecord } from '../../src/store/run-store.ts';
import {
  failWritesAfter,
  quotaExceeded,
  transactionAborted,
} from '../../src/store/indexed-db/testing/failing-writes.ts';
import { allEvents } from '../../src/store/testing/all-events.ts';
import { commitOf, epochEvents, testFormat, type TestEvent } from '../../src/store/testing/test-events.ts';
import type { Subject } from '../campaign.ts';
import { orRefused } from '../sentence.ts';

const FAILURES = { 'no room left': quotaExceeded, 'transaction aborted': transactionAborted };
const EPOCHS = 4;
/** The parts of an epoch of the test: events, pool entries, checkpoint, record. */
const WRITES = 8;

export const browserRuns: Subject = {
  name: 'runs in a browser',
  faults: Object.keys(FAILURES),
  async open() {
    return {
      async run(fault, random) {
        globalThis.indexedDB = new IDBFactory();
        const open = () => IndexedDbRunStore.open<TestEvent>({ format: testFormat, name: 'runs' });
        await (await open()).create(newRunRecord({ id: 'run', name: 'run', settings: {}, now: 1 }));
        for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
          const store = await open();
          const restore = failWritesAfter(random.integer(WRITES), FAILURES[fault as keyof typeof FAILURES]);
          const outcome = await orRefused(() => store.commitEpoch(commitOf('run', epoch))).finally(restore);
          if (outcome !== 'refused') throw new Error(`Epoch ${epoch} was acknowledged, and a write of it failed.`);
          const reopened = await open();
          deepStrictEqual(await allEvents(reopened, 'run'), epochsUpTo(epoch));
          if (epoch > 0) deepStrictEqual(await reopened.checkpoint('run'), commitOf('run', epoch - 1).checkpoint);
          await reopened.commitEpoch(commitOf('run', epoch));
        }
        deepStrictEqual(await allEvents(await open(), 'run'), epochsUpTo(EPOCHS));
        return 'recovered';
      },
    };
  },
};

const epochsUpTo = (end: number) => Array.from({ length: end }, (_, epoch) => epochEvents(epoch)).flat();
