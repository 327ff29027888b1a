/** @file A run on the disk has one writer; a killed one is in nobody's way. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../common/testing/eventually.ts';
import { FileRunLocks, lockFolder } from './file-run-locks.ts';
import { LockRaces } from './testing/lock-races.ts';

let folder: string;
let log: string;
const locks = new FileRunLocks();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-lock-'));
  log = join(folder, 'deeper', 'run.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

/** The lock as another process would have left it. */
async function lockOf(claimant: Partial<Record<'pid' | 'started' | 'host', string | number>>): Promise<void> {
  const lock = await locks.acquire(log);
  const [name] = await readdir(lockFolder(log));
  lock.release();
  const [pid, started, id, host] = name.split(',');
  const other = { pid, started, host, ...claimant };
  await mkdir(lockFolder(log), { recursive: true });
  await writeFile(join(lockFolder(log), [other.pid, other.started, id, other.host].join(',')), 'holds');
}

it('says which process has the run open, until that process ends', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(other, 'spawn');
  const stat = await readFile(`/proc/${other.pid}/stat`, 'utf8').catch(() => '');
  await lockOf({ pid: other.pid!, started: stat.split(' ')[21] ?? '' });
  await expect(locks.acquire(log)).rejects.toMatchObject({
    code: 'log-open-elsewhere',
    parameters: { pid: other.pid, host: hostname() },
  });
  other.kill('SIGKILL');
  await once(other, 'exit');
  const lock = await locks.acquire(log);
  lock.release();
  expect(existsSync(lockFolder(log))).toBe(false);
});

// Ended processes are recognised by /proc.
it.runIf(process.platform === 'linux')(
  'takes over the lock of a killed process that its parent has not asked for',
  async () => {
    // The shell becomes a program that never asks how its child ended.
    const parent = spawn('sh', ['-c', 'sleep 100 & echo $!; exec sleep 100'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(printed.toString());
    const stat = async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ');
    const started = (await stat())[21];
    await lockOf({ pid, started });
    await expect(locks.acquire(log)).rejects.toMatchObject({ code: 'log-open-elsewhere' });
    process.kill(pid, 'SIGKILL');
    await eventually(async () => expect((await stat())[2]).toBe('Z'));
    await expect(locks.acquire(log)).resolves.toBeDefined();
    parent.kill('SIGKILL');
  },
);

it('takes over a lock whose process number another process has now', async () => {
  await lockOf({ pid: process.ppid, started: 'long ago' });
  await expect(locks.acquire(log)).resolves.toBeDefined();
});

it('is held once in a process too, and may be held again once it is released', async () => {
  const lock = await locks.acquire(log);
  await expect(locks.acquire(log)).rejects.toMatchObject({ code: 'log-open-elsewhere' });
  lock.release();
  (await locks.acquire(log)).release();
});

it('has one holder where two processes take it at the same moment, free or left by a killed one', async () => {
  const races = await LockRaces.open();
  const logs = Array.from({ length: 60 }, (_, race) => races.log(race));
  await races.leave(logs.filter((_, race) => race % 3 > 0));
  const holders: number[] = [];
  for (const one of logs) {
    holders.push(await races.race(one));
    expect(existsSync(lockFolder(one)), one).toBe(false);
  }
  expect(holders).toEqual(logs.map(() => 1));
  await races.close();
});

it('leaves the lock of another machine alone, and says how to remove it', async () => {
  await lockOf({ host: 'another-machine', pid: 1 });
  await expect(locks.acquire(log)).rejects.toMatchObject({ parameters: { lock: lockFolder(log) } });
});
