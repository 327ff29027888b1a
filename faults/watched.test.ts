/** @file A trial that hangs, or ends its process, is counted, and the job goes on after it. */
import { expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import type { Subject } from './campaign.ts';
import { WatchedWorker } from './watched.ts';

it('counts a trial that hangs and one that ends the process, and makes the others', async () => {
  const subject: Subject = { name: 'a subject', faults: ['a fault'], limit: 500, open: async () => null };
  const worker = new WatchedWorker(fileURLToPath(new URL('./testing/bad-worker.ts', import.meta.url)));
  const tally = await worker.run({ subject, fault: 'a fault' }, 1, 0, 6);
  worker.close();
  expect(tally).toMatchObject({ trials: 6, recovered: 4 });
  expect(tally.failures).toEqual([
    { trial: 1, message: 'It had not ended after 1 s.' },
    { trial: 3, message: 'It ended the process (7).' },
  ]);
});
