import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CodedError } from '../common/coded-error.ts';
import { pace, printable, reportError } from './print.ts';

it('cleans and cuts each line', () => {
  expect(printable('a\u0000\n\u001b[31mb')).toBe('a‹U+0000›\n‹U+001B›[31mb');
  expect(printable(`${'x'.repeat(20_000)}\nend`)).toBe(`${'x'.repeat(10_000)}…\nend`);
});

describe('progress', () => {
  it('says rate and time left from the second unit on', () => {
    let now = 0;
    const at = pace('epoch', 180, 0, () => now);
    expect(at(0)).toBe('0/180 epochs');
    // The first epoch does not count, because it compiles kernels and is slow.
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

afterEach(() => vi.restoreAllMocks());

/** Returns what `reportError` prints on stderr, one entry per call of `console.error`. */
function printed(error: unknown, debug = false): unknown[] {
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => {});
  reportError(error, debug);
  return stderr.mock.calls.map(([first]) => first);
}

it('prints only the message of an error that the user can fix', () => {
  expect(printed(new CodedError('no-run-in-file', { file: 'x.jsonl' }))).toEqual([
    'genenv: There is no run in x.jsonl. Name the event log of a run.',
  ]);
});

it('says what an error of the system means', async () => {
  const error = await readFile('/nowhere/run.jsonl').catch((thrown: unknown) => thrown);
  expect(printed(error)).toEqual(['genenv: /nowhere/run.jsonl could not be used: there is no such file or folder.']);
});

it('says how to see where an unexpected error happened', () => {
  const [message, hint, ...rest] = printed(new TypeError('x is undefined'));
  expect(message).toBe('genenv: x is undefined');
  expect(hint).toContain('--debug');
  expect(rest).toEqual([]);
});

it('prints the error with its stack under --debug', () => {
  const error = new TypeError('x is undefined');
  expect(printed(error, true)).toEqual(['genenv: x is undefined', expect.stringContaining('print.test.ts')]);
});

const cause = '\u001b[2J\u202e'.padEnd(1_000_000, 'x');

it.each([
  [new CodedError('file-not-json', { file: 'a\u0000.json', cause }), /a‹U\+0000›\.json.*‹U\+001B›\[2J‹U\+202E›xx+…/],
  [new TypeError(cause), /^genenv: ‹U\+001B›\[2J‹U\+202E›xx+…/],
])('prints no character that a terminal obeys, and no parameter of a megabyte', (error, plain) => {
  const [message] = printed(error) as [string];
  expect(message).toMatch(plain);
  expect(message.length).toBeLessThan(2500);
});
