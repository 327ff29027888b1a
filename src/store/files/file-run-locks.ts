/**
 * @file One writer per run on the disk (Node only). Beside the log is a folder, `run.jsonl.lock/`, in which every process
 * that wants the run puts a claim: an empty file whose name says which process it is. A process holds the run if it made
 * its claim first and then saw no other process alive in the folder.
 *
 * Two never hold it: each looks after its own claim is there, so of any two the later claim is made before a look that
 * sees the earlier one. Nothing is taken over or replaced: a claim has a name that no other ever has, so removing the claim
 * of a process that is gone, or one's own, can remove nobody else's, and a process may be killed between any two steps.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { rmdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { CodedError } from '../../common/coded-error.ts';
import type { RunLock, RunLocks } from '../run-locks.ts';
import { explainFailure } from '../store-error.ts';

/** The process that made a claim. */
interface Claimant {
  pid: number;
  /** As in the name of the claim: percent-encoded, which changes nothing in a usual name. */
  host: string;
  /** When the process started, as the system counts; empty where that is not known. Numbers of processes are used again. */
  started: string;
}

/** The patience of two that claim at the same moment: looks, and milliseconds between them. */
const LOOKS = 200;
const BETWEEN_LOOKS = 25;

export const lockFolder = (log: string): string => `${log}.lock`;

const HOST = encodeURIComponent(hostname());

/** The claims of this process, by path. */
const own = new Set<string>();

/** Locks of runs whose ids are the paths of their logs. */
export class FileRunLocks implements RunLocks {
  /** @throws CodedError `log-open-elsewhere` where another process has the run open */
  async acquire(log: string): Promise<RunLock> {
    const folder = lockFolder(log);
    const started = await startOf(process.pid);
    const name = nameOf({ pid: process.pid, host: HOST, started });
    const claim = join(folder, name);
    const release = () => {
      own.delete(claim);
      rmSync(claim, { force: true });
      removeIfEmpty(folder);
    };
    own.add(claim);
    try {
      await explainFailure(`lock ${log}`, () => makeClaim(folder, claim));
      for (let look = 1; ; look += 1) {
        const other = await liveClaim(folder, name);
        if (!other) break;
        // If both have not decided yet, the one whose name comes first waits for the other to leave.
        if (other.holds || other.name < name || look === LOOKS) throw openElsewhere(log, folder, other);
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
      }
      // On a full disk others merely wait longer before they are refused.
      await writeFile(claim, HOLDS).catch(() => {});
    } catch (error) {
      release();
      throw error;
    }
    return { release };
  }
}

const openElsewhere = (log: string, lock: string, { pid, host }: Claimant): CodedError =>
  new CodedError('log-open-elsewhere', { log, pid, host, lock });

/** The content of a claim once its process holds the run: others need not wait for it. */
const HOLDS = 'holds the run\n';

/** A name that no other claim ever has. */
const nameOf = ({ pid, host, started }: Claimant): string => `${pid},${started},${crypto.randomUUID()},${host}`;

/** Undefined where the file is no claim. */
function claimantOf(name: string): Claimant | undefined {
  const [, pid, started, host] = /^([1-9]\d*),(\d*),[^,]*,([^,]*)$/.exec(name) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), started, host };
}

/** Makes the claim, and the folder where it is not there: whoever leaves a folder empty removes it. */
async function makeClaim(folder: string, claim: string): Promise<void> {
  for (;;) {
    await mkdir(folder, { recursive: true });
    try {
      return await writeFile(claim, '', { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** A claim of another process that is alive: one that holds the run, or else the first by name. Removes those of others. */
async function liveClaim(folder: string, except: string) {
  let first: (Claimant & { name: string; holds: boolean }) | undefined;
  for (const name of (await readdir(folder)).sort()) {
    const claimant = name === except ? undefined : claimantOf(name);
    if (!claimant) continue;
    const path = join(folder, name);
    if (!(await isAlive(path, claimant))) {
      await rm(path, { force: true });
      continue;
    }
    const { size } = await stat(path).catch(() => ({ size: null }));
    if (size) return { ...claimant, name, holds: true };
    if (size === 0) first ??= { ...claimant, name, holds: false };
  }
  return first;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another process has a claim in it, or has removed it.
  }
}

/** True if the process of a claim still runs, or another machine would have to say. */
async function isAlive(claim: string, { pid, host, started }: Claimant): Promise<boolean> {
  if (host !== HOST) return true;
  if (pid === process.pid) return own.has(claim);
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

/** Indices of the fields after the command's name. */
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
