import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { plainText } from '../common/plain-text.ts';
import { pace, printable } from './print.ts';

describe('a printed line', () => {
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
});

describe('progress', () => {
  it('says rate and time left from the second unit on', () => {
    let now = 0;
    const at = pace('epoch', 180, 0, () => now);
    expect(at(0)).toBe('0/180 epochs');
    // The first one takes longer: it compiles kernels.
    now = 9_000;
    expect(at(1)).toBe('1/180 epochs');
    now += 410;
    expect(at(2)).toBe('2/180 epochs · 0.41 sec/epoch · 1 min 13 sec left');
    now += 300;
    expect(at(2)).toBe('2/180 epochs · 0.41 sec/epoch · 1 min 13 sec left');
    now += 110;
    expect(at(3)).toBe('3/180 epochs · 0.41 sec/epoch · 1 min 13 sec left');
  });

  it('says of fast work how much a second, and counts what was done before as done', () => {
    let now = 0;
    const at = pace('step', 5000, 1000, () => now);
    expect(at(1000)).toBe('1000/5000 steps');
    expect(at(1001)).toBe('1001/5000 steps');
    now += 1000;
    expect(at(1501)).toBe('1501/5000 steps · 500 steps/sec · 7 sec left');
    now += 6998;
    expect(at(5000)).toBe('5000/5000 steps · 500 steps/sec');
  });
});
