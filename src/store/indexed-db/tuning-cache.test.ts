import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { IndexedDbTuningCache } from './tuning-cache.ts';

/** Web Locks of one name, as far as the cache uses them: one holder at a time. */
function oneLock(): LockManager {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, work: () => Promise<unknown>) => {
    const run = last.then(work);
    last = run.catch(() => {});
    return run;
  };
  return { request } as unknown as LockManager;
}

it('keeps choices for the next session', async () => {
  const open = () => openDatabase('tuning-test');
  expect(await new IndexedDbTuningCache(open, oneLock()).get('one')).toBeUndefined();
  await new IndexedDbTuningCache(open, oneLock()).set('one', 3);
  expect(await new IndexedDbTuningCache(open, oneLock()).get('one')).toBe(3);
});

it('lets one thread work at a time', async () => {
  const locks = oneLock();
  const log: string[] = [];
  const thread = (name: string) =>
    new IndexedDbTuningCache(async () => expect.fail('opened'), locks).exclusively(async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      log.push(`${name} ends`);
    });
  await Promise.all([thread('one'), thread('other')]);
  expect(log).toEqual(['one begins', 'one ends', 'other begins', 'other ends']);
});

it('never fails where there is no database', async () => {
  const cache = new IndexedDbTuningCache(() => Promise.reject(new Error('private mode')), oneLock());
  await cache.set('one', 1);
  expect(await cache.get('one')).toBeUndefined();
});
