/**
 * @file The program itself, killed at random moments while it makes a run, and started again until the run is complete: its
 * log then has the bytes of the run that nobody disturbed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockFolder } from '../../src/store/file-run-locks.ts';
import type { Subject } from '../campaign.ts';

const PROGRAM = fileURLToPath(new URL('../../src/cli/genenv.mjs', import.meta.url));
const CHANGES = ['tasksPerEpoch=2', 'groupSize=4', 'evalTasks=1', 'evalSamples=1'].flatMap((one) => ['--set', one]);
const KILLS = 2;

const start = (out: string): ChildProcess =>
  spawn(
    process.execPath,
    [PROGRAM, 'coevolve', '--preset', 'quick', '--epochs', '2', '--no-tune', ...CHANGES, '--out', out],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );

/** @throws where the program ends with anything but success */
async function finish(out: string): Promise<void> {
  const program = start(out);
  let printed = '';
  program.stderr!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(program, 'close')) as [number];
  if (code !== 0) throw new Error(`The program ended with ${code}: ${printed.slice(-2000)}`);
}

/** The lock names the process that writes the run: not the one that was started, which only waits for it. */
async function writerOf(out: string): Promise<number | undefined> {
  const [claim] = await readdir(lockFolder(out)).catch(() => []);
  return claim === undefined ? undefined : parseInt(claim);
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

export const processes: Subject = {
  name: 'genenv coevolve',
  faults: ['killed'],
  trialsOf: (trials) => Math.ceil(trials / 10),
  limit: 600_000,
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
    const undisturbed = join(folder, 'undisturbed.jsonl');
    const began = performance.now();
    await finish(undisturbed);
    const duration = performance.now() - began;
    const expected = await readFile(undisturbed);
    return {
      async run(_, random) {
        const out = join(folder, 'killed.jsonl');
        for (let kill = 0; kill < KILLS; kill += 1) {
          const program = start(out);
          const ended = once(program, 'close');
          await Promise.race([ended, new Promise((wake) => setTimeout(wake, random.next() * duration))]);
          const writer = await writerOf(out);
          killNow(writer ?? program.pid!);
          killNow(program.pid!);
          await ended;
        }
        await finish(out);
        if (!(await readFile(out)).equals(expected)) throw new Error('The log is not that of the undisturbed run.');
        if (existsSync(lockFolder(out))) throw new Error('The lock of the finished run is left.');
        for (const path of [out, `${out}.checkpoints`]) await rm(path, { recursive: true });
        return 'recovered';
      },
      close: () => rm(folder, { recursive: true }),
    };
  },
};
