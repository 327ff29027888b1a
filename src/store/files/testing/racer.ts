/** @file Runs a process that races for locks (lock-races.ts): it takes the named lock at the given moment. */
import { FileRunLocks } from '../durable-files.ts';
import type { RunLock } from '../../run-store.ts';

export type ToRacer = { take: string; at: number } | 'release';
/** Message from the racer: true if it now holds the lock. */
export type FromRacer = boolean;

let held: RunLock[] = [];
const tell = (holds: FromRacer) => process.send!(holds);

process.on('message', async (message: ToRacer) => {
  if (message === 'release') {
    for (const lock of held) lock.release();
    held = [];
    return tell(false);
  }
  // Loop until the moment, because a timer would wake the racers a millisecond apart.
  while (performance.timeOrigin + performance.now() < message.at);
  try {
    held.push(await new FileRunLocks().acquire(message.take));
    tell(true);
  } catch {
    tell(false);
  }
});
process.on('disconnect', () => process.exit());
