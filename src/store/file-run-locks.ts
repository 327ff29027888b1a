/**
 * @file One writer per run on the disk (Node only): a lock file beside the log that names the process. A process that is
 * gone holds nothing, so the lock of a killed program is taken over.
 */
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import { CodedError } from '../common/coded-error.ts';
import type { RunLock, RunLocks } from './run-locks.ts';

const holderSchema = z.object({
  pid: z.int().min(1),
  host: z.string(),
  /** When the process started, as the system counts; empty where that is not known. Numbers of processes are used again. */
  started: z.string(),
});
type Holder = z.infer<typeof holderSchema>;

/** The lock file of a log. */
export const lockFile = (log: string): string => `${log}.lock`;

/** Locks of runs whose ids are the paths of their logs. */
export class FileRunLocks implements RunLocks {
  /** @throws CodedError `run-open-elsewhere` where another process has the run open */
  async acquire(log: string): Promise<RunLock> {
    const path = lockFile(log);
    await mkdir(dirname(path), { recursive: true });
    const own: Holder = { pid: process.pid, host: hostname(), started: await startOf(process.pid) };
    while (!(await created(path, own))) {
      const holder = await readHolder(path);
      if (holder && (await isAlive(holder)) && holder.pid !== own.pid) throw openElsewhere(log, path, holder);
      await rm(path, { force: true });
    }
    return { release: () => rmSync(path, { force: true }) };
  }
}

const openElsewhere = (log: string, path: string, { pid, host }: Holder): CodedError =>
  new CodedError(
    'run-open-elsewhere',
    `${log} is open in another genenv (process ${pid} on ${host}), and two must not make the same run. ` +
      `Wait until it ends, or end it. If there is no such process, remove ${path}.`,
    { file: log, pid, host, lock: path },
  );

/** Makes the lock file; false where there is one. */
async function created(path: string, holder: Holder): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(JSON.stringify(holder)).finally(() => file.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined where the file is gone, or is no lock: a program was killed while it wrote it. */
async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return holderSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Whether the process still runs; true where another machine would have to say. */
async function isAlive({ pid, host, started }: Holder): Promise<boolean> {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user lives, and may not be signalled.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const fields = await statOf(pid);
  // One that was killed stays until its parent asks how it ended, in a container perhaps for ever; it writes nothing.
  return (fields[STARTED] ?? '') === started && !['Z', 'X'].includes(fields[STATE]);
}

/** Of the fields after the command's name. */
const STATE = 0;
const STARTED = 19;

/** Clock ticks from the machine's start to the process's; empty on other systems. */
const startOf = async (pid: number): Promise<string> => (await statOf(pid))[STARTED] ?? '';

/** The fields of /proc/PID/stat (proc(5)) from the third on; none on other systems. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field, the command's name in brackets, may hold spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
