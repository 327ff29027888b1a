/** @file What the program prints of files and questions is plain and short. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { plainText } from '../common/plain-text.ts';
import { printable } from './print.ts';

const PROGRAM = fileURLToPath(new URL('./genenv.mjs', import.meta.url));

it('cleans and cuts each line', () => {
  expect(printable('a\u0000\n\u001b[31mb')).toBe('a‹U+0000›\n‹U+001B›[31mb');
  expect(printable(`${'x'.repeat(20_000)}\nend`)).toBe(`${'x'.repeat(10_000)}…\nend`);
});

it('answers a question of a megabyte with a short error, as JSON that a terminal may show', () => {
  const family = '\u202e\u009b'.padEnd(1_000_000, 'x');
  const input = JSON.stringify({ ask: 'draw', family });
  const { stdout } = spawnSync(process.execPath, [PROGRAM, 'judge'], { input, encoding: 'utf8' });
  expect(stdout.length).toBeLessThan(4000);
  expect(plainText(stdout)).toBe(stdout);
  expect(JSON.parse(stdout)).toEqual({ error: expect.stringContaining('‹U+202E›‹U+009B›xx') });
}, 60_000);
