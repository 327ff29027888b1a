/** @file Ending `genenv` by any signal ends the process that does its work. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./genenv.mjs', import.meta.url));

let folder: string;
let program: ChildProcess;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-signals-'));
});
afterEach(async () => {
  program.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

/** What the program prints; it makes a run that would take minutes. */
function start(): { printed(): string } {
  let printed = '';
  const args = ['coevolve', '--preset', 'quick', '--epochs', '900', '--out', join(folder, 'run.jsonl')];
  program = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  program.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  program.stderr!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return { printed: () => printed };
}

// What lives is read from /proc.
describe.runIf(process.platform === 'linux')('genenv, ended by', () => {
  it.each(['SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
    '%s, ends its child',
    async (signal) => {
      const { printed } = start();
      await vi.waitFor(() => expect(printed()).toContain('before training'), { timeout: 60_000, interval: 100 });
      const children = await readFile(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8');
      const [child] = children.trim().split(' ').map(Number);
      expect(isAlive(child)).toBe(true);
      program.kill(signal);
      await vi.waitFor(() => expect(isAlive(child)).toBe(false), { timeout: 30_000, interval: 100 });
      // The epoch under way is finished first.
      if (signal === 'SIGINT') expect(printed()).toContain('The same command continues the run.');
    },
    120_000,
  );
});
