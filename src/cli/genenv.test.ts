import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { plainText } from '../common/plain-text.ts';

const PROGRAM = fileURLToPath(new URL('./genenv.mjs', import.meta.url));

let program: ChildProcess;
afterEach(() => program.kill('SIGKILL'));

/** Starts the program with open stdin. Returns its output so far, and a promise of its exit status. */
function start(...command: string[]) {
  const printed = { output: '', errors: '' };
  program = spawn(process.execPath, [PROGRAM, ...command]);
  program.stdout!.on('data', (chunk: Buffer) => (printed.output += chunk.toString()));
  program.stderr!.on('data', (chunk: Buffer) => (printed.errors += chunk.toString()));
  return { printed, ended: once(program, 'close').then(([code]) => code as number) };
}

/** A question whose answer has more bytes than a pipe holds. */
const MANY = JSON.stringify({ ask: 'draw', family: 'household', levels: [1, 2], seed: 7, first: 0, count: 2000 });

it('writes all of its output into a pipe, and of a megabyte that it cannot use little that a terminal may show', async () => {
  const { printed, ended } = start('judge');
  const hostile = JSON.stringify({ ask: 'draw', family: '\u202e\u009b'.padEnd(1_000_000, 'x') });
  program.stdin!.end(`${hostile}\n${MANY}\n`);
  expect(await ended).toBe(0);
  const [refusal, many] = printed.output.split('\n');
  expect(refusal.length).toBeLessThan(4000);
  expect(plainText(refusal)).toBe(refusal);
  expect(JSON.parse(refusal)).toEqual({ error: expect.stringContaining('‹U+202E›‹U+009B›xx') });
  expect(many.length).toBeGreaterThan(2 ** 17);
  expect(Object.values(JSON.parse(many) as object)).toContainEqual(expect.objectContaining({ length: 2000 }));
});

it('ends quietly when its reader has enough', async () => {
  const { printed, ended } = start('judge');
  program.stdout!.once('data', () => program.stdout!.destroy());
  program.stdin!.write(`${MANY}\n`.repeat(3));
  expect(await ended).toBe(0);
  expect(printed.errors).toBe('');
});

it('stops at Ctrl-C between two slices of work, and says that it prints nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'genenv-signals-'));
  const ids = join(folder, 'ids.json');
  // There are so many sequences that the signal arrives before the last one is scored.
  await writeFile(ids, JSON.stringify({ ids: new Array(20_000).fill([1, 2, 3, 4]) }));
  const { printed, ended } = start('logprobs', '--model', 'models/discovery-agent', '--ids', ids);
  // The progress bar appears once the program listens for Ctrl-C.
  await vi.waitFor(() => expect(printed.errors).toContain('sequences'), { timeout: 60_000, interval: 20 });
  program.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(printed.output).toBe('');
  expect(printed.errors).toMatch(/Stopped after \d+ of 20000 sequences; nothing is printed/);
  await rm(folder, { recursive: true });
});

// The test looks for processes in /proc, which only Linux has.
it.runIf(process.platform === 'linux')('leaves no process when it is killed', async () => {
  const { printed } = start('judge');
  program.stdin!.write('{"ask": "families"}\n');
  await vi.waitFor(() => expect(printed.output).toContain('household'), { timeout: 60_000, interval: 20 });
  const children = await readFile(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8');
  const child = `/proc/${children.trim().split(' ')[0]}`;
  expect(existsSync(child)).toBe(true);
  program.kill('SIGKILL');
  await vi.waitFor(() => expect(existsSync(child)).toBe(false), { timeout: 30_000, interval: 20 });
});
