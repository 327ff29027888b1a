/** @file Two processes that take the lock of a run at the same moment: one holds it, or neither where one is killed. */
import { existsSync } from 'node:fs';
import { FileRunLocks, lockFile } from '../../src/store/files/file-run-locks.ts';
import { LockRaces } from '../../src/store/files/testing/lock-races.ts';
import type { Subject } from '../campaign.ts';

/** The milliseconds of a race: a racer is killed within it. */
const RACE = 20;
/** So many locks are left by one killed process. */
const LEFT = 200;

const races = (faults: readonly string[], trialsOf: (trials: number) => number): Subject => ({
  name: 'locks',
  faults,
  trialsOf,
  async open() {
    const races = await LockRaces.open();
    const left: string[] = [];
    let made = 0;
    return {
      async run(fault, random) {
        if (fault === 'left by a killed process' && left.length === 0) {
          left.push(...Array.from({ length: LEFT }, () => races.log((made += 1))));
          await races.leave(left);
        }
        const log = left.pop() ?? races.log('run');
        const killed = fault === 'a racer killed';
        const holders = await races.race(log, killed ? random.next() * RACE : undefined);
        if (holders > 1 || (holders === 0 && !killed)) throw new Error(`${holders} processes hold the lock.`);
        // Whatever is left, the next one takes it, and leaves nothing.
        (await new FileRunLocks().acquire(log)).release();
        if (existsSync(lockFile(log))) throw new Error('The lock is left.');
        return 'recovered';
      },
      close: () => races.close(),
    };
  },
});

export const locks: readonly Subject[] = [
  races(['free', 'left by a killed process'], () => 1000),
  // A process is started for each.
  races(['a racer killed'], (trials) => trials),
];
