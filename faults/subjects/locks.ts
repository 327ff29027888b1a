/** @file Damaged lock files: a run can be opened, or a sentence says who has it. */
import { hostname, tmpdir } from 'node:os';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileRunLocks, lockFile } from '../../src/store/file-run-locks.ts';
import type { Subject } from '../campaign.ts';
import { BYTE_DAMAGES, damageFile } from '../damage.ts';
import { orRefused } from '../sentence.ts';

export const locks: Subject = {
  name: 'locks',
  faults: BYTE_DAMAGES,
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
    const log = join(folder, 'run.jsonl');
    // A process that is gone: numbers go up to 2²² on Linux.
    const lock = new TextEncoder().encode(JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), started: '1' }));
    return {
      async run(fault, random) {
        await writeFile(lockFile(log), damageFile(lock, fault, random));
        const held = await orRefused(() => new FileRunLocks().acquire(log));
        if (held === 'refused') return 'refused';
        held.release();
        return 'recovered';
      },
      close: () => rm(folder, { recursive: true }),
    };
  },
};
