/** @file What the program prints of files and questions is plain and short. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { plainText } from '../common/plain-text.ts';
import { printable } from './print-line.ts';

const PROGRAM = fileURLToPath(new URL('./genenv.mjs', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-printed-'));
});
afterEach(() => rm(folder, { recursive: true }));

const genenv = (args: string[], input = '') =>
  spawnSync(process.execPath, [PROGRAM, ...args], { input, encoding: 'utf8', maxBuffer: 2 ** 26 });

it('cleans and cuts each line', () => {
  expect(printable('a\u0000\n\u001b[31mb')).toBe('a‹U+0000›\n‹U+001B›[31mb');
  expect(printable(`${'x'.repeat(20_000)}\nend`)).toBe(`${'x'.repeat(10_000)}…\nend`);
});

it('answers a question of a megabyte with a short error, as JSON that a terminal may show', () => {
  const family = '\u202e\u009b'.padEnd(1_000_000, 'x');
  const { stdout } = genenv(['judge'], `${JSON.stringify({ ask: 'draw', family })}\n`);
  expect(stdout.length).toBeLessThan(4000);
  expect(plainText(stdout)).toBe(stdout);
  expect(JSON.parse(stdout)).toEqual({ error: expect.stringContaining('‹U+202E›‹U+009B›xx') });
}, 60_000);

it('shows tasks with tabs of a file, and refuses those with characters that cannot be seen', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => ({ prompt: `what is ${i} plus ${i}`, answer: `${2 * i}` }));
  const file = join(folder, 'tasks.jsonl');
  const write = (first: string) =>
    writeFile(file, [{ ...rows[0], prompt: first }, ...rows.slice(1)].map((row) => JSON.stringify(row)).join('\n'));
  await write('what is \u202e0');
  const refused = genenv(['tasks', file]);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('U+202E');
  expect(plainText(refused.stderr)).toBe(refused.stderr);
  await write('what is\t0');
  expect(genenv(['tasks', file]).status).toBe(0);
}, 60_000);
