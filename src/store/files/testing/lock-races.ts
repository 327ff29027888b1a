/** @file Lets two processes take the same lock at the same moment, and counts how many hold it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromRacer, ToRacer } from './racer.ts';

const PROGRAM = fileURLToPath(new URL('racer.ts', import.meta.url));
/** Milliseconds until a race starts. In this time the message reaches both racers. */
const NOTICE = 5;

export class LockRaces {
  private readonly racers = [newRacer(), newRacer()];

  private constructor(private readonly folder: string) {}

  static async open(): Promise<LockRaces> {
    return new LockRaces(await mkdtemp(join(tmpdir(), 'genenv-races-')));
  }

  log(name: string | number): string {
    return join(this.folder, `${name}.jsonl`);
  }

  /** Makes locks whose process was killed while it held them. */
  async leave(logs: readonly string[]): Promise<void> {
    const holder = newRacer();
    for (const log of logs) await told(holder, { take: log, at: 0 });
    await kill(holder);
  }

  /** Lets both racers take and release the lock, and returns how many held it. */
  async race(log: string): Promise<number> {
    const at = performance.timeOrigin + performance.now() + NOTICE;
    const answers = this.racers.map((racer) => told(racer, { take: log, at }));
    const holders = (await Promise.all(answers)).filter(Boolean).length;
    await Promise.all(this.racers.map((racer) => told(racer, 'release')));
    return holders;
  }

  async close(): Promise<void> {
    await Promise.all(this.racers.map(kill));
    await rm(this.folder, { recursive: true });
  }
}

const newRacer = (): ChildProcess =>
  fork(PROGRAM, { execArgv: ['--import', import.meta.resolve('tsx')], stdio: 'inherit' });

async function told(racer: ChildProcess, message: ToRacer): Promise<FromRacer> {
  const answer = once(racer, 'message');
  racer.send(message);
  return ((await answer) as [FromRacer])[0];
}

async function kill(racer: ChildProcess): Promise<void> {
  const ended = once(racer, 'exit');
  racer.kill('SIGKILL');
  await ended;
}
