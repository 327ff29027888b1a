import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileRunLocks, lockFile } from './durable-files.ts';
import { LockRaces } from './testing/lock-races.ts';

let folder: string;
let log: string;
const locks = new FileRunLocks();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-lock-'));
  log = join(folder, 'deeper', 'run.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes a lock file as another process would leave it. */
async function lockOf(owner: { pid?: number; host?: string }): Promise<void> {
  const { pid = process.pid, host = hostname() } = owner;
  await mkdir(dirname(log), { recursive: true });
  await writeFile(lockFile(log), `${pid} ${crypto.randomUUID()} ${host}\n`);
}

/** Returns the id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const other = spawn('true');
  await once(other, 'exit');
  return other.pid!;
}

it('names the process that has the run open, until that process ends', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(other, 'spawn');
  await lockOf({ pid: other.pid! });
  await expect(locks.acquire(log)).rejects.toMatchObject({
    code: 'log-open-elsewhere',
    parameters: { pid: other.pid, host: hostname(), lock: lockFile(log) },
  });
  other.kill('SIGKILL');
  await once(other, 'exit');
  const lock = await locks.acquire(log);
  lock.release();
  expect(await readdir(dirname(log))).toEqual([]);
});

it('takes over the lock of an ended process that had this process’s id', async () => {
  await lockOf({ pid: process.pid });
  await expect(locks.acquire(log)).resolves.toBeDefined();
});

it('takes over a lock even if another process was killed while taking it over', async () => {
  const pid = await endedProcess();
  await lockOf({ pid });
  for (const left of ['', '.takeover'])
    await rename(lockFile(log), `${lockFile(log)}.takeover${left}`).then(() => lockOf({ pid }));
  (await locks.acquire(log)).release();
  expect(await readdir(dirname(log))).toEqual([]);
});

it.each(['', '\0\0\0'])('takes over a lock whose process was killed before it wrote its name: %j', async (content) => {
  await mkdir(dirname(log), { recursive: true });
  await writeFile(lockFile(log), content);
  await utimes(lockFile(log), 1, 1);
  (await locks.acquire(log)).release();
  expect(await readdir(dirname(log))).toEqual([]);
});

it('leaves another program’s file or folder alone, and says what to do', async () => {
  await mkdir(dirname(log), { recursive: true });
  await writeFile(lockFile(log), 'The key is under the mat.');
  const refused = { code: 'lock-in-the-way', parameters: { lock: lockFile(log) } };
  await expect(locks.acquire(log)).rejects.toMatchObject(refused);
  expect(await readFile(lockFile(log), 'utf8')).toBe('The key is under the mat.');
  await rm(lockFile(log));
  await mkdir(lockFile(log));
  await expect(locks.acquire(log)).rejects.toMatchObject(refused);
});

it('does not release a lock that another process made after this one’s was removed', async () => {
  const lock = await locks.acquire(log);
  await lockOf({ host: 'another-machine' });
  lock.release();
  expect(existsSync(lockFile(log))).toBe(true);
});

it('is held only once within a process, and again after its release', async () => {
  const lock = await locks.acquire(log);
  await expect(locks.acquire(log)).rejects.toMatchObject({ code: 'log-open-elsewhere' });
  lock.release();
  (await locks.acquire(log)).release();
});

it('has one holder if two processes take a free or abandoned lock at once', async () => {
  const races = await LockRaces.open();
  const logs = Array.from({ length: 60 }, (_, race) => races.log(race));
  await races.leave(logs.filter((_, race) => race % 3 > 0));
  const holders: number[] = [];
  for (const one of logs) {
    holders.push(await races.race(one));
    expect(existsSync(lockFile(one)), one).toBe(false);
  }
  expect(holders).toEqual(logs.map(() => 1));
  await races.close();
});

it('leaves another machine’s lock alone, and says how to remove it', async () => {
  await lockOf({ host: 'another-machine', pid: 1 });
  await expect(locks.acquire(log)).rejects.toMatchObject({ parameters: { lock: lockFile(log) } });
});
